// SPDX-License-Identifier: Apache-2.0
#include "waves/read/signal_path.h"

#include <algorithm>

#include "host/base/parse_number.h"

namespace xb {
namespace {

constexpr double kFarIndex = 2147483647;

bool index_of(std::string_view text, std::int32_t& index) {
  return parse_number(text, -kFarIndex, kFarIndex, index);
}

}  // namespace

DeclaredName declared_name(std::string_view text) {
  DeclaredName declared;
  std::string plain;
  if (!text.empty() && text.front() == '\\') text.remove_prefix(1);
  for (const char c : text) {
    if (c == ' ' || c == '\t') continue;
    plain += c == '(' ? '[' : c == ')' ? ']' : c == '/' ? '.' : c;
  }
  const std::size_t open = plain.rfind('[');
  const std::size_t colon = plain.find(':', open == std::string::npos ? 0 : open);
  if (open != std::string::npos && open > 0 && plain.back() == ']' && colon != std::string::npos) {
    const std::string_view inner = std::string_view(plain).substr(0, plain.size() - 1);
    declared.has_range = index_of(inner.substr(open + 1, colon - open - 1), declared.left) &&
                         index_of(inner.substr(colon + 1), declared.right);
    if (declared.has_range) plain.resize(open);
  }
  declared.name = std::move(plain);
  return declared;
}

std::string signal_path(std::string_view scope, std::string_view name) {
  std::string path(scope);
  if (!path.empty()) path += '.';
  path += name;
  return path;
}

std::string normal_path(std::string_view text) {
  std::string path;
  std::string part;
  const auto end_part = [&] {
    if (!part.empty()) path = signal_path(path, declared_name(part).name);
    part.clear();
  };
  for (const char c : text) {
    if (c == '.' || c == '/')
      end_part();
    else
      part += c;
  }
  end_part();
  return path;
}

std::string_view leaf_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

std::string_view scope_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
}

std::size_t depth_of(std::string_view path) {
  return static_cast<std::size_t>(std::count(path.begin(), path.end(), '.'));
}

}  // namespace xb
