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
std::string waits_text(const RecordedWindow& window, std::size_t at, unsigned input) {
  const PortCycle& c = window.cycles[at];
  const unsigned output = window.cycles[at + 1].blocked_by[input];
  std::string text = fmt::format("input {}'s head", input);
  if (output >= window.shape.ports) return text + " waits";
  const auto head = packet_for(places_at(window, at), window.shape, input, bit(output));
  if (head) text += " " + LineTrace::packet_text(*head);
  text += fmt::format(" waits for output {}", output);
  if ((c.moved_out() & bit(output)) != 0)
    return text + ", which sends " + LineTrace::packet_text(c.out[output]);
  return text + ((c.m_tready & bit(output)) == 0 ? ", which is not ready" : "");
}

FirstLook hol(const RecordedWindow& window, std::size_t at) {
  const PortCycle& flags = window.cycles[at + 1];
  const unsigned input = lowest_port(flags.hol);
  std::string text = waits_text(window, at, input);
  const PortMask victims = flags.hol_victims[input];
  const PacketPlaces places = places_at(window, at);
  const auto behind = packet_for(places, window.shape, input, victims);
  if (behind)
    text += fmt::format("; {} for idle output {} is behind it", LineTrace::packet_text(*behind),
                        behind->destination);
  else if (victims != 0)
    text += fmt::format("; a packet for idle output {} is behind it", lowest_port(victims));
  return {window.cycles[at].cycle, text};
}

FirstLook longest_queue(const RecordedWindow& window) {
  const unsigned ports = window.shape.ports;
  FirstLook found{window.cycles.front().cycle, "nothing is queued"};
  std::uint32_t most = 0;
  for (const PortCycle& c : window.cycles) {
    const auto longest = std::max_element(c.occ_beats.begin(), c.occ_beats.end());
    if (longest == c.occ_beats.end() || *longest <= most) continue;
    most = *longest;
    const auto queue = static_cast<unsigned>(longest - c.occ_beats.begin());
    const std::string name = window.shape.queues == QueuePlace::Pair
                                 ? fmt::format("input {}'s queue for output {}", queue / ports, queue % ports)
                                 : fmt::format("queue {}", queue);
    found = {c.cycle,
             fmt::format("{} is the longest of the window, {} beat{}", name, most, most == 1 ? "" : "s")};
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
    const std::uint64_t discarded = c.drops() - window.cycles[at - 1].drops();
    return FirstLook{c.cycle, discarded == 1
                                  ? std::string("a packet was discarded in the cycle before")
                                  : fmt::format("{} packets were discarded in the cycle before", discarded)};
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
