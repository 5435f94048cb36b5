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
  enum class Wrong { IsRefused, CostsItself };

  Answers() = default;
  /// `text` of the file that messages call `file`. Throws InputErrors: what is no TOML. `wrong`: answers that
  /// are neither number nor text are refused with it, or are as good as missing where they are asked for.
  Answers(const std::string& file, const std::string& text, Wrong wrong = Wrong::IsRefused);

  [[nodiscard]] std::vector<std::string> names() const;
  /// Throws NotReached for one that is missing, or not given yet.
  [[nodiscard]] double number(const std::string& name) const;
  /// A whole number from 0 on, or NotReached.
  [[nodiscard]] std::uint64_t whole(const std::string& name) const;
  /// As the value of a configuration key.
  [[nodiscard]] std::string text(const std::string& name) const;

 private:
  struct NoNumber {
    std::string why;
  };
  std::map<std::string, std::variant<double, std::string, NoNumber>> values_;  ///< a text: no answer yet
};

}  // namespace xb
