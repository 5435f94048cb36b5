// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>

#include "host/base/random.h"
#include "host/point/run_config.h"

namespace xb {

/// Random values that are the ends of their range as often as they are between them.
class Ends {
 public:
  explicit Ends(RandomStream stream) : stream_(stream) {}

  std::uint32_t below(std::uint32_t n) { return stream_.below(n); }
  bool percent(std::uint32_t chance) { return below(100) < chance; }
  template <class T>
  T one_of(std::initializer_list<T> choices) {
    return *(choices.begin() + below(static_cast<std::uint32_t>(choices.size())));
  }

  /// lowest..highest: one draw in four is an end or its neighbour, one a power of two or a neighbour of that,
  /// one is small, and one lies anywhere.
  std::uint32_t draw(std::uint32_t lowest, std::uint32_t highest) {
    switch (below(4)) {
      case 0:
        return one_of({lowest, std::min(lowest + 1, highest), std::max(highest - 1, lowest), highest});
      case 1:
        return std::clamp(power_of_two(highest) - 1 + below(3), lowest, highest);
      case 2:
        return lowest + below(std::min(2 * power_of_two(highest), highest - lowest + 1));
      default:
        return lowest + below(highest - lowest + 1);
    }
  }
  /// The same, or now and then a value out of the range.
  std::uint32_t draw_or_beyond(std::uint32_t lowest, std::uint32_t highest) {
    if (below(8) != 0) return draw(lowest, highest);
    return one_of({lowest - 1, highest + 1, 2 * highest, ~std::uint32_t{0}});
  }
  /// The same for a port of a few bits.
  std::uint32_t draw_or_beyond(std::uint32_t lowest, std::uint32_t highest, unsigned bits) {
    return below(8) != 0 ? draw(lowest, highest) : below(1U << bits);
  }

 private:
  /// Not above `highest`.
  std::uint32_t power_of_two(std::uint32_t highest) {
    unsigned bits = 0;
    while (bits < 31 && highest >> bits > 1) ++bits;
    return 1U << below(bits + 1);
  }

  RandomStream stream_;
};

/// Sets the setting of that name.
inline void set_setting(SwitchSettings& settings, const std::string& name, std::uint32_t value) {
  for_each_setting(settings, [&](const char* setting, auto& field) {
    if (name == setting) field = static_cast<std::decay_t<decltype(field)>>(value);
  });
}

/// A point at which RTL and twin are compared: settings, and what the links do.
struct EndsPoint {
  SwitchSettings settings;
  unsigned shortest, longest;  ///< packets [beats]
  unsigned misrouted;          ///< of them to outputs that do not exist [percent]
  bool one_target;             ///< all inputs send to one output
  bool phases;                 ///< links and receivers change their pace, else the inputs send all the time
  std::optional<unsigned> ready;  ///< of receivers [percent]; none: drawn
  std::uint64_t cycles;

  [[nodiscard]] std::string text() const {
    std::string all;
    for_each_setting(settings, [&](const char* name, auto value) {
      all += fmt::format("{} {} ", name, static_cast<std::uint64_t>(value));
    });
    return all + fmt::format("; packets {}..{}, misrouted {} %, one target {}, phases {}, {} cycles",
                             shortest, longest, misrouted, one_target, phases, cycles);
  }
};

/// A point for a switch of these elaboration parameters: each setting at an end of its range as often as
/// between, and now and then beyond.
inline EndsPoint draw_point(Ends& ends, unsigned ports, std::uint32_t max_depth,
                            std::uint32_t crosspoint_beats) {
  EndsPoint p{};
  SwitchSettings& s = p.settings;
  p.shortest = p.longest = ends.percent(40) ? 1 : ends.draw(1, max_depth + max_depth / 2);
  if (ends.below(2) == 0) p.shortest = ends.draw(1, p.longest);
  s.depth = ends.below(4) == 0 ? max_depth : ends.draw_or_beyond(2, max_depth);
  s.store_forward = ends.below(2) != 0;
  s.drop = ends.below(2) != 0;
  s.packet_beats = ends.below(4) != 0 ? p.longest : ends.draw_or_beyond(1, max_depth);
  s.route_delay = ends.below(2) != 0 ? 0 : ends.draw(0, 3 * max_depth);
  s.arbiter = static_cast<Arbitration>(ends.draw(0, 3));
  s.input_weights = std::uint64_t{ends.draw(0, ~std::uint32_t{0} - 1)} * 0x100000001;
  s.seed = ends.draw(0, ~std::uint32_t{0} - 1);
  s.window = static_cast<std::uint8_t>(ends.draw_or_beyond(1, 8, 4));
  s.sharing = static_cast<Sharing>(ends.draw_or_beyond(0, 2, 2));
  s.alpha = static_cast<std::uint8_t>(ends.draw_or_beyond(0, 6, 3));
  s.scheduler = static_cast<Scheduler>(ends.draw_or_beyond(0, 2, 2));
  s.iterations = static_cast<std::uint8_t>(ends.draw_or_beyond(1, 4, 3));
  s.crosspoint_packets = ends.draw_or_beyond(1, std::min(64U, crosspoint_beats));
  s.output_depth = ends.below(2) != 0 ? ends.draw(1, 4) : ends.draw_or_beyond(1, max_depth);
  if ((ports & (ports - 1)) != 0) p.misrouted = ends.one_of({0U, 0U, 0U, 20U, 100U});
  p.one_target = ends.below(2) != 0;
  p.phases = ends.below(2) != 0;
  // Time to fill the memories, empty and fill them again; for the routing delay; for counters to pass 12
  // bits.
  p.cycles = (p.phases ? 4000 : 1500) + 2 * std::uint64_t{std::min(s.route_delay, 3 * max_depth)};
  if (p.longest == 1 && (s.drop || p.misrouted != 0)) p.cycles += 6 * std::uint64_t{max_depth};
  return p;
}

/// The same of what a switch with classes has besides.
inline void draw_classes(Ends& ends, SwitchSettings& s) {
  s.service = static_cast<Service>(ends.draw_or_beyond(0, 2, 2));
  s.class_heads = static_cast<ClassHeads>(ends.below(2));
  s.weights = 0;
  for (unsigned at = 0; at < 64; at += 8) s.weights |= std::uint64_t{ends.draw_or_beyond(1, 255, 8)} << at;
}

/// The same of what a memory has besides whose queues may lose packets.
inline void draw_head_drop(Ends& ends, SwitchSettings& s) {
  if (ends.percent(80)) s.sharing = Sharing::Dynamic;
  s.class_alphas = ends.draw(0, ~std::uint32_t{0} - 1);
  if (ends.percent(60)) s.class_alphas &= 0x22222222;  // low thresholds: much to lose
  s.drop_bandwidth = ends.draw_or_beyond(0, kDropWord, 17);
}

}  // namespace xb
