// SPDX-License-Identifier: Apache-2.0
#include "host/trace/first_look.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/trace/line_trace.h"

namespace xb {
namespace {

/// The flags of a cycle describe the one before: its place in the window, or none where that is outside.
using Place = std::optional<std::size_t>;

template <class Holds>
Place cycle_before(const RecordedWindow& window, Holds&& holds) {
  for (std::size_t at = 1; at < window.cycles.size(); ++at) {
    if (holds(window.cycles[at])) return at - 1;
  }
  return std::nullopt;
}

/// Which packets are where as cycle `at` of the window begins.
PacketPlaces places_at(const RecordedWindow& window, std::size_t at) {
  PacketPlaces places = window.before;
  for (std::size_t c = 0; c < at; ++c) {
    places.look(window.cycles[c]);
    places.move(window.cycles[c]);
  }
  places.look(window.cycles[at]);
  return places;
}

/// `input 3's head 3>0#17 waits for output 0, which sends 1>0#4`.
std::string waits_text(const RecordedWindow& window, std::size_t at, unsigned input) {
  const PortCycle& c = window.cycles[at];
  const unsigned output = window.cycles[at + 1].blocked_by[input];
  std::string text = fmt::format("input {}'s head", input);
  const auto& head = c.head[window.shape.queue_of(input, output)];
  if (head && window.shape.queues != QueuePlace::Output) text += " " + LineTrace::packet_text(*head);
  text += fmt::format(" waits for output {}", output);
  if ((c.moved_out() & bit(output)) != 0)
    return text + ", which sends " + LineTrace::packet_text(c.out[output]);
  return text + ((c.m_tready & bit(output)) == 0 ? ", which is not ready" : "");
}

/// The first packet of the input's FIFO that is for one of these outputs.
std::optional<PacketId> packet_for(const PacketPlaces& places, unsigned queue, PortMask outputs) {
  for (const auto& resident : places.residents(queue)) {
    const PacketId& packet = resident.packet;
    if (packet.destination < kMaxPorts && (outputs & bit(packet.destination)) != 0) return packet;
  }
  return std::nullopt;
}

FirstLook hol(const RecordedWindow& window, std::size_t at) {
  const PortCycle& flags = window.cycles[at + 1];
  const unsigned input = lowest_port(flags.hol);
  std::string text = waits_text(window, at, input);
  const PortMask victims = flags.hol_victims[input];
  const PacketPlaces places = places_at(window, at);
  const auto behind = packet_for(places, window.shape.first_queue_of_input(input), victims);
  const unsigned idle = behind ? behind->destination : lowest_port(victims);
  text += fmt::format("; {} for idle output {} is behind it",
                      behind ? LineTrace::packet_text(*behind) : "a packet", idle);
  return {window.cycles[at].cycle, text};
}

FirstLook longest_queue(const RecordedWindow& window) {
  FirstLook found{window.cycles.front().cycle, "nothing is queued"};
  std::uint32_t most = 0;
  for (const PortCycle& c : window.cycles) {
    const auto longest = std::max_element(c.occ_beats.begin(), c.occ_beats.end());
    if (longest == c.occ_beats.end() || *longest <= most) continue;
    most = *longest;
    found = {c.cycle, fmt::format("queue {} is the longest of the window, {} beats",
                                  longest - c.occ_beats.begin(), most)};
  }
  return found;
}

}  // namespace

std::optional<FirstLook> first_look(const RecordedWindow& window) {
  if (window.cycles.empty()) return std::nullopt;
  if (const Place at = cycle_before(window, [](const PortCycle& c) { return c.hol != 0; }))
    return hol(window, *at);
  for (std::size_t at = 1; at < window.cycles.size(); ++at) {
    const PortCycle& c = window.cycles[at];
    if (c.drops() == window.cycles[at - 1].drops()) continue;
    return FirstLook{c.cycle, fmt::format("{} packet(s) discarded in the cycle before",
                                          c.drops() - window.cycles[at - 1].drops())};
  }
  if (const Place at = cycle_before(window, [](const PortCycle& c) { return c.pool != 0; })) {
    const PortCycle& flags = window.cycles[*at + 1];
    const unsigned input = lowest_port(flags.pool);
    return FirstLook{window.cycles[*at].cycle,
                     fmt::format("input {} is kept out: the memory is full, most of it for output {}", input,
                                 flags.pool_by[input])};
  }
  if (const Place at = cycle_before(window, [](const PortCycle& c) { return c.blocked != 0; }))
    return FirstLook{window.cycles[*at].cycle,
                     waits_text(window, *at, lowest_port(window.cycles[*at + 1].blocked))};
  return longest_queue(window);
}

}  // namespace xb
