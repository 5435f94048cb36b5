// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace slots {

/// The parameters of one run, given as "key=value". All members throw std::invalid_argument, in one line that
/// names the key and what is allowed.
class Parameters {
 public:
  explicit Parameters(const std::vector<std::string>& texts);

  /// A whole number from `least` to `most`; `usual` if the key is not given.
  std::uint64_t count(const std::string& key, std::uint64_t usual, std::uint64_t least, std::uint64_t most);
  /// A decimal number from `least` to `most`; `usual` if the key is not given.
  double number(const std::string& key, double usual, double least, double most);
  /// Any text; `usual` if the key is not given.
  std::string text(const std::string& key, const std::string& usual);
  /// Which of the words is given: its index; 0 if the key is not given.
  std::size_t word(const std::string& key, const std::vector<std::string>& allowed);

  /// Throws if a key is given that nothing has asked for.
  void refuse_unknown() const;

 private:
  const std::string* find(const std::string& key);

  std::map<std::string, std::string> values_;
  std::set<std::string> known_;
};

/// The number that a text is, all of it; throws std::invalid_argument with `what` it should have been.
double number_of(const std::string& text, const std::string& what);

/// Words with blanks between them.
std::string joined(const std::vector<std::string>& words);

/// The parts of a text between separators, empty ones left out.
std::vector<std::string> split(const std::string& text, char separator);

}  // namespace slots
