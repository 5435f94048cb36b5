// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "host/switch_wires.h"

namespace xb {

/// Everything that decides what one point of an experiment does. Field = configuration key, with `_` for `-`.
struct RunConfig {
  // The switch.
  std::string switch_name = "input";
  unsigned ports = 16;
  unsigned width = 64;         // bits
  std::uint32_t depth = 1024;  // beats
  std::string arbiter = "round-robin";
  std::string forwarding = "cut-through";
  std::string flow = "back-pressure";
  // What drives it.
  std::string traffic = "uniform";
  double load = 0.5;
  unsigned packet_min = 1;  // beats
  unsigned packet_max = 1;
  double receiver_stall = 0;  // probability per cycle
  std::string schedule;       // empty: stochastic traffic
  std::uint32_t packets_per_message = 64;
  unsigned group_size = 5;
  std::string cluster = "ideal";
  std::string topology = "one-switch";
  // The run.
  std::uint64_t cycles = 100000;
  std::optional<std::uint64_t> warmup;  // empty: detected
  double ci = 0;                        // relative half-width to reach; 0: run all cycles
  std::uint64_t seed = 1;
  std::string engine = "rtl";

  bool packet_given = false;  ///< `packet` was set: not the cluster's frame

  [[nodiscard]] bool store_forward() const { return forwarding == "store-and-forward"; }
  [[nodiscard]] unsigned data_words() const { return width / 64; }
  [[nodiscard]] SwitchSettings settings() const { return {depth, store_forward()}; }
  /// Elaborated capacity of a queue memory: a power of two, so that few models need building.
  [[nodiscard]] std::uint32_t max_depth() const;
  /// The flags that give this configuration: keys that differ from the default.
  [[nodiscard]] std::string flags() const;
};

/// Checks that need more than one key. Throws InputError.
void check(const RunConfig& config);

}  // namespace xb
