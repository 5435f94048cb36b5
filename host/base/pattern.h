// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace xb {

/// A regular expression, as ECMAScript writes it. The standard library's takes the compiler seconds in each
/// source that has one: it is in pattern.cpp alone.
class Pattern {
 public:
  /// Throws std::regex_error (a std::runtime_error) for a form that is none.
  explicit Pattern(const std::string& form);

  /// Is the whole text of this form?
  [[nodiscard]] bool fits(const std::string& text) const { return !match(text).empty(); }
  /// The whole text and its groups, "" for one that takes no part; empty if it is not of this form.
  [[nodiscard]] std::vector<std::string> match(const std::string& text) const;
  /// The same of the first part that is of this form.
  [[nodiscard]] std::vector<std::string> find(const std::string& text) const;
  /// The text with each part that is of this form replaced; `$1` in `by` is a group.
  [[nodiscard]] std::string replace(const std::string& text, const std::string& by) const;

 private:
  struct Form;
  std::shared_ptr<const Form> form_;
};

}  // namespace xb
