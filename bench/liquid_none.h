// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

/// How common traffics without a liquid schedule are: in all small networks, among random ones, and the
/// smallest of each kind. Says whether all schedules and proofs are right.
bool bench_liquid_none();

}  // namespace xb
