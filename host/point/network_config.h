// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "host/link/host_list.h"
#include "host/network/topology_registry.h"
#include "host/point/choice.h"
#include "host/point/given.h"

namespace xb {

/// What is done about channels that can wait for each other for ever.
enum class DeadlockRule : std::uint8_t { Refuse, Allow };
constexpr auto words(DeadlockRule /*unused*/) { return std::array{"refuse", "allow"}; }

/// Which of the ports of its routes a packet takes.
enum class AdaptiveChoice : std::uint8_t {
  LeastLoaded,  ///< of those that the fewest packets are bound for the next in order
  Random,       ///< one of those, drawn
  None          ///< the one that the table has for its destination: no value of a key
};
constexpr auto words(AdaptiveChoice /*unused*/) { return std::array{"least-loaded", "random"}; }

/// The network of a point's switches, and which of its hosts take part.
struct NetworkConfig {
  Given<parse_topology, kWordOneSwitch, kTomlFile> topology = kWordOneSwitch;
  std::optional<unsigned> link_latency;  // cycles of the cables between switches; empty: as the topology has
  DeadlockRule deadlock = DeadlockRule::Refuse;
  AdaptiveChoice adaptive = AdaptiveChoice::LeastLoaded;
  Given<parse_ranks, kWordAll> ranks = kWordAll;  // hosts that take part

  /// `ports` says how large the switch is; otherwise the topology does.
  [[nodiscard]] bool has_ports() const { return !topology; }
  /// The topology is not one switch by name.
  [[nodiscard]] bool is_network() const {
    return topology.text().substr(0, topology.text().find('(')) != kWordOneSwitch;
  }
};

}  // namespace xb
