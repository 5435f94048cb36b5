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

}  // namespace

void read_file_list(const fs::path& list, DeviceSources& sources, const char* key) {
  if (sources.lists.size() >= kMostLists)
    throw InputError(fmt::format("{}: {}: not allowed; allowed: at most {} file lists, none in itself",
                                 list.string(), key, kMostLists));
  sources.lists.push_back(list);
  std::istringstream lines(read_text_file(list.string(), key, "a file list that can be read"));
  const fs::path folder = list.parent_path();
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line.substr(0, std::min(line.find("//"), line.find('#'))));
    for (std::string word; words >> word;) {
      constexpr const char* kIncdir = "+incdir+";
      constexpr const char* kDefine = "+define+";
      if (word.rfind(kIncdir, 0) == 0) {
        for (const auto& part : parts_of(word, 8)) sources.includes.push_back(folder / part);
      } else if (word.rfind(kDefine, 0) == 0) {
        for (const auto& part : parts_of(word, 8)) sources.defines.push_back(part);
      } else if ((word == "-f" || word == "-F") && words >> word) {
        read_file_list(folder / word, sources, key);
      } else if (word == "-y" && words >> word) {
        sources.includes.push_back(folder / word);  // Verilator finds modules there as well
      } else if (word == "-v" && words >> word) {
        sources.files.push_back(folder / word);
      } else if (word == "-sv" || word.rfind("+libext+", 0) == 0) {
        continue;  // so it is anyway
      } else if (word[0] == '-' || word[0] == '+') {
        throw InputError(
            fmt::format("{}:{}: '{}' is not allowed; allowed: files, +incdir+FOLDER, +define+NAME=VALUE, -f "
                        "LIST, -y FOLDER, "
                        "-v FILE",
                        list.string(), number, word));
      } else {
        sources.files.push_back(folder / word);
      }
    }
  }
}

}  // namespace xb
