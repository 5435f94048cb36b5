// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

/// Where a switch's queues are, which is how they are numbered: queue = input, = output, =
/// input*ports+output.
enum class QueuePlace { Input, Output, Pair };

}  // namespace xb
