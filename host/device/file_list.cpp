// SPDX-License-Identifier: Apache-2.0
#include "host/device/file_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

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
  return word == "-f" || word == "-F" || word == "-y" || word == "-v";
}

/// What a word of a list names, with the path that may belong to it. False: such a word is not known.
bool take_word(const std::string& word, const std::string& path, const fs::path& folder,
               DeviceSources& sources, const char* key) {
  const auto begins = [&](const char* text) { return word.rfind(text, 0) == 0; };
  if (!path.empty() && word == "-y") {
    sources.includes.push_back(folder / path);  // Verilator finds modules there as well
  } else if (!path.empty() && word == "-v") {
    sources.files.push_back(folder / path);
  } else if (!path.empty()) {
    read_file_list(folder / path, sources, key);
  } else if (begins("+incdir+")) {
    for (const auto& part : parts_of(word, 8)) sources.includes.push_back(folder / part);
  } else if (begins("+define+")) {
    for (const auto& part : parts_of(word, 8)) sources.defines.push_back(part);
  } else if (word[0] != '-' && word[0] != '+') {
    sources.files.push_back(folder / word);
  } else {
    return word == "-sv" || begins("+libext+");  // so it is anyway
  }
  return true;
}

}  // namespace

void read_file_list(const fs::path& list, DeviceSources& sources, const char* key) {
  if (sources.lists.size() >= kMostLists)
    throw InputError("{}: {}: not allowed; allowed: at most {} file lists, none in itself", list.string(),
                     key, kMostLists);
  sources.lists.push_back(list);
  std::istringstream lines(read_text_file(list.string(), key, "a file list that can be read"));
  const fs::path folder = list.parent_path();
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line.substr(0, std::min(line.find("//"), line.find('#'))));
    for (std::string word; words >> word;) {
      std::string path;
      if (takes_path(word)) words >> path;
      if (!take_word(word, path, folder, sources, key))
        throw InputError(
            "{}:{}: '{}' is not allowed; allowed: files, +incdir+FOLDER, +define+NAME=VALUE, -f "
            "LIST, -y FOLDER, -v FILE",
            list.string(), number, word);
    }
  }
}

}  // namespace xb
