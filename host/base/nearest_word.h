// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace xb {

/// The word that differs least from `word`, in letters put in, left out, replaced or swapped with their
/// neighbour; of equals the first. Empty if all differ in more than a third of the letters of `word`, but one
/// is always allowed.
std::string nearest_word(std::string_view word, const std::vector<std::string>& words);

/// What is allowed, for messages: the names, or what says what they are, and first the one that is nearest to
/// `given`.
std::string allowed_names(const std::vector<std::string>& names, const std::string& what = {},
                          const std::string& given = {});

}  // namespace xb
