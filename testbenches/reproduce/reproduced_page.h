// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/reproduce/comparison.h"

namespace xb {

/// `ok`, `3 of 40 off`, `12 of 40 points not run`, `2 points failed`.
std::string verdict_of(const Reproduced& one);

/// Markdown: a table of all, and of each its values beside the published ones. `pictures`: the folder of
/// NAME.svg, as the page names it. `command` made it. `left_out`: names of the experiments that are not among
/// these. The same text from the same results.
std::string reproduced_page(const std::vector<Reproduced>& all, const std::string& pictures,
                            const std::string& command, const std::vector<std::string>& left_out = {});

}  // namespace xb
