// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/check/queue_place.h"
#include "host/wires/switch_probes.h"

namespace xb {

/// What a trace says of the switch that it is of.
struct SwitchShape {
  unsigned ports = 0;
  QueuePlace queues = QueuePlace::Input;
  unsigned queue_count = 0;  ///< that report their occupancy
  unsigned data_words = 0;   ///< of a beat, 64 bits each; 0: a beat is its packet's header, in one word
  unsigned classes = 1;      ///< of traffic
  unsigned keep_bits = 0;    ///< of a beat's tkeep; 0: beats have none
  bool window = false;       ///< an input's first packets may all bid: its flags are not of its head alone
  bool fifo = false;         ///< packets leave a queue in the order in which they came
  SwitchProbes known = {};   ///< what it shows; without `queues` a trace counts what moves at the ports
  bool shows_beats = true;   ///< without `queues`: it shows the beats of each queue all the same
  bool lag = false;          ///< it runs beside an ideal switch
  std::string name;          ///< of the architecture, as the key `switch` has it
  std::string point;         ///< the flags that make this run again, but for the engine

  /// Bits of a port's number.
  [[nodiscard]] unsigned port_bits() const {
    unsigned bits = 1;
    while ((1U << bits) < ports) ++bits;
    return bits;
  }
  /// Bits of what holds an input (Hold).
  [[nodiscard]] unsigned cause_bits() const { return classes > 1 ? 3 : 2; }
  /// The queues that input `port` fills, first and last + 1; none where queues are at outputs.
  [[nodiscard]] unsigned first_queue_of_input(unsigned port) const {
    return queues == QueuePlace::Pair ? port * ports : port;
  }
  [[nodiscard]] unsigned queues_of_input() const {
    return queues == QueuePlace::Pair ? ports : queues == QueuePlace::Input ? 1 : 0;
  }
  /// The input that fills a queue; where queues are at outputs, the output that it is for.
  [[nodiscard]] unsigned port_of(unsigned queue) const {
    return queues == QueuePlace::Pair ? queue / ports : queue;
  }
  /// The queue of a packet from `source` to `destination`.
  [[nodiscard]] unsigned queue_of(unsigned source, unsigned destination) const {
    return queues == QueuePlace::Input    ? source
           : queues == QueuePlace::Output ? destination
                                          : source * ports + destination;
  }
};

}  // namespace xb
