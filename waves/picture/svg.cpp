// SPDX-License-Identifier: Apache-2.0
#include "waves/picture/svg.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/xml_text.h"

namespace xb {

std::string Svg::number(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.substr(text.size() - 2) == ".0") text.resize(text.size() - 2);
  return text;
}

void Svg::box(const std::string& classes, const Box& box, const std::string& more, const std::string& hint) {
  elements_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}{}", classes,
                           number(box.x), number(box.y), number(box.width), number(box.height),
                           more.empty() ? "" : " ", more);
  elements_ += hint.empty() ? "/>\n" : "><title>" + xml_text(hint) + "</title></rect>\n";
}

void Svg::path(const std::string& classes, const std::string& data, const std::string& more) {
  elements_ +=
      fmt::format("<path class=\"{}\" d=\"{}\"{}{}/>\n", classes, data, more.empty() ? "" : " ", more);
}

void Svg::text(const std::string& classes, double x, double y, const std::string& text) {
  elements_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", classes, number(x), number(y),
                           xml_text(text));
}

double text_width(std::size_t characters, double font_size) {
  return 0.605 * font_size * static_cast<double>(characters);
}

std::vector<std::string> wrapped(const std::string& text, std::size_t characters) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.size(), at + characters);
    if (end < text.size() && text[end] != ' ') {
      const std::size_t blank = text.rfind(' ', end);
      if (blank != std::string::npos && blank > at) end = blank;
    }
    // Not within a character of UTF-8.
    while (end > at + 1 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U)
      --end;
    lines.push_back(text.substr(at, text.find_last_not_of(' ', end - 1) + 1 - at));
    at = text.find_first_not_of(' ', end);
    if (at == std::string::npos) break;
  }
  return lines;
}

}  // namespace xb
