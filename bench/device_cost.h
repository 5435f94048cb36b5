// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

/// What hosts, checks and measures cost beside the bare model of a user's switch, and beside that of the
/// lab's `input` of the same shape, probed and observed from its ports. Whether the first costs no more.
bool bench_device();

}  // namespace xb
