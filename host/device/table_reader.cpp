// SPDX-License-Identifier: Apache-2.0
#include "host/device/table_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "host/base/nearest_word.h"
#include "host/base/toml_place.h"

namespace xb {

namespace fs = std::filesystem;

bool is_port_name(const std::string& text) {
  std::string rest = text;
  for (auto at = rest.find("{i}"); at != std::string::npos; at = rest.find("{i}")) rest.replace(at, 3, "0");
  const auto in_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '$'; };
  return !rest.empty() && (std::isalpha(static_cast<unsigned char>(text[0])) != 0 || text[0] == '_') &&
         std::all_of(rest.begin(), rest.end(), in_name);
}

std::string TableReader::place(const toml::node& node) const { return toml_place(file_, node); }

void TableReader::refuse(const toml::node& node, const std::string& key, const std::string& value,
                         const std::string& allowed) const {
  throw InputError(fmt::format("{}: {}: {}not allowed; allowed: {}", place(node), key,
                               value.empty() ? "" : fmt::format("'{}' is ", value), allowed));
}

void TableReader::read_table(const toml::table& table, const std::string& prefix, const Entries& entries) {
  for (const auto& [name, node] : table) {
    const std::string key(name.str());
    const auto known =
        std::find_if(entries.begin(), entries.end(), [&](const Named& entry) { return entry.name == key; });
    if (known == entries.end()) {
      Texts all;
      for (const Named& entry : entries) all.push_back(entry.name);
      const std::string nearest = nearest_word(key, all);
      errors.add(fmt::format("{}: unknown key '{}{}'; allowed: {}{}", toml_place(file_, name), prefix, key,
                             nearest.empty() ? "" : fmt::format("'{}', the nearest; of ", nearest),
                             fmt::join(all, " ")));
      continue;
    }
    const toml::node& value = node;
    errors.collect([&] { known->read(value, prefix + key); });
  }
}

TableReader::Entry TableReader::table_of(Entries entries) {
  return [this, entries = std::move(entries)](const toml::node& node, const std::string& key) {
    if (!node.is_table()) refuse(node, key, "", fmt::format("a table [{}]", key));
    read_table(*node.as_table(), key + ".", entries);
  };
}

TableReader::Entry TableReader::table_of_any(
    std::function<void(const std::string& name, const toml::node& node, const std::string& key)> read) {
  return [this, read = std::move(read)](const toml::node& node, const std::string& key) {
    if (!node.is_table()) refuse(node, key, "", fmt::format("a table [{}]", key));
    for (const auto& [name, value] : *node.as_table()) {
      const toml::node& value_node = value;
      const std::string word(name.str());
      errors.collect([&] { read(word, value_node, key + "." + word); });
    }
  };
}

std::string TableReader::text(const toml::node& node, const std::string& key, const char* allowed) const {
  const auto value = node.value_exact<std::string>();
  if (!value || value->empty()) refuse(node, key, "", allowed);
  return *value;
}

TableReader::Texts TableReader::texts(const toml::node& node, const std::string& key) const {
  if (!node.is_array()) return {text(node, key, "a text or a list of texts")};
  Texts all;
  for (const auto& element : *node.as_array()) all.push_back(text(element, key, "a list of texts"));
  return all;
}

std::string TableReader::choice(const toml::node& node, const std::string& key, const Texts& words) const {
  const std::string word = text(node, key, "a text");
  if (std::find(words.begin(), words.end(), word) == words.end())
    refuse(node, key, word, fmt::format("{}", fmt::join(words, " ")));
  return word;
}

bool TableReader::truth(const toml::node& node, const std::string& key) const {
  if (!node.is_boolean()) refuse(node, key, "", "true false");
  return *node.value<bool>();
}

unsigned TableReader::number(const toml::node& node, const std::string& key, unsigned most) const {
  const auto value = node.value_exact<std::int64_t>();
  if (!value || *value < 0 || *value > most) refuse(node, key, "", fmt::format("0..{}", most));
  return static_cast<unsigned>(*value);
}

double TableReader::mhz(const toml::node& node, const std::string& key) const {
  const auto value = node.value<double>();
  if (!value || node.is_boolean() || !(*value > 0 && *value <= 1e5))
    refuse(node, key, "", "above 0, up to 1e5");
  return *value;
}

fs::path TableReader::beside(const std::string& path) const {
  return (fs::path(file_).parent_path() / path).lexically_normal();
}

fs::path TableReader::folder(const toml::node& node, const std::string& key, const std::string& path) const {
  std::error_code error;
  const fs::path found = beside(path);
  if (!fs::is_directory(found, error)) refuse(node, key, path, "a folder, relative to this file");
  return found;
}

}  // namespace xb
