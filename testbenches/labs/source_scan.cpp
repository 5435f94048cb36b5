// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/source_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "host/base/pattern.h"
#include "host/base/ranges.h"

namespace xb {
namespace {

struct RefusedWord {
  const char* begins;  // the word, or what it begins with where a * ends it
  const char* why;
};

constexpr RefusedWord kRefused[] = {
    {"$finish", "it ends the simulation; a switch has no end"},
    {"$stop", "it ends the simulation; a switch has no end"},
    {"$exit", "it ends the simulation; a switch has no end"},
    {"$readmem*", "it reads a file; hardware has none"},
    {"$writemem*", "it writes a file; hardware has none"},
    {"$f*", "it reads or writes a file; hardware has none"},
    {"$ungetc", "it reads a file; hardware has none"},
    {"$rewind", "it reads a file; hardware has none"},
    {"$dump*", "it writes a file; the lab records waves by itself"},
    {"$system", "it starts a program"},
    {"$test$plusargs", "it reads the command line"},
    {"$value$plusargs", "it reads the command line"},
    {"$c*", "it is C++ in the place of hardware"},
    {"$root", "it reaches out of your module"},
    {"$unit", "it reaches out of your module"},
    {"force", "it changes what is not yours"},
    {"release", "it changes what is not yours"},
    {"bind", "it changes what is not yours"},
    {"`systemc_*", "it is C++ in the place of hardware"},
    {"`verilator_config", "it configures the tool"},
};

// Those that the rules above would take, and that are hardware, its checks, or harmless.
constexpr const char* kAllowed[] = {
    "$clog2", "$countbits", "$countones", "$bits",    "$signed",    "$unsigned",  "$size",   "$high",
    "$low",   "$left",      "$right",     "$onehot",  "$onehot0",   "$isunknown", "$past",   "$rose",
    "$fell",  "$stable",    "$changed",   "$sampled", "$display",   "$write",     "$strobe", "$error",
    "$fatal", "$warning",   "$info",      "$time",    "$increment", "$dimensions"};

// What the preprocessor leaves, and says nothing to the tool that is no hardware.
constexpr const char* kDirectives[] = {"`default_nettype", "`timescale",         "`resetall",
                                       "`celldefine",      "`endcelldefine",     "`begin_keywords",
                                       "`end_keywords",    "`unconnected_drive", "`nounconnected_drive"};

bool in_number(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool in_digits(char c) { return in_number(c) || c == '?'; }
bool in_word(char c) { return in_number(c) || c == '$'; }
bool is_decimal(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool matches(const std::string& word, const std::string& pattern) {
  if (pattern.back() != '*') return word == pattern;
  return word.compare(0, pattern.size() - 1, pattern, 0, pattern.size() - 1) == 0;
}

std::string why_refused(const std::string& word) {
  if (word == "$" || contains(kAllowed, word) || contains(kDirectives, word)) return "";  // $: a queue's end
  for (const RefusedWord& refused : kRefused) {
    if (matches(word, refused.begins)) return refused.why;
  }
  if (word.front() == '`')
    return "it speaks to the tool; allowed are `default_nettype, `timescale and the like";
  return word.front() == '$' ? "it is no hardware; allowed are $clog2, $bits, $signed, $countones, $display "
                               "and the like"
                             : "";
}

/// Goes through the text once.
class SourceScan {
 public:
  SourceScan(const std::string& text, std::string file, std::string folder,
             const std::set<std::string>& others)
      : text_(text), file_(std::move(file)), folder_(std::move(folder) + "/"), others_(others) {}

  std::string run() {
    while (at_ < text_.size() && found_.empty()) step();
    return found_;
  }

 private:
  [[nodiscard]] bool here(const char* begin) const {
    return text_.compare(at_, std::strlen(begin), begin) == 0;
  }
  /// Where what begins at `from` ends, of characters that are `in` it.
  template <class In>
  std::size_t end_of(std::size_t from, In&& in) const {
    while (from < text_.size() && in(text_[from])) ++from;
    return from;
  }
  std::string take(std::size_t end) {
    std::string taken = text_.substr(at_, end - at_);
    skip_to(end);
    return taken;
  }
  void skip_to(std::size_t end) {
    end = std::min(end, text_.size());
    line_ += static_cast<std::size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                 text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }
  void skip_behind(const char* end) {
    const std::size_t found = text_.find(end, at_ + 2);
    skip_to(found == std::string::npos ? found : found + std::strlen(end));
  }
  void refuse(const std::string& what, const std::string& why) {
    if (found_.empty()) found_ = fmt::format("{}:{}: {} is not allowed here: {}", file_, line_, what, why);
  }

  void step() {
    const char c = text_[at_];
    if (is_blank(c)) return skip_to(at_ + 1);
    if (here("//")) return skip_to(text_.find('\n', at_));
    if (here("/*")) return skip_behind("*/");
    if (c == '"') return string();
    if (c == '\\') return escaped_name();
    if (c == '\'') return based_number();
    if (is_decimal(c)) return number();
    if (c == '`' || in_word(c)) return word();
    sign(c);
  }

  /// The name before a dot: `a` in a.b and a[3].b.
  void sign(char c) {
    if (c == '[') {
      indexed_.push_back(path_);
    } else if (c == ']' && !indexed_.empty()) {
      path_ = indexed_.back();
      indexed_.pop_back();
      return skip_to(at_ + 1);
    } else if (c == '.') {
      if (others_.count(path_) == 1)
        refuse(path_ + ".",
               "the lab has this name, so it may reach out of your module; allowed: other names");
    }
    path_.clear();
    skip_to(at_ + 1);
  }
  void string() {
    if (here("\"\"\"")) return refuse("\"\"\"", "it does not end where every tool has it end");
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"' && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    if (end >= text_.size() || text_[end] == '\n') return refuse("a text", "it has no end in its line");
    if (previous_ == "import" || previous_ == "export")
      refuse(previous_ + " of C functions", "it is C++ in the place of hardware");
    skip_to(end + 1);
    previous_.clear();
    path_.clear();
  }

  /// Of a module that is nowhere the name is taken for a file's.
  void escaped_name() {
    const std::string word = take(end_of(at_, [](char c) { return !is_blank(c); }));
    if (word.find('/') != std::string::npos) refuse(word, "it is the name of a file");
    path_ = word.substr(1);
  }

  /// A word may follow without a blank (`1$c`), so the number is all that is there.
  void number() {
    static const Pattern form("[0-9][0-9_]*([eE][0-9_]*)?([munpf]?s|step)?");
    const std::string whole = take(end_of(at_, in_number));
    if (whole.size() > kMostDigits || !form.fits(whole)) refuse(whole, "it is no number");
    path_.clear();
  }
  /// Behind a ': a base and digits, with blanks between, or a digit; else a cast or a pattern.
  void based_number() {
    skip_to(at_ + 1);
    path_.clear();
    const std::string begin = take(end_of(at_, in_digits));
    if (begin.empty()) return;
    const std::size_t base = std::strchr("sS", begin.front()) != nullptr ? 1 : 0;
    const bool has_base = base < begin.size() && std::strchr("bodhBODH", begin[base]) != nullptr;
    if (!has_base) {
      if (begin.size() > 1 || std::strchr("01xXzZ?", begin.front()) == nullptr)
        refuse("'" + begin, "it is no number");
      return;
    }
    std::string digits = begin.substr(base + 1), after;
    if (digits.empty()) {
      skip_to(end_of(at_, is_blank));
      after = digits = take(end_of(at_, in_digits));
    }
    if (digits.find_first_not_of("0123456789abcdefABCDEFxXzZ_?") != std::string::npos)
      refuse("'" + begin + after, "it is no number");
  }

  void word() {
    const std::string word = take(end_of(at_ + 1, in_word));
    if (word == "`line") return directive();
    if (const std::string why = why_refused(word); !why.empty()) refuse(word, why);
    previous_ = word;
    path_ = word;
  }

  /// `line NUMBER "FILE" LEVEL: the line that follows.
  void directive() {
    static const Pattern form(" ([0-9]{1,9}) \"([^\"]{1,500})\" [0-2]");
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string rest = text_.substr(at_, std::min(end - at_, kMostDigits));
    const std::vector<std::string> part = form.match(rest);
    if (part.empty()) return refuse("`line" + rest, "it is the tool's");
    const std::string& name = part[2];
    if (name.compare(0, folder_.size(), folder_) != 0 || name.find("..") != std::string::npos)
      return refuse("`include \"" + name + "\"", "it is not one of your files");
    file_ = name;
    at_ = end;
    line_ = std::strtoul(part[1].c_str(), nullptr, 10) - 1;
  }

  static constexpr std::size_t kMostDigits = 1000;  // of a number, or a line that says where a text is from

  const std::string& text_;
  std::string file_, folder_;
  const std::set<std::string>& others_;
  std::size_t at_ = 0, line_ = 1;
  std::string previous_, found_;
  std::string path_;                  // the name before
  std::vector<std::string> indexed_;  // path_ outside of each [
};

}  // namespace

std::string refused_character(const std::string& text, const std::string& file) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto c = static_cast<unsigned char>(text[at]);
    const bool line_end = c == '\n' || (c == '\r' && text.compare(at, 2, "\r\n") == 0);
    if (line_end || c == '\t' || (c >= 0x20 && c != 0x7f)) continue;
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(at);
    return fmt::format(
        "{}:{}: the character 0x{:02x} is not allowed here; allowed: a text with tabs and line breaks", file,
        std::count(text.begin(), end, '\n') + 1, c);
  }
  return "";
}

std::string refused_in_source(const std::string& text, const std::string& file, const std::string& folder,
                              const std::set<std::string>& others) {
  return SourceScan(text, file, folder, others).run();
}

}  // namespace xb
