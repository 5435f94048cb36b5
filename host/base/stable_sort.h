// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace xb {

/// Sorts by `key(item)`, a number of 64 bits; what has the same one stays in order. A pass for each byte in
/// which keys differ (radix sort), so that millions of items with small keys are not compared.
template <class T, class Key>
void stable_sort_by(std::vector<T>& items, Key key) {
  constexpr unsigned kBytes = 8, kValues = 256;
  if (items.size() < 2) return;
  const auto byte_of = [&key](const T& item, unsigned byte) {
    return key(item) >> (8 * byte) & (kValues - 1);
  };
  // Items with that byte, then where the next one goes.
  std::array<std::array<std::size_t, kValues>, kBytes> places{};
  for (const T& item : items) {
    for (unsigned byte = 0; byte < kBytes; ++byte) ++places[byte][byte_of(item, byte)];
  }
  std::vector<T> sorted;
  for (unsigned byte = 0; byte < kBytes; ++byte) {
    auto& place = places[byte];
    if (place[byte_of(items.front(), byte)] == items.size()) continue;
    std::size_t before = 0;
    for (std::size_t& count : place) before += std::exchange(count, before);
    sorted.resize(items.size());
    for (const T& item : items) sorted[place[byte_of(item, byte)]++] = item;
    items.swap(sorted);
  }
}

}  // namespace xb
