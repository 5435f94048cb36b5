// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace xb {

using ExpressionNames = std::map<std::string, std::int64_t>;

/// The value of an expression of whole numbers, such as `1 + log2(ports)`: names,
/// decimal and hexadecimal numbers, + - * / % << >>,
/// parentheses, log2(x) (rounded up), min(a, b), max(a, b). Throws std::invalid_argument that says what is
/// wrong with it.
std::int64_t evaluate(const std::string& expression, const ExpressionNames& names);

/// The names of `names` that an expression uses.
std::set<std::string> names_in(const std::string& expression, const ExpressionNames& names);

}  // namespace xb
