// SPDX-License-Identifier: Apache-2.0
#include "host/trace/first_look.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/trace/line_trace.h"

namespace xb {
namespace {

/// A cycle and an input that is held in it, as the flags of the next cycle say.
struct Held {
  std::size_t at;  ///< place in the window
  unsigned input;
};

using Flag = decltype(&PortCycle::hol);

/// The first cycle of the window in which an input is held, one whose own flags say the same if there is one.
template <class Holds>
std::optional<Held> first_held(const TracedWindow& window, Flag flag, Holds&& same) {
  std::optional<Held> first;
  for (std::size_t next = 1; next < window.cycles.size(); ++next) {
    const PortCycle& c = window.cycles[next - 1];
    const PortCycle& flags = window.cycles[next];
    if (flags.*flag == 0) continue;
    if (!first) first = Held{next - 1, lowest_port(flags.*flag)};
    std::optional<Held> lasting;
    for_each_port(c.*flag & flags.*flag, [&](unsigned input) {
      if (!lasting && same(c, flags, input)) lasting = Held{next - 1, input};
    });
    if (lasting) return lasting;
  }
  return first;
}

/// Which packets are where as cycle `at` of the window begins.
PacketPlaces places_at(const TracedWindow& window, std::size_t at) {
  PacketPlaces places = window.before;
  for (std::size_t c = 0; c < at; ++c) {
    places.look(window.cycles[c]);
    places.move(window.cycles[c]);
  }
  places.look(window.cycles[at]);
  return places;
}

/// The first packet that the input holds for the first of these outputs for which it has one. Where queues
/// are at outputs it waits before them, and the ports do not show which it is.
std::optional<PacketId> packet_for(const PacketPlaces& places, const SwitchShape& shape, unsigned input,
                                   PortMask outputs) {
  std::optional<PacketId> found;
  if (shape.queues == QueuePlace::Output) return found;
  for_each_port(outputs & all_ports(shape.ports), [&](unsigned output) {
    for (const auto& resident : places.residents(shape.queue_of(input, output))) {
      if (found || resident.packet.destination != output) continue;
      found = resident.packet;
    }
  });
  return found;
}

/// `input 3's head 3>0#17 waits for output 0, which sends 1>0#4`.
FirstLook waits(const TracedWindow& window, const Held& held) {
  const PortCycle& c = window.cycles[held.at];
  const unsigned output = window.cycles[held.at + 1].blocked_by[held.input];
  FirstLook look{c.cycle, fmt::format("input {}'s head", held.input), {held.input}};
  if (output >= window.shape.ports) {
    look.text += " waits";
    return look;
  }
  look.outputs = {output};
  const auto head = packet_for(places_at(window, held.at), window.shape, held.input, bit(output));
  if (head) look.text += " " + LineTrace::packet_text(*head);
  look.text += fmt::format(" waits for output {}", output);
  if ((c.moved_out() & bit(output)) != 0)
    look.text += ", which sends " + LineTrace::packet_text(c.out[output]);
  else if ((c.m_tready & bit(output)) == 0)
    look.text += ", which is not ready";
  return look;
}

/// `a higher class holds input 2's 2>1#3/0: output 1 sends 0>1#4/1`; where the higher class is in the input
/// itself no output is named.
FirstLook held_by_higher(const TracedWindow& window, const Held& held) {
  const PortCycle& c = window.cycles[held.at];
  const PacketPlaces places = places_at(window, held.at);
  FirstLook look{c.cycle, fmt::format("a higher class holds a packet of input {}", held.input), {held.input}};
  for_each_port(c.m_tvalid & all_ports(window.shape.ports), [&](unsigned output) {
    for (const auto& resident : places.residents(window.shape.queue_of(held.input, output))) {
      const PacketId& packet = resident.packet;
      if (!look.outputs.empty() || packet.source != held.input || packet.destination != output ||
          packet.of_class >= c.out[output].of_class)
        continue;
      look.text = fmt::format("a higher class holds input {}'s {}: output {} sends {}", held.input,
                              LineTrace::packet_text(packet), output, LineTrace::packet_text(c.out[output]));
      look.outputs = {output};
    }
  });
  return look;
}

/// The flags of two cycles tell the same of an input.
bool same_output(const PortCycle& a, const PortCycle& b, unsigned input) {
  return a.blocked_by[input] == b.blocked_by[input];
}
bool same_victim(const PortCycle& a, const PortCycle& b, unsigned input) {
  return (a.hol & b.hol & bit(input)) != 0 && same_output(a, b, input) &&
         (a.hol_victims[input] & b.hol_victims[input]) != 0;
}

/// Of an input whose first packets may all bid no one packet is what waits.
FirstLook window_flagged(const TracedWindow& window, const Held& held, const char* what) {
  const PortCycle& flags = window.cycles[held.at + 1];
  FirstLook look{flags.cycle, fmt::format("input {} is flagged {}", held.input, what), {held.input}};
  const unsigned output = flags.blocked_by[held.input];
  if (output >= window.shape.ports) return look;
  look.text += fmt::format(", by output {}", output);
  look.outputs = {output};
  return look;
}

FirstLook hol(const TracedWindow& window, const Held& held) {
  if (window.shape.window) return window_flagged(window, held, "head-of-line blocked");
  const PortCycle& c = window.cycles[held.at];
  const PortCycle& flags = window.cycles[held.at + 1];
  FirstLook look = waits(window, held);
  PortMask victims = flags.hol_victims[held.input];
  if (same_victim(c, flags, held.input)) victims &= c.hol_victims[held.input];
  if (victims == 0) return look;
  const auto behind = packet_for(places_at(window, held.at), window.shape, held.input, victims);
  const unsigned idle = behind ? behind->destination : lowest_port(victims);
  look.text += fmt::format("; {} for idle output {} is behind it",
                           behind ? LineTrace::packet_text(*behind) : "a packet", idle);
  if (idle < window.shape.ports) look.outputs.push_back(idle);
  return look;
}

/// The ports that a queue belongs to.
void add_ports(FirstLook& look, const SwitchShape& shape, unsigned queue) {
  if (shape.queues != QueuePlace::Output) look.inputs.push_back(shape.port_of(queue));
  if (shape.queues != QueuePlace::Input) look.outputs.push_back(queue % shape.ports);
}

FirstLook discarded(const TracedWindow& window, std::size_t at) {
  const PortCycle& before = window.cycles[at - 1];
  const PortCycle& c = window.cycles[at];
  const std::uint64_t packets = c.drops() - before.drops();
  FirstLook look{c.cycle, packets == 1
                              ? std::string("a packet was discarded in the cycle before")
                              : fmt::format("{} packets were discarded in the cycle before", packets)};
  for (unsigned i = 0; i < window.shape.ports && look.inputs.empty(); ++i) {
    if (c.drop_misrouted[i] != before.drop_misrouted[i]) look.inputs = {i};
  }
  for (unsigned q = 0; q < window.shape.queue_count && look.inputs.empty() && look.outputs.empty(); ++q) {
    if (c.drop_full[q] != before.drop_full[q]) add_ports(look, window.shape, q);
  }
  return look;
}

constexpr unsigned kSilentPackets = 8;  // fewer may well wait

/// Of a switch that does not show its queues: a flow of which nothing came out in the window, the one with
/// the most packets. Its packets fill the queues that are counted here for as long as the run lasts.
std::optional<FirstLook> silent_flow(const TracedWindow& window) {
  const unsigned ports = window.shape.ports;
  if (window.shape.known.queues) return std::nullopt;
  struct Flow {
    unsigned in = 0;
    std::uint64_t since = 0;
    bool came_out = false;
  };
  std::vector<Flow> flows(std::size_t{ports} * ports);
  const auto flow_of = [&](const PacketId& packet) -> Flow* {
    const bool is_one = packet.source < ports && packet.destination < ports;
    return is_one ? &flows[std::size_t{packet.source} * ports + packet.destination] : nullptr;
  };
  for (const PortCycle& c : window.cycles) {
    for_each_port(c.moved_in() & c.s_tuser, [&](unsigned port) {
      Flow* const flow = flow_of(c.in[port]);
      if (flow != nullptr && flow->in++ == 0) flow->since = c.cycle;
    });
    for_each_port(c.moved_out(), [&](unsigned port) {
      if (Flow* const flow = flow_of(c.out[port])) flow->came_out = true;
    });
  }
  const auto packets = [](const Flow& flow) { return flow.came_out ? 0 : flow.in; };
  const auto most = std::max_element(flows.begin(), flows.end(),
                                     [&](const Flow& a, const Flow& b) { return packets(a) < packets(b); });
  if (packets(*most) < kSilentPackets) return std::nullopt;
  const auto at = static_cast<unsigned>(most - flows.begin());
  const unsigned input = at / ports, output = at % ports;
  return FirstLook{
      most->since,
      fmt::format("{} packets go in at input {} for output {} from here on, and none comes out in "
                  "the window",
                  most->in, input, output),
      {input},
      {output}};
}

FirstLook longest_queue(const TracedWindow& window) {
  FirstLook found{window.cycles.front().cycle, "nothing is queued"};
  std::uint32_t most = 0;
  for (const PortCycle& c : window.cycles) {
    const auto longest = std::max_element(c.occ_beats.begin(), c.occ_beats.end());
    if (longest == c.occ_beats.end() || *longest <= most) continue;
    most = *longest;
    const auto queue = static_cast<unsigned>(longest - c.occ_beats.begin());
    found = {c.cycle, ""};
    add_ports(found, window.shape, queue);
    const std::string name =
        window.shape.queues == QueuePlace::Pair
            ? fmt::format("input {}'s queue for output {}", found.inputs.front(), found.outputs.front())
            : fmt::format("queue {}", queue);
    found.text = fmt::format("{} is the longest of the window, {} beat{}", name, most, most == 1 ? "" : "s");
  }
  return found;
}

}  // namespace

std::optional<FirstLook> first_look(const TracedWindow& window) {
  if (window.cycles.empty()) return std::nullopt;
  if (const auto held = first_held(window, &PortCycle::hol, same_victim)) return hol(window, *held);
  for (std::size_t at = 1; at < window.cycles.size(); ++at) {
    if (window.cycles[at].drops() != window.cycles[at - 1].drops()) return discarded(window, at);
  }
  const auto same_pool = [](const PortCycle& a, const PortCycle& b, unsigned input) {
    return a.pool_by[input] == b.pool_by[input];
  };
  if (const auto held = first_held(window, &PortCycle::pool, same_pool)) {
    const unsigned output = window.cycles[held->at + 1].pool_by[held->input];
    FirstLook look{window.cycles[held->at].cycle,
                   fmt::format("input {} is kept out: the memory is full, most of it for output {}",
                               held->input, output),
                   {held->input}};
    if (output < window.shape.ports) look.outputs = {output};
    return look;
  }
  const auto same_input = [](const PortCycle&, const PortCycle&, unsigned) { return true; };
  if (const auto held = first_held(window, &PortCycle::higher_class, same_input))
    return held_by_higher(window, *held);
  if (const auto held = first_held(window, &PortCycle::blocked, same_output))
    return window.shape.window ? window_flagged(window, *held, "blocked") : waits(window, *held);
  if (const auto look = silent_flow(window)) return *look;
  return longest_queue(window);
}

}  // namespace xb
