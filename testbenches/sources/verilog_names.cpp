// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/verilog_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace xb {
namespace {

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

/// Past a comment or a string that begins at `at`; `at` if there is none.
std::size_t past_no_code(std::string_view text, std::size_t at) {
  const auto past = [&](std::string_view end) {
    const auto found = text.find(end, at + 2);
    return found == std::string_view::npos ? text.size() : found + end.size();
  };
  if (text.substr(at, 2) == "//") return past("\n");
  if (text.substr(at, 2) == "/*") return past("*/");
  if (text[at] != '"') return at;
  for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

std::size_t past_name(std::string_view text, std::size_t at) {
  while (at < text.size() && in_name(text[at])) ++at;
  return at;
}

template <std::size_t Count>
bool is_one_of(std::string_view word, const std::array<std::string_view, Count>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 5> kDeclares{"module", "macromodule", "interface", "package",
                                                    "primitive"};
constexpr std::array<std::string_view, 4> kEnds{"endmodule", "endinterface", "endpackage", "endprimitive"};
constexpr std::array<std::string_view, 2> kBetween{"automatic", "static"};

}  // namespace

VerilogNames verilog_names(const std::string& text) {
  VerilogNames names;
  std::string_view declares;  // the keyword that the next name belongs to
  bool ends = false;          // a module: `endmodule : NAME` is no use of it
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t code = past_no_code(text, at);
    if (code != at) {
      at = code;
    } else if (text[at] == '`' || text[at] == '$' ||
               std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
      at = past_name(text, at + 1);  // a macro, a system function, a number
      if (at < text.size() && text[at] == '\'') at = past_name(text, at + 1);
    } else if (starts_name(text[at])) {
      const std::size_t end = past_name(text, at);
      const std::string_view word = std::string_view(text).substr(at, end - at);
      at = end;
      if (is_one_of(word, kDeclares)) {
        declares = word;
      } else if (!declares.empty() && is_one_of(word, kBetween)) {
        continue;
      } else {
        if (!declares.empty()) {
          names.modules.emplace_back(word);
          if (declares == "package") names.packages.emplace_back(word);
        }
        if (declares.empty() && !ends) ++names.uses[std::string(word)];
        declares = {};
        ends = is_one_of(word, kEnds);
        names.mentioned.emplace(word);
      }
    } else {
      if (std::isspace(static_cast<unsigned char>(text[at])) == 0) declares = {};  // `interface.` of a port
      ++at;
    }
  }
  return names;
}

}  // namespace xb
