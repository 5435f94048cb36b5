// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/observed_ports.h"

namespace xb {

ObservedPorts::ObservedPorts(const Setup& setup, unsigned words)
    : setup_(setup), observer_(setup.config.ports, setup.config.store_forward(), words) {}

void ObservedPorts::note(const SwitchInputs& in, PortMask accepted) {
  accepted_ = accepted;
  first_ = accepted & in.s_tuser;
  last_ = accepted & in.s_tlast;
  for_each_port(first_, [&](unsigned input) { to_[input] = in.s_tdest[input]; });
}

void ObservedPorts::enter(unsigned input, std::uint64_t now, const Scoreboard& scoreboard) {
  const RunConfig& config = setup_.config;
  const unsigned output = to_[input];
  const unsigned length =
      setup_.lengths.beats_of(PacketHeader::decode(scoreboard.newest(input, output).header).length);
  const std::uint64_t zero_load = setup_.entry->zero_load_cycles(
      {config.ports, input, output, now, length, config.store_forward(), config.route_delay, config.speedup});
  observer_.enters(input, output, now + zero_load);
}

void ObservedPorts::end_cycle(PortMask ready, PortMask delivered, const SwitchOutputs& out, std::uint64_t now,
                              const Receiver& receiver, const Scoreboard& scoreboard) {
  observer_.look(ready, out, now);
  for_each_port(accepted_, [&](unsigned input) {
    if ((first_ & bit(input)) != 0) enter(input, now, scoreboard);
    observer_.beat_in(input, (last_ & bit(input)) != 0, now);
  });
  for_each_port(delivered, [&](unsigned output) {
    if ((out.m_tuser & bit(output)) != 0) {
      const unsigned input = receiver.packet(output).source;
      const std::size_t flow = std::size_t{input} * setup_.config.ports + output;
      observer_.lost(input, output, scoreboard.flow(input, output).lost - shown().drop_full[flow]);
      observer_.begins(input, output);
    }
    observer_.beat_out(output, (out.m_tlast & bit(output)) != 0);
  });
}

}  // namespace xb
