// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace xb {

// A choice is an enum with a function words(Choice) beside it, or beside the key that it is the value of: the
// word of each enumerator, in their order. Keys, records, messages and help have the words from there.

template <class Choice>
constexpr const char* word(Choice choice) {
  return words(choice)[static_cast<std::size_t>(choice)];
}

/// The choice that a word names, or nothing.
template <class Choice>
constexpr std::optional<Choice> find_choice(std::string_view text) {
  constexpr auto all = words(Choice{});
  for (std::size_t n = 0; n < all.size(); ++n) {
    if (text == all[n]) return static_cast<Choice>(n);
  }
  return {};
}

}  // namespace xb
