// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "host/config/config_keys.h"
#include "host/point/run_config.h"

namespace xb {

/// Keys with their values, of `load 0.5, packet 1..9`; a key may come again.
inline std::vector<std::pair<std::string, std::string>> keys_of(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> keys;
  std::istringstream words(text);
  for (std::string key, value; words >> key >> value;) {
    if (value.back() == ',') value.pop_back();
    keys.emplace_back(key, value);
  }
  return keys;
}

/// Keys, each once, with their values, as a command line has them: a list, or such a text.
struct Keys : std::map<std::string, std::string> {
  using map::map;
  Keys() = default;
  Keys(const std::string& text) {
    for (const auto& [key, value] : keys_of(text)) (*this)[key] = value;
  }
  Keys(const char* text) : Keys(std::string(text)) {}
};

/// The defaults, but for these keys. What may have blanks in it, as a path, stands in a list.
inline RunConfig config_of(const Keys& keys, const Keys& more = {}) {
  RunConfig config;
  for (const Keys* some : {&keys, &more})
    for (const auto& [key, value] : *some) set_key(config, key, value, "");
  return config;
}

/// The words of a text.
inline std::set<std::string> word_set(const std::string& text) {
  std::set<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.insert(word);
  return words;
}

}  // namespace xb
