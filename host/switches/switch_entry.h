// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "host/check/queue_place.h"
#include "host/point/switch_config.h"
#include "host/wires/switch_probes.h"

namespace xb {

/// A packet that enters an empty switch.
struct LonePacket {
  unsigned ports;
  unsigned input, output;
  std::uint64_t first_in_cycle;
  unsigned length_beats;
  bool store_forward;
  std::uint64_t route_delay_cycles;
  unsigned cycles_per_beat = 1;  ///< of its links, in and out
  unsigned classes = 1;          ///< of the switch
};

/// Of lone packets between any two ports, whenever they come.
struct LoneRange {
  std::uint64_t least, most;
};

struct RtlParameter {
  std::string name;
  std::uint32_t value;
};

/// When the queues of one memory share it by the keys `sharing` and `alpha`. Under back-pressure an input's
/// queues do not: there, the link itself is a FIFO.
enum class QueueSharing { Never, UnderDrop, Always };

/// What the hosts know of a switch architecture. Each is described in a file of its own,
/// host/switches/NAME.cpp.
struct SwitchEntry {
  std::string name;  ///< value of the key `switch`
  std::string description;
  std::string rtl_module;
  QueuePlace queues;  ///< that report their occupancy
  /// Cycles from the packet's first beat in to its first beat out.
  std::function<std::uint64_t(const LonePacket& packet)> zero_load_cycles;
  /// The same in a configuration.
  [[nodiscard]] std::uint64_t lone_cycles(const SwitchConfig& c, unsigned input, unsigned output,
                                          std::uint64_t first_in_cycle, unsigned beats) const {
    return zero_load_cycles({c.ports, input, output, first_in_cycle, beats, c.store_forward(), c.route_delay,
                             c.speedup, c.classes});
  }
  [[nodiscard]] LoneRange lone_cycles(const SwitchConfig& c, unsigned beats) const;
  /// Longest packet that it can hold whole [beats].
  std::uint64_t (*packet_capacity)(const SwitchConfig& config);
  /// Beats of all its memories for packets, with queue memories of `config.depth`; null: not known. Registers
  /// and the few beats of an output stage are not in it.
  std::uint64_t (*memory_beats)(const SwitchConfig& config, unsigned longest_packet) = nullptr;
  const char* depth_of = "";           ///< what has a queue memory of `depth`: "per input"
  std::vector<std::string> keys = {};  ///< that it uses, of those that not every switch does
  QueueSharing sharing = QueueSharing::Never;
  /// Elaboration parameters beyond NumPorts, DataWidth and MaxDepth; null: none.
  std::function<std::vector<RtlParameter>(const SwitchConfig& config, unsigned longest_packet)> parameters =
      nullptr;
  /// Of several circuits with one name: whether a configuration means this one; null: always.
  bool (*means)(const SwitchConfig& config) = nullptr;
  std::string variant = {};  ///< of another entry of this name, as messages call it: "input with a window"
  /// `voq`, or the circuit that runs in its place: `pipelined voq`.
  [[nodiscard]] const std::string& circuit() const { return variant.empty() ? name : variant; }
  bool fifo_inputs = false;     ///< FifoInputCheck knows what it does in every cycle
  bool queued_outputs = false;  ///< an output shows beats from a queue, and counts as idle behind it
  SwitchProbes probes = {};
  /// Cycles after which its state repeats while nothing moves; null: twice its ports, because pointers may
  /// take turns in even and odd cycles.
  std::uint64_t (*rest_period)(const SwitchConfig& config) = nullptr;
  /// zero_load_cycles tell by the packet's length alone, where links move a beat in every cycle.
  bool zero_load_by_length = false;

  [[nodiscard]] bool uses(const std::string& key) const;
  /// The queues of a memory share it in this configuration.
  [[nodiscard]] bool shares(const SwitchConfig& config) const {
    return sharing == QueueSharing::Always || (sharing == QueueSharing::UnderDrop && config.drop());
  }
};

/// Capacity of a memory that holds whatever beats it gets, or a queue's share of it under partition [beats].
std::uint64_t input_packet_capacity(const SwitchConfig& config, QueueSharing sharing);

/// Of switches with one queue memory at each port.
std::uint64_t port_memory_beats(const SwitchConfig& config, unsigned longest_packet);

/// Elaborated capacity of a crosspoint's FIFO [beats]: 16 where that holds `crosspoint-depth` packets of the
/// longest kind, else 1024.
std::uint32_t crosspoint_beats(const SwitchConfig& config, unsigned longest_packet);

}  // namespace xb
