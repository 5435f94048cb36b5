// SPDX-License-Identifier: Apache-2.0
#include "waves/picture/port_runs.h"

#include "waves/picture/queue_contents.h"

namespace xb {

std::vector<PortRun> port_runs(const TracedWindow& window, Side side) {
  const bool in = side == Side::In;
  std::vector<PortRun> runs;
  for (unsigned port = 0; port < window.shape.ports; ++port) {
    bool open = false;  // the last run is of the cycle before, and its packet goes on
    for (std::size_t at = 0; at < window.cycles.size(); ++at) {
      const PortCycle& c = window.cycles[at];
      const bool valid = c.inputs_known && ((in ? c.s_tvalid : c.m_tvalid) & bit(port)) != 0;
      if (!valid) {
        open = false;
        continue;
      }
      const PacketId& packet = in ? c.in[port] : c.out[port];
      const bool moved = ((in ? c.s_tready : c.m_tready) & bit(port)) != 0;
      if (open && runs.back().packet == packet && runs.back().moved == moved)
        runs.back().cycles.last = at;
      else
        runs.push_back({port, packet, moved, {at, at}});
      open = !moved || ((in ? c.s_tlast : c.m_tlast) & bit(port)) == 0;
    }
  }
  return runs;
}

namespace {

/// The first packet from an input for an output.
std::optional<PacketId> first_packet(const TracedWindow& window, const QueueContents& contents,
                                     std::size_t at, unsigned input, unsigned output) {
  if (output >= window.shape.ports) return std::nullopt;
  for (const auto& one : contents.queue(at, window.shape.queue_of(input, output)))
    if (one.packet.source == input && one.packet.destination == output) return one.packet;
  return std::nullopt;
}

/// Why `input` does not go on in cycle `at`, which the flags of the next one tell.
HoldRun hold_at(const TracedWindow& window, const QueueContents& contents, std::size_t at, unsigned input) {
  const PortCycle& c = window.cycles[at];
  const PortCycle& flags = window.cycles[at + 1];
  HoldRun run{};
  run.input = input;
  run.hold = hold_of(flags, input);
  run.cycles = {at, at};
  if (run.hold == Hold::None) return run;
  run.output = run.hold == Hold::Pool ? flags.pool_by[input] : flags.blocked_by[input];
  if (run.hold == Hold::Pool) return run;
  if (run.hold == Hold::HigherClass) {  // of one of its packets, not of its head
    run.output = window.shape.ports;
    return run;
  }
  // Where queues are at outputs the head waits before them, and is not in the places.
  if (window.shape.queues != QueuePlace::Output)
    run.head = first_packet(window, contents, at, input, run.output);
  if (run.output < window.shape.ports && (c.m_tvalid & bit(run.output)) != 0) run.blocker = c.out[run.output];
  if (run.hold != Hold::HeadOfLine || window.shape.queues == QueuePlace::Output) return run;
  for_each_port(flags.hol_victims[input] & all_ports(window.shape.ports), [&](unsigned output) {
    const auto packet = first_packet(window, contents, at, input, output);
    if (packet) run.could_go.push_back(*packet);
  });
  return run;
}

bool goes_on(const HoldRun& run, const HoldRun& next) {
  return run.cycles.last + 1 == next.cycles.first && run.hold == next.hold && run.output == next.output &&
         run.head == next.head && run.blocker == next.blocker && run.could_go == next.could_go;
}

}  // namespace

std::vector<HoldRun> hold_runs(const TracedWindow& window, const QueueContents& contents) {
  std::vector<HoldRun> runs;
  for (unsigned input = 0; input < window.shape.ports; ++input) {
    const std::size_t first = runs.size();
    for (std::size_t at = 0; at + 1 < window.cycles.size(); ++at) {
      HoldRun next = hold_at(window, contents, at, input);
      if (next.hold == Hold::None) continue;
      if (runs.size() > first && goes_on(runs.back(), next))
        runs.back().cycles.last = at;
      else
        runs.push_back(std::move(next));
    }
  }
  return runs;
}

std::vector<DropMark> drop_marks(const TracedWindow& window) {
  const SwitchShape& shape = window.shape;
  std::vector<DropMark> marks;
  for (std::size_t at = 1; at < window.cycles.size(); ++at) {
    const PortCycle& before = window.cycles[at - 1];
    const PortCycle& now = window.cycles[at];
    for (unsigned i = 0; i < shape.ports; ++i)
      if (now.drop_misrouted[i] != before.drop_misrouted[i]) marks.push_back({at, 0, i, {}});
    for (unsigned q = 0; q < shape.queue_count; ++q) {
      if (now.drop_full[q] == before.drop_full[q]) continue;
      DropMark mark{at, q, {}, {}};
      if (shape.queues != QueuePlace::Output) {
        // Counted at the packet's last beat.
        const unsigned input = shape.port_of(q);
        mark.input = input;
        if ((before.moved_in() & before.s_tlast & bit(input)) != 0) mark.packet = before.in[input];
      }
      marks.push_back(mark);
    }
  }
  return marks;
}

}  // namespace xb
