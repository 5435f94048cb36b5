// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace xb {

/// The values of `FROM..TO step STEP`: whole numbers or decimals, exact (0.15 where binary arithmetic has
/// 0.15000000000000002), up to the last one that is not above TO. Nothing if the text lacks `..` or the word
/// `step`: it is a value by itself, such as the packet lengths `1..4`. Throws InputError, which begins with
/// the value, if it has both and is no range, or one of more than 100000 values.
std::optional<std::vector<std::string>> range_values(const std::string& text);

/// `values` of a key with each range replaced by what it stands for. Throws InputError that begins with
/// `place: key`.
std::vector<std::string> expand_ranges(const std::string& key, const std::vector<std::string>& values,
                                       const std::string& place);

}  // namespace xb
