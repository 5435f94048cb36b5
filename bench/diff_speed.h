// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

/// Wall-clock time of `xbarlab diff` on traces of 1 GiB as VCD, beside fst2vcd and plain diff. Says whether
/// it is at least as fast where there is an FST to be read.
bool bench_diff();

}  // namespace xb
