// SPDX-License-Identifier: Apache-2.0
#include "host/run/point_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/units.h"
#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "host/device/device.h"
#include "host/switches/switch_registry.h"

namespace xb {
namespace {

/// Null: of a device, whose memories nobody knows.
std::optional<std::uint64_t> memory_of(const Setup& s) {
  if (s.entry->memory_beats == nullptr) return {};
  return s.entry->memory_beats(s.config, s.longest_packet) * s.config.beat_bytes();
}

/// `64..1518`, or one number.
std::string numbers_text(std::uint64_t least, std::uint64_t most) {
  return least == most ? fmt::format("{}", most) : fmt::format("{}..{}", least, most);
}

std::string packet_text(const PointFacts& f) {
  const std::string beats =
      fmt::format("{} beat{}", numbers_text(f.least_beats, f.most_beats), f.most_beats == 1 ? "" : "s");
  const auto bytes_of = [&](std::uint64_t beats_of_packet) { return beats_of_packet * f.width_bits / 8; };
  if (!f.least_bytes)
    return fmt::format("{} ({} B)", beats, numbers_text(bytes_of(f.least_beats), bytes_of(f.most_beats)));
  const std::string gap = f.gap_bytes == 0 ? "" : fmt::format(", gap {} B", f.gap_bytes);
  return fmt::format("{} B ({}){}", numbers_text(*f.least_bytes, *f.most_bytes), beats, gap);
}

std::string memory_text(const RunConfig& c, const PointFacts& f) {
  if (c.is_network()) return format_bytes(*f.memory_bytes) + " in all switches";
  const SwitchEntry& entry = find_switch(c);
  const bool of_class = c.has_classes() && entry.sharing != QueueSharing::Always;
  return fmt::format("{} in all, with {} {}{}", format_bytes(*f.memory_bytes),
                     format_bytes(std::uint64_t{c.depth} * c.beat_bytes()), entry.depth_of,
                     of_class ? " and class" : "");
}

/// The packets share words of a memory that all ports have together.
bool share_words(const RunConfig& c, const PointFacts& f) {
  return !c.is_network() && !c.has_device() && find_switch(c).queues == QueuePlace::Output &&
         f.least_beats < c.ports;
}

}  // namespace

PointFacts facts_of(const Setup& s) {
  const RunConfig& c = s.config;
  PointFacts facts;
  facts.most_beats = s.longest_packet;
  facts.least_beats = s.hosts ? std::min<std::uint64_t>(s.hosts->frame_beats, s.longest_packet)
                              : s.lengths.beats_of(c.lengths_of_all().least);
  if (c.packet_in_bytes) {
    facts.least_bytes = c.packet_min;
    facts.most_bytes = c.packet_max;
  }
  facts.gap_bytes = c.gap_bytes;
  facts.width_bits = c.width;
  facts.clock_mhz = s.clock_mhz;
  facts.clock_given = s.hosts || c.given_clock() != 0 || c.replays() || (s.device && s.device->clock.mhz);
  facts.link_gbps = s.clock_mhz * c.width / c.speedup / 1000;
  if (!s.fabric) {
    facts.memory_bytes = memory_of(s);
    return facts;
  }
  facts.memory_bytes = 0;
  for (const Setup& one : s.fabric->switches) *facts.memory_bytes += memory_of(one).value_or(0);
  return facts;
}

std::vector<std::pair<std::string, std::string>> fact_lines(const RunConfig& config, const PointFacts& f) {
  std::vector<std::pair<std::string, std::string>> lines;
  if (f.memory_bytes) lines.emplace_back("memory", memory_text(config, f));
  const bool is_half = config.speedup == 2;
  const char* clock = is_half ? ", half of the switch's clock" : "";
  if (!f.clock_given) clock = is_half ? ", half of the usual clock" : ", the usual clock";
  lines.emplace_back("link", fmt::format("{:.6g} Gb/s: {} bits at {:.6g} MHz{}", f.link_gbps, f.width_bits,
                                         f.clock_mhz / config.speedup, clock));
  lines.emplace_back("packet length", packet_text(f));
  if (share_words(config, f))
    lines.emplace_back(
        "short packets",
        fmt::format("below {} beats, wait at the inputs for others to share a word of {} beats", config.ports,
                    2 * config.ports));
  return lines;
}

}  // namespace xb
