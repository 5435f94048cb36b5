// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace xb {

// Registries: lists of entries, each with a `name`.

template <class Entry>
std::vector<std::string> names(const std::vector<Entry>& entries) {
  std::vector<std::string> all;
  for (const auto& e : entries) all.push_back(e.name);
  return all;
}
/// Of those the ones that use a key.
template <class Entry>
std::vector<std::string> names_using(const std::vector<Entry>& entries, const std::string& key) {
  std::vector<std::string> found;
  for (const Entry& entry : entries) {
    if (std::find(entry.keys.begin(), entry.keys.end(), key) != entry.keys.end()) found.push_back(entry.name);
  }
  return found;
}
/// The entry of that name, or null.
template <class Entry>
const Entry* find_named(const std::vector<Entry>& entries, std::string_view name) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace xb
