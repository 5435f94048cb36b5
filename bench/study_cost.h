// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

/// What a study of many short points costs besides their simulation, and its memory. Says whether the limits
/// hold.
bool bench_studies();

}  // namespace xb
