// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace xb {

/// The numbers of an answers.toml, by name: `saturation.n4` is n4 of its table [saturation]. A text, such as
/// "?", is an answer that is not given yet.
class Answers {
 public:
  Answers() = default;
  /// `text` of the file that messages call `file`. Throws InputErrors: what is no TOML, or neither number nor
  /// text.
  Answers(const std::string& file, const std::string& text);

  [[nodiscard]] std::vector<std::string> names() const;
  /// Throws NotReached for one that is missing, or not given yet.
  [[nodiscard]] double number(const std::string& name) const;
  /// A whole number from 0 on, or NotReached.
  [[nodiscard]] std::uint64_t whole(const std::string& name) const;
  /// As the value of a configuration key.
  [[nodiscard]] std::string text(const std::string& name) const;

 private:
  std::map<std::string, std::variant<double, std::string>> values_;  ///< a text is what is no answer yet
};

}  // namespace xb
