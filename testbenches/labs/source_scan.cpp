// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/source_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

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

bool is_word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

bool matches(const std::string& word, const std::string& pattern) {
  if (pattern.back() != '*') return word == pattern;
  return word.compare(0, pattern.size() - 1, pattern, 0, pattern.size() - 1) == 0;
}

std::string why_refused(const std::string& word) {
  const bool alone = word == "$";  // the end of a queue, or half of a word that a macro puts together
  if (alone || std::find(std::begin(kAllowed), std::end(kAllowed), word) != std::end(kAllowed)) return "";
  for (const RefusedWord& refused : kRefused) {
    if (matches(word, refused.begins)) return refused.why;
  }
  return word.front() == '$' ? "it is no hardware; allowed are $clog2, $bits, $signed, $countones, $display "
                               "and the like"
                             : "";
}

/// Goes through the text once.
class SourceScan {
 public:
  SourceScan(const std::string& text, std::string file, std::string folder)
      : text_(text), file_(std::move(file)), folder_(std::move(folder) + "/") {}

  std::string run() {
    while (at_ < text_.size() && found_.empty()) step();
    return found_;
  }

 private:
  [[nodiscard]] bool here(const char* begin) const { return text_.compare(at_, 2, begin) == 0; }
  void skip_to(std::size_t end) {
    end = std::min(end, text_.size());
    line_ += static_cast<std::size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                 text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }
  void skip_behind(const char* end) {
    const std::size_t found = text_.find(end, at_ + 2);
    skip_to(found == std::string::npos ? found : found + std::string(end).size());
  }
  void refuse(const std::string& what, const std::string& why) {
    if (found_.empty()) found_ = fmt::format("{}:{}: {} is not allowed here: {}", file_, line_, what, why);
  }

  void step() {
    const char c = text_[at_];
    if (here("//")) return skip_to(text_.find('\n', at_));
    if (here("/*")) return skip_behind("*/");
    if (c == '"') return skip_string();
    if (c == '\\') return skip_to(text_.find_first_of(" \t\r\n", at_));  // an escaped name
    if (c == '`' || is_word_char(c)) return word();
    skip_to(at_ + 1);
  }

  void skip_string() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
    const bool foreign = previous_ == "import" || previous_ == "export";
    if (foreign) refuse(previous_ + " of C functions", "it is C++ in the place of hardware");
    skip_to(end + 1);
    previous_.clear();
  }

  void word() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_word_char(text_[end])) ++end;
    const std::string word = text_.substr(at_, end - at_);
    skip_to(end);
    if (word == "`line") return directive();
    if (const std::string why = why_refused(word); !why.empty()) refuse(word, why);
    previous_ = word;
  }

  /// `line NUMBER "FILE" LEVEL: the line that follows.
  void directive() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string rest = text_.substr(at_, end - at_);
    const std::size_t open = rest.find('"'), shut = rest.rfind('"');
    if (open == std::string::npos || shut == open) return;
    const std::string name = rest.substr(open + 1, shut - open - 1);
    if (name.compare(0, folder_.size(), folder_) != 0 || name.find("..") != std::string::npos)
      return refuse("`include \"" + name + "\"", "it is not one of your files");
    file_ = name;
    at_ = end;
    line_ = std::strtoul(rest.c_str(), nullptr, 10) - 1;
  }

  const std::string& text_;
  std::string file_, folder_;
  std::size_t at_ = 0, line_ = 1;
  std::string previous_, found_;
};

}  // namespace

std::string refused_in_source(const std::string& text, const std::string& file, const std::string& folder) {
  return SourceScan(text, file, folder).run();
}

}  // namespace xb
