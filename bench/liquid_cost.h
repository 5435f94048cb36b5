// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

/// Liquid schedules: CPU time against hosts, and of all allocations of Swiss-T1. Each schedule is checked.
/// Say whether all checks hold.
bool bench_liquid_scale();
bool bench_liquid_allocations();

}  // namespace xb
