// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "systemc/memory_switch_pipe.h"

namespace xb::twin {

/// A memory switch twin with wires to set by hand; 64-bit beats, or none.
template <class Switch>
class DriverOf {
 public:
  DriverOf(unsigned ports, std::uint32_t max_depth, bool per_output, const Settings& settings,
           unsigned data_words = 1)
      : sw({ports, data_words, max_depth}, per_output), dest(ports), data(ports) {
    in.settings = settings;
    in.s_tdest = dest.data();
    in.s_tdata = data.data();
    in.m_tready = ~PortMask{0} >> (64 - ports);
    // As the engines do: cycle 0 is the third after reset.
    sw.step(in);
    sw.step(in);
  }

  /// Offers a beat on an input in this cycle.
  void offer(unsigned input, unsigned destination, std::uint64_t value, bool first, bool last) {
    dest[input] = static_cast<std::uint8_t>(destination);
    data[input] = value;
    in.s_tvalid |= bit(input);
    in.s_tuser = first ? in.s_tuser | bit(input) : in.s_tuser & ~bit(input);
    in.s_tlast = last ? in.s_tlast | bit(input) : in.s_tlast & ~bit(input);
  }
  [[nodiscard]] PortMask taken() const { return in.s_tvalid & sw.s_tready(); }
  [[nodiscard]] PortMask given() const { return sw.m_tvalid() & in.m_tready; }
  /// Ends the cycle; what was offered is withdrawn.
  void step() {
    sw.step(in);
    in.s_tvalid = 0;
    ++cycle;
  }
  /// Offers a packet's beats, one a cycle, until all are taken or `most` cycles have gone; returns what is
  /// left.
  unsigned send(unsigned input, unsigned destination, std::uint64_t value, unsigned beats,
                unsigned most = 100000) {
    unsigned left = beats;
    for (; left > 0 && most > 0; --most) {
      offer(input, destination, value + (beats - left), left == beats, left == 1);
      if ((taken() & bit(input)) != 0) --left;
      step();
    }
    return left;
  }
  void idle(unsigned cycles) {
    for (; cycles > 0; --cycles) step();
  }
  [[nodiscard]] std::uint32_t held_packets() const {
    std::uint32_t packets = 0;
    for (unsigned j = 0; j < sw.queues(); ++j) packets += sw.occ_packets(j);
    return packets;
  }

  Switch sw;
  Inputs in;
  std::vector<std::uint8_t> dest;
  std::vector<std::uint64_t> data;
  std::uint64_t cycle = 0;
};

using MemoryDriver = DriverOf<MemorySwitch>;
using PipeDriver = DriverOf<MemorySwitchPipe>;

}  // namespace xb::twin
