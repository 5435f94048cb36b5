// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

/// Where a switch's queues are, which is how they are numbered: queue = input, = output, =
/// input*ports+output.
enum class QueuePlace { Input, Output, Pair };

/// The queue of the packets from an input to an output.
constexpr unsigned queue_of(QueuePlace place, unsigned ports, unsigned input, unsigned output) {
  return place == QueuePlace::Input ? input : place == QueuePlace::Output ? output : input * ports + output;
}

}  // namespace xb
