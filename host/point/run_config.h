// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <memory>
#include <string>

#include "host/link/length_unit.h"
#include "host/point/network_config.h"
#include "host/point/packet_config.h"
#include "host/point/run_settings.h"
#include "host/point/schedule_config.h"
#include "host/point/switch_config.h"

namespace xb {

struct TrafficConfig;

/// A TrafficConfig (traffic_config.h), whose members need not be known where a configuration only passes.
class TrafficPart {
 public:
  TrafficPart();
  TrafficPart(const TrafficPart& other);
  TrafficPart(TrafficPart&& other) noexcept = default;
  TrafficPart& operator=(const TrafficPart& other);
  TrafficPart& operator=(TrafficPart&& other) noexcept = default;
  ~TrafficPart() = default;

  TrafficConfig& operator*() { return *value_; }
  const TrafficConfig& operator*() const { return *value_; }
  TrafficConfig* operator->() { return value_.get(); }
  const TrafficConfig* operator->() const { return value_.get(); }

 private:
  std::shared_ptr<TrafficConfig> value_;  // its own; not a unique_ptr, which would need the members here
};

/// Everything that decides what one point of an experiment does, as it was given: data only; resolve() works
/// out what follows from it. Field = configuration key, with `_` for `-`. What reads one part takes that
/// part.
struct RunConfig : SwitchConfig, PacketConfig, LinkConfig, ScheduleConfig, NetworkConfig, RunSettings {
  TrafficPart traffic;
  std::bitset<128> given;  ///< keys that set_key() has set, even to their default: is_given() knows which

  /// The unit of the packets' lengths.
  [[nodiscard]] LengthUnit lengths() const {
    return packet_in_bytes ? LengthUnit::bytes(beat_bytes()) : LengthUnit();
  }
  /// Of the packets of random traffic, in their unit: the shortest and the longest of all classes.
  struct LengthRange {
    unsigned least, most;
  };
  [[nodiscard]] LengthRange lengths_of_all() const;
  /// Beats of the longest packet.
  [[nodiscard]] unsigned longest_beats() const { return lengths().beats_of(lengths_of_all().most); }
  /// The clock that was given [MHz], by itself or by the rate of a link; 0: none.
  [[nodiscard]] double given_clock() const {
    return link_rate == 0 ? clock : link_rate * 1000 / width * speedup;
  }
  /// The path of the packet capture that the hosts send; empty: they send something else.
  [[nodiscard]] std::string capture() const;
  [[nodiscard]] bool replays() const { return !capture().empty(); }
  /// The hosts' traffic has a steady state, and no end.
  [[nodiscard]] bool is_random() const { return !schedule && !replays(); }
};

}  // namespace xb
