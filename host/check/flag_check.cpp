// SPDX-License-Identifier: Apache-2.0
#include "host/check/flag_check.h"

#include <fmt/format.h>

namespace xb {
namespace {

/// A packet of the flow is in the switch, of whatever class.
bool holds(const Scoreboard& scoreboard, unsigned ports, unsigned input, unsigned output) {
  for (unsigned source = input; source < scoreboard.sources(); source += ports)
    if (scoreboard.due(source, output) != nullptr) return true;
  return false;
}

}  // namespace

/// A packet of the flow, of whatever class, waited in the cycle that the flags describe: what came in in it
/// did not.
bool FlagCheck::waits(unsigned input, unsigned output, std::uint64_t now, const Receiver& receiver,
                      const Scoreboard& scoreboard) const {
  for (unsigned source = input; source < scoreboard.sources(); source += ports_) {
    const Scoreboard::Flow& flow = scoreboard.flow(source, output);
    const bool begun = receiver.in_packet(output) && receiver.source_of(receiver.packet(output)) == source;
    const unsigned oldest = begun ? 1 : 0;
    if (flow.packets.size() <= oldest) continue;
    const PacketInFlight& packet = scoreboard.packet(flow, oldest);
    if ((store_forward_ ? packet.last_in_cycle : packet.first_in_cycle) < now - 1) return true;
  }
  return false;
}

void FlagCheck::check_hol(const SwitchOutputs& out, std::uint64_t now, const Receiver& receiver,
                          const Scoreboard& scoreboard) {
  const PortMask idle = queued_outputs_ ? ready_ : ready_ & ~valid_;
  for_each_port(out.hol, [&](unsigned input) {
    const PortMask victims = out.hol_victims[input];
    if (victims == 0) report(now, fmt::format("input {}: head-of-line blocking without a victim", input));
    if (out.blocked_by[input] >= ports_ || !holds(scoreboard, ports_, input, out.blocked_by[input])) {
      report(now, fmt::format("input {}: blocked by output {}, for which it holds no packet", input,
                              out.blocked_by[input]));
    }
    if ((victims & ~(idle & all_ports(ports_))) != 0) {
      const unsigned output = lowest_port(victims & ~(idle & all_ports(ports_)));
      report(now, fmt::format(
                      "input {}: output {} is a victim of head-of-line blocking, and was not idle and ready",
                      input, output));
      return;
    }
    for_each_port(victims, [&](unsigned output) {
      if (output == out.blocked_by[input])
        report(now,
               fmt::format("input {}: output {} is a victim of head-of-line blocking, and the head's own",
                           input, output));
      if (waits(input, output, now, receiver, scoreboard)) return;
      report(now, fmt::format(
                      "input {}: output {} is a victim of head-of-line blocking, and no packet for it waited",
                      input, output));
    });
  });
}

void FlagCheck::check_idle(const SwitchOutputs& out, std::uint64_t now, const Scoreboard& scoreboard) {
  for_each_port(out.idle_with_work & all_ports(ports_), [&](unsigned output) {
    std::uint64_t packets = scoreboard.bound_for(output);
    if (packets > port_count(fresh_)) return;
    for_each_port(fresh_, [&](unsigned input) { packets -= fresh_to_[input] == output ? 1 : 0; });
    if (packets == 0)
      report(now, fmt::format("output {}: idle with work, and no packet for it was in the switch", output));
  });
}

void FlagCheck::report_marks(const SwitchOutputs& out, std::uint64_t now) {
  const PortMask unblocked = (out.blocked_backpressure | out.hol) & ~out.blocked;
  if (unblocked != 0) {
    report(now, fmt::format("input {}: head-of-line blocking or back-pressure, and the head was not blocked",
                            lowest_port(unblocked)));
  }
  const PortMask busy = out.idle_with_work & ~(ready_ & ~valid_);
  if (busy != 0)
    report(now, fmt::format("output {}: idle with work, and it was not idle and ready", lowest_port(busy)));
}

void FlagCheck::report(std::uint64_t now, const std::string& what) {
  if (violation_.empty()) violation_ = fmt::format("  cycle {}: flags: {}\n", now - 1, what);
}

}  // namespace xb
