// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace xb {

/// Keys with their values, of `load 0.5, packet 1..9`.
inline std::vector<std::pair<std::string, std::string>> keys_of(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> keys;
  std::istringstream words(text);
  for (std::string key, value; words >> key >> value;) {
    if (value.back() == ',') value.pop_back();
    keys.emplace_back(key, value);
  }
  return keys;
}

/// Those of a text.
inline std::set<std::string> words_of(const std::string& text) {
  std::set<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.insert(word);
  return words;
}

}  // namespace xb
