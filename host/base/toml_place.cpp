// SPDX-License-Identifier: Apache-2.0
#include "host/base/toml_place.h"

#include <fmt/format.h>

namespace xb {
namespace {

std::string place_at(const std::string& file, const toml::source_position& at) {
  return fmt::format("{}:{}:{}", file, at.line, at.column);
}

}  // namespace

std::string toml_place(const std::string& file, const toml::node& node) {
  return place_at(file, node.source().begin);
}

std::string toml_place(const std::string& file, const toml::key& key) {
  return place_at(file, key.source().begin);
}

toml::table parse_toml(const SourceText& source, const std::string& text) {
  try {
    return toml::parse(text, source.file);
  } catch (const toml::parse_error& error) {
    const std::string what(error.description());
    throw InputErrors({source.with_line(place_at(source.file, error.source().begin) + ": " + what)});
  }
}

}  // namespace xb
