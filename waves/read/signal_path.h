// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace xb {

/// A name as a trace declares it, in two parts.
struct DeclaredName {
  std::string name;  ///< of one signal or scope; an index stands in brackets at its end: `in[3]`
  bool has_range = false;
  std::int32_t left = 0, right = 0;  ///< [left:right]
};

/// Takes `data[3:0]`, `data [3:0]`, `\in[3] `, `in(3)` and `in[3]` apart: without the backslash, round
/// brackets and blanks; a range is not part of the name, an index is.
DeclaredName declared_name(std::string_view text);

/// `scope` and `name` with a dot between; `name` alone where there is no scope.
std::string signal_path(std::string_view scope, std::string_view name);

/// A path as users write it, `.` or `/` between its parts, as the readers do.
std::string normal_path(std::string_view text);

/// The last part of a path, what is before its dot, and how many parts that has.
std::string_view leaf_of(std::string_view path);
std::string_view scope_of(std::string_view path);
std::size_t depth_of(std::string_view path);

}  // namespace xb
