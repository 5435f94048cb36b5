// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "host/point/choice.h"

namespace xb {

/// The measure whose whole distribution is recorded.
enum class WholeDistribution : std::uint8_t { None, Latency };
constexpr auto words(WholeDistribution /*unused*/) { return std::array{"none", "latency"}; }

/// What occupancy and flags are measured by: the switch's probes, or its ports.
enum class ObservedBy : std::uint8_t { Probes, Ports };
constexpr auto words(ObservedBy /*unused*/) { return std::array{"probes", "ports"}; }

/// What a switch is compared with, packet by packet.
enum class Reference : std::uint8_t {
  None,
  OutputQueued  ///< an output-queued switch with memory for all, and the same arrivals
};
constexpr auto words(Reference /*unused*/) { return std::array{"none", "oq"}; }

/// What runs the switch.
enum class Engine : std::uint8_t {
  Rtl,      ///< the RTL, compiled by Verilator
  Systemc,  ///< its twin, in the SystemC kernel
  Fast,     ///< the twin without the kernel
  Lockstep  ///< RTL and twin, compared cycle by cycle
};
constexpr auto words(Engine /*unused*/) { return std::array{"rtl", "systemc", "fast", "lockstep"}; }

/// The hardware for which it is said what the switch costs.
enum class CostTarget : std::uint8_t { None, Ecp5, Ice40, Xc7, Generic };
constexpr auto words(CostTarget /*unused*/) { return std::array{"none", "ecp5", "ice40", "xc7", "generic"}; }

/// How long a point runs, on what, and what is measured.
struct RunSettings {
  std::uint64_t cycles = 100000;
  std::optional<std::uint64_t> warmup;  // empty: detected
  double ci = 0;                        // relative half-width to reach; 0: run all cycles
  std::uint64_t series = 0;             // cycles between occupancy samples; 0: none
  WholeDistribution distribution = WholeDistribution::None;
  ObservedBy observe = ObservedBy::Probes;
  Reference reference = Reference::None;
  CostTarget cost = CostTarget::None;
  std::uint64_t seed = 1;
  Engine engine = Engine::Rtl;
  unsigned threads = 1;  // of one point

  [[nodiscard]] bool has_rtl() const { return engine == Engine::Rtl || engine == Engine::Lockstep; }
  [[nodiscard]] bool has_kernel() const { return engine == Engine::Systemc || engine == Engine::Lockstep; }
  /// What goes on in the switch is measured from its ports.
  [[nodiscard]] bool observes_ports() const { return observe == ObservedBy::Ports; }
};

}  // namespace xb
