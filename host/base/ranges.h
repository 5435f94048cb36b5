// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>

// Algorithms of the standard library on all of a list, as C++20 has them.
namespace xb {

/// Whether the list has this value.
template <class List, class Value>
bool contains(const List& list, const Value& value) {
  return std::find(std::begin(list), std::end(list), value) != std::end(list);
}

template <class List, class Holds>
bool any_of(const List& list, Holds&& holds) {
  return std::any_of(std::begin(list), std::end(list), holds);
}

template <class List, class Holds>
bool all_of(const List& list, Holds&& holds) {
  return std::all_of(std::begin(list), std::end(list), holds);
}

template <class List, class Holds>
bool none_of(const List& list, Holds&& holds) {
  return std::none_of(std::begin(list), std::end(list), holds);
}

template <class List, class Holds>
std::size_t count_if(const List& list, Holds&& holds) {
  return static_cast<std::size_t>(std::count_if(std::begin(list), std::end(list), holds));
}

template <class List, class Goes>
void erase_if(List& list, Goes&& goes) {
  list.erase(std::remove_if(list.begin(), list.end(), goes), list.end());
}

}  // namespace xb
