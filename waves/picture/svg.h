// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace xb {

struct Box {
  double x, y, width, height;
};

/// Builds up the elements of an SVG. Classes and attributes are written as they are, texts are escaped.
class Svg {
 public:
  /// `more`: further attributes; `hint`: what a browser shows when the mouse is on it.
  void box(const std::string& classes, const Box& box, const std::string& more = "",
           const std::string& hint = "");
  void path(const std::string& classes, const std::string& data, const std::string& more = "");
  void text(const std::string& classes, double x, double y, const std::string& text);
  /// As it is.
  void raw(const std::string& elements) { elements_ += elements; }

  [[nodiscard]] const std::string& elements() const { return elements_; }

  /// To a tenth.
  static std::string number(double value);

 private:
  std::string elements_;
};

/// Pixels of a text: of the fonts with a fixed pitch that are usual, the widest; of others about the widest.
double text_width(std::size_t characters, double font_size);

/// The text in lines of so many characters at most, cut at blanks where there are any.
std::vector<std::string> wrapped(const std::string& text, std::size_t characters);

}  // namespace xb
