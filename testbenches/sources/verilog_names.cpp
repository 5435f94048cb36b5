// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/verilog_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "host/base/ranges.h"

namespace xb {
namespace {

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
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

constexpr std::array<std::string_view, 5> kDeclares{"module", "macromodule", "interface", "package",
                                                    "primitive"};
constexpr std::array<std::string_view, 4> kEnds{"endmodule", "endinterface", "endpackage", "endprimitive"};
constexpr std::array<std::string_view, 2> kBetween{"automatic", "static"};
// Between two signals in a list of events; in front of a module that gets something bound to it.
constexpr std::array<std::string_view, 2> kNoType{"or", "bind"};

}  // namespace

namespace {

class NameScan {
 public:
  explicit NameScan(std::string_view text) : text_(text) {}

  VerilogNames names() {
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t code = past_no_code(text_, at);
      if (code != at) {
        at = code;
      } else if (text_[at] == '`' || text_[at] == '$' || is_digit(at)) {
        const std::size_t end = past_name(text_, at + 1);
        if (text_.substr(at, end - at) == "`define") note_macro(end);
        head_.empty = false;
        at = end;
        if (at < text_.size() && text_[at] == '\'') at = past_name(text_, at + 1);
        before_ = {};
      } else if (text_[at] == '\\' && at + 1 < text_.size() && !blank(text_[at + 1])) {
        const std::size_t end = past_escaped(at + 1);
        word(text_.substr(at + 1, end - at - 1), true);
        at = end;
      } else if (starts_name(text_[at])) {
        const std::size_t end = past_name(text_, at);
        word(text_.substr(at, end - at), false);
        at = end;
      } else {
        if (!blank(text_[at])) sign(text_[at]);
        ++at;
      }
    }
    return std::move(names_);
  }

 private:
  [[nodiscard]] bool is_digit(std::size_t at) const {
    return std::isdigit(static_cast<unsigned char>(text_[at])) != 0;
  }
  [[nodiscard]] std::size_t past_escaped(std::size_t at) const {
    while (at < text_.size() && !blank(text_[at])) ++at;
    return at;
  }
  /// The name in front of which are blanks only.
  void note_macro(std::size_t at) {
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t')) ++at;
    names_.macros.emplace(text_.substr(at, past_name(text_, at) - at));
  }
  /// `escaped`: `\module ` is a name.
  void word(std::string_view word, bool escaped) {
    head_.empty = false;
    head_.imports |= !escaped && word == "import";
    const auto is = [&](const auto& words) { return !escaped && contains(words, word); };
    if (!is(kNoType)) use_before();
    if (is(kDeclares)) {
      declares_ = word;
      return;
    }
    if (!declares_.empty() && is(kBetween)) return;
    if (!declares_.empty()) {
      names_.modules.emplace_back(word);
      if (declares_ == "package") names_.packages.emplace_back(word);
    }
    const bool names_type = declares_.empty() && (!ends_ || word == "bind") && before_ != "bind";
    before_ = names_type ? word : std::string_view();
    if (!declares_.empty()) head_ = {true};
    declares_ = {};
    ends_ = is(kEnds);
    if (ends_) without_ports_ = false;
    names_.mentioned.emplace(word);
  }
  void sign(char c) {
    if (c == '#' || c == '.') use_before();
    if (head_.open && ends_without_ports(c)) {
      names_.without_ports.push_back(names_.modules.back());
      without_ports_ = true;
    }
    declares_ = {};  // `interface.` of a port
    before_ = {};
  }
  /// Where a module's head ends: `;` without a list of ports, or one with nothing in it, `();`.
  bool ends_without_ports(char c) {
    if (c == '(' && head_.depth++ == 0) {
      head_.ports = head_.before != '#';
      head_.empty = true;
    } else if (c == ')' && head_.depth > 0 && --head_.depth == 0 && head_.ports) {
      head_.open = false;
      return head_.empty;
    } else if (c == ';' && head_.depth == 0) {
      head_.open = std::exchange(head_.imports, false);
      return !head_.open;
    } else if (c != ')') {
      head_.empty = false;
    }
    head_.before = c;
    return false;
  }
  /// A name is the type of something where another one, its parameters or a modport follow.
  void use_before() {
    if (!before_.empty() && !without_ports_) ++names_.uses[std::string(before_)];
  }

  std::string_view text_;
  std::string_view declares_;  // the keyword that the next name belongs to
  std::string_view before_;    // the name in front
  /// Of a module, from its name to the end of its ports.
  struct Head {
    bool open = false, imports = false;
    bool ports = false;  // the parentheses are those of ports, not of parameters
    bool empty = false;  // nothing is in them
    unsigned depth = 0;  // of parentheses
    char before = ' ';   // the sign in front
  } head_;
  bool ends_ = false;           // a module: `endmodule : NAME` is no use of it
  bool without_ports_ = false;  // the module that is being read
  VerilogNames names_;
};

}  // namespace

VerilogNames verilog_names(const std::string& text) { return NameScan(text).names(); }

std::vector<std::string_view> verilog_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = past_no_code(text, at);
    const bool no_word = blank(text[at]) || (end != at && text[at] != '"');
    if (end == at)
      end = text[at] == '\\' ? std::min(text.find_first_of(" \t\n", at), text.size()) : past_name(text, at);
    end = std::max(end, at + 1);
    if (!no_word) words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

}  // namespace xb
