// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

/// What studies of so many short points cost besides their simulation, and the memory of others. Says whether
/// the limits hold.
bool bench_studies(unsigned points);

}  // namespace xb
