// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/liquid/transfer_classes.h"

namespace xb {

/// Steps, by item, where each class has two links that can be too busy, one of either of two kinds, as
/// senders and receivers at one switch: then as many steps do as the busiest link needs (Koenig 1916).
/// Nothing where classes have more such links, or some link needs more than `steps`.
std::optional<std::vector<std::uint32_t>> bipartite_steps(const ClassProblem& problem, unsigned steps);

}  // namespace xb
