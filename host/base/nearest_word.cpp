// SPDX-License-Identifier: Apache-2.0
#include "host/base/nearest_word.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace xb {
namespace {

int lower(char c) { return std::tolower(static_cast<unsigned char>(c)); }

/// Damerau-Levenshtein distance with neighbours swapped at most once (optimal string alignment),
/// capitals or not.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = d[i - 1][j - 1] + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      d[i][j] = std::min({replaced, d[i - 1][j] + 1, d[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string nearest_word(std::string_view word, const std::vector<std::string>& words) {
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::string nearest;
  for (const std::string& candidate : words) {
    const std::size_t d = distance(word, candidate);
    if (d >= least) continue;
    least = d;
    nearest = candidate;
  }
  return nearest;
}

std::string allowed_names(const std::vector<std::string>& names, const std::string& what,
                          const std::string& given) {
  const std::string nearest = given.empty() ? "" : nearest_word(given, names);
  return (nearest.empty() ? "" : fmt::format("'{}', the nearest; of ", nearest)) +
         (what.empty() ? fmt::format("{}", fmt::join(names, " ")) : what);
}

}  // namespace xb
