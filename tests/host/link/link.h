// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "host/link/receiver.h"
#include "host/link/transmitter.h"

namespace xb {

/// A beat on the link to output `output`, for tests to damage.
struct LinkBeat {
  unsigned output;
  std::vector<std::uint64_t> data;
  bool first, last;
  std::uint64_t keep = 0;
};

/// A transmitter and a receiver, and a link in the test's hands between them.
class Link {
 public:
  Link(unsigned ports, unsigned words, const PacketTiming& timing = {}, LengthUnit unit = {})
      : words_(words),
        transmitter(ports, words, unit),
        receiver(ports, words, false, timing, unit),
        scoreboard(ports, unit) {}

  /// Sends a packet, one beat a cycle, into thin air; returns its beats.
  std::vector<LinkBeat> send(unsigned source, unsigned destination, unsigned length) {
    std::vector<LinkBeat> beats;
    const PortMask bit = PortMask{1} << source;
    transmitter.start(source, destination, length, now);
    while ((transmitter.idle() & bit) == 0) {
      const SwitchInputs& in = transmitter.wires();
      const std::uint64_t* data = &in.s_tdata[source * words_];
      beats.push_back({in.s_tdest[source],
                       {data, data + words_},
                       (in.s_tuser & bit) != 0,
                       (in.s_tlast & bit) != 0,
                       in.s_tkeep[source]});
      transmitter.advance(bit, now++, scoreboard);
    }
    return beats;
  }

  /// Brings the beats to their outputs, one a cycle.
  void deliver(const std::vector<LinkBeat>& beats) {
    for (const LinkBeat& beat : beats) {
      SwitchOutputs out{};
      const PortMask bit = PortMask{1} << beat.output;
      out.m_tdest[beat.output] = static_cast<std::uint8_t>(beat.output);
      if (beat.first) out.m_tuser = bit;
      if (beat.last) out.m_tlast = bit;
      out.m_tkeep[beat.output] = beat.keep;
      std::copy(beat.data.begin(), beat.data.end(), &out.m_tdata[beat.output * words_]);
      deliver(bit, out);
    }
  }
  void deliver(PortMask moved, const SwitchOutputs& out) {
    receiver.take(moved, out, now++, scoreboard, [&](const DeliveredPacket& p) { delivered.push_back(p); });
  }

 private:
  unsigned words_;

 public:
  Transmitter transmitter;
  Receiver receiver;
  Scoreboard scoreboard;
  std::uint64_t now = 0;
  std::vector<DeliveredPacket> delivered;
};

}  // namespace xb
