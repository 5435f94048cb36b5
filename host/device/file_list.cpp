// SPDX-License-Identifier: Apache-2.0
#include "host/device/file_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "host/base/errors.h"
#include "host/base/text_file.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostLists = 100;

/// The parts of `+KEY+a+b` behind its key.
std::vector<std::string> parts_of(const std::string& word, std::size_t begin) {
  std::vector<std::string> parts;
  while (begin < word.size()) {
    const std::size_t end = std::min(word.find('+', begin), word.size());
    parts.push_back(word.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

bool takes_path(const std::string& word) {
  const auto options = {"-f", "-F", "-y", "-v", "-I", "-D"};
  return std::any_of(options.begin(), options.end(), [&](const char* option) { return word == option; });
}

struct ListWord {
  std::string text;
  unsigned line;
};

/// The words of a list: without comments, which begin where a word would, as in Verilator (`rtl//a.sv` is a
/// path); quotes and backslashes keep blanks, a backslash joins lines.
class ListWords {
 public:
  explicit ListWords(const std::string& text)
      : text_(text), at_(text.rfind("\xEF\xBB\xBF", 0) == 0 ? 3 : 0) {}

  std::vector<ListWord> words() {
    while (at_ < text_.size()) step();
    end_word();
    return std::move(words_);
  }

 private:
  [[nodiscard]] bool is(const char* text) const { return text_.compare(at_, std::strlen(text), text) == 0; }
  void skip_to(const char* text) {
    const std::size_t end = std::min(text_.find(text, at_), text_.size());
    line_ += static_cast<unsigned>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                              text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }
  void step() {
    const bool comment = is("/*"), begins = word_.empty() && !quoted_;
    if (begins && (comment || is("//") || is("#"))) {
      skip_to(comment ? "*/" : "\n");
      if (comment) at_ += 2;
      return;
    }
    const bool escaped = is("\\") && at_ + 1 < text_.size();
    if (is("\\\r\n")) ++at_;
    if (escaped) ++at_;
    const char c = text_[at_++];
    if (c == '\n') ++line_;
    if (!escaped && c == '"')
      quoted_ = !quoted_;
    else if (std::isspace(static_cast<unsigned char>(c)) == 0 || (c != '\n' && (escaped || quoted_)))
      word_ += c;
    else
      end_word();
  }
  void end_word() {
    if (!word_.empty())
      words_.push_back({std::move(word_), line_ - (at_ > 0 && text_[at_ - 1] == '\n' ? 1 : 0)});
    word_.clear();
  }

  const std::string& text_;
  std::size_t at_;
  unsigned line_ = 1;
  bool quoted_ = false;
  std::string word_;
  std::vector<ListWord> words_;
};

/// Reads one list.
class FileListReader {
 public:
  FileListReader(const fs::path& list, DeviceSources& sources, const char* key)
      : list_(list), sources_(sources), key_(key) {}

  void read() {
    const std::string text = read_text_file(list_.string(), key_, "a file list that can be read");
    if (text.find('\0') != std::string::npos) fail("not a text; allowed: a file list in UTF-8");
    const std::vector<ListWord> words = ListWords(text).words();
    for (std::size_t n = 0; n < words.size(); ++n) {
      line_ = words[n].line;
      std::string word = expanded(words[n].text), value;
      if (takes_path(word) && n + 1 < words.size())
        value = expanded(words[++n].text);
      else if (word.size() > 2 && (word.rfind("-I", 0) == 0 || word.rfind("-D", 0) == 0))
        value = word.substr(2), word.resize(2);
      take(word, value);
    }
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError("{}:{}: {}", list_.string(), line_, what);
  }

  /// With variables of the environment: `$ROOT`, `${ROOT}`, `$(ROOT)`.
  [[nodiscard]] std::string expanded(std::string word) const {
    const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t at = word.find('$'); at != std::string::npos; at = word.find('$', at)) {
      const bool open = word[at + 1] == '{' || word[at + 1] == '(';
      const std::size_t begin = at + (open ? 2 : 1);
      std::size_t end = begin;
      while (end < word.size() && in_name(word[end])) ++end;
      const std::string name = word.substr(begin, end - begin);
      const char* const value = std::getenv(name.c_str());
      if (value == nullptr)
        fail(fmt::format("'{}': ${} is not set; allowed: variables of the environment", word, name));
      word.replace(at, end + (open && end < word.size() ? 1 : 0) - at, value);
      at += std::strlen(value);
    }
    return word;
  }

  /// Beside the list, and of a link beside what it points to; or, as from where a tool is started, in a
  /// folder above these. Where it is in none it stays beside the list.
  [[nodiscard]] fs::path found(const fs::path& path) const {
    std::error_code error;
    const fs::path folder = list_.parent_path();
    const fs::path folders[] = {folder, fs::canonical(list_, error).parent_path()};
    for (const fs::path& one : folders) {
      if (fs::exists(one / path, error)) return one / path;
    }
    for (const fs::path& one : folders) {
      fs::path above = fs::absolute(one).lexically_normal().parent_path();
      for (; above.has_relative_path(); above = above.parent_path()) {
        if (fs::exists(above / path, error)) return above / path;
      }
    }
    return folder / path;
  }
  [[nodiscard]] fs::path found_file(const std::string& path) const {
    std::error_code error;
    fs::path file = found(path);
    if (!fs::is_regular_file(file, error))
      fail(fmt::format(
          "'{}' is not a file that is there; allowed: relative to the list, or to a folder above it", path));
    return file;
  }

  void take(const std::string& word, const std::string& value) {
    const auto begins = [&](const char* text) { return word.rfind(text, 0) == 0; };
    if (!value.empty() && word == "-D") {
      sources_.defines.push_back(value);
    } else if (!value.empty() && (word == "-y" || word == "-I")) {
      sources_.includes.push_back(found(value));  // Verilator finds modules there as well
    } else if (!value.empty() && word == "-v") {
      sources_.files.push_back(found_file(value));
    } else if (!value.empty()) {
      read_file_list(found_file(value), sources_, key_);
    } else if (begins("+incdir+")) {
      for (const auto& part : parts_of(word, 8)) sources_.includes.push_back(found(part));
    } else if (begins("+define+")) {
      for (const auto& part : parts_of(word, 8)) sources_.defines.push_back(part);
    } else if (word[0] != '-' && word[0] != '+') {
      sources_.files.push_back(found_file(word));
    } else if (word != "-sv" && !begins("+libext+")) {  // so it is anyway
      fail(
          fmt::format("'{}' is not allowed; allowed: files, +incdir+FOLDER, +define+NAME=VALUE, -I FOLDER, "
                      "-D NAME=VALUE, -f LIST, -y FOLDER, -v FILE; leave out what else tools take",
                      word));
    }
  }

  const fs::path& list_;
  DeviceSources& sources_;
  const char* key_;
  unsigned line_ = 1;
};

}  // namespace

void read_file_list(const fs::path& list, DeviceSources& sources, const char* key) {
  if (sources.lists.size() >= kMostLists)
    throw InputError("{}: {}: not allowed; allowed: at most {} file lists, none in itself", list.string(),
                     key, kMostLists);
  sources.lists.push_back(list);
  FileListReader(list, sources, key).read();
}

}  // namespace xb
