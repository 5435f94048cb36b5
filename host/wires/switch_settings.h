// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace xb {

enum class Arbitration : std::uint8_t { RoundRobin, Random, Oldest, Weighted };
/// Of the RTL, up to Dynamic, with drop_bandwidth HeadDrop; a twin has the others besides
/// (systemc/sharing_policy.h).
enum class Sharing : std::uint8_t { Complete, Partition, Dynamic, Abm, PushOut, HeadDrop };
enum class Scheduler : std::uint8_t { Islip, Pim, Rrm, Ccf };  // Ccf: a twin's alone
/// How an output serves its classes: the highest first; by weight (deficit round robin); or the highest first
/// and the others by weight.
enum class Service : std::uint32_t { Strict, Dwrr, StrictDwrr };
/// What a FIFO input does while its highest waiting head cannot go: it waits for it, or offers a lower one.
enum class ClassHeads : std::uint32_t { Hold, Offer };

constexpr std::uint32_t kDropWord = 65536;

/// Run-time settings of a switch, for all engines: field NAME is the port cfg_NAME_i of the RTL. A switch
/// takes those that it understands, and counts one out of its range as the nearest value in it.
struct SwitchSettings {
  std::uint32_t depth = 2;         ///< capacity of one queue memory [beats]
  std::uint32_t packet_beats = 1;  ///< longest packet: what must fit before one is admitted under drop
  std::uint32_t route_delay = 0;   ///< cycles that a header needs before its packet may bid
  std::uint32_t seed = 0;          ///< of the switch's own random numbers
  bool store_forward = false;      ///< false: cut-through
  bool drop = false;               ///< a full buffer discards whole packets; false: back-pressure
  Arbitration arbiter = Arbitration::RoundRobin;
  std::uint8_t window = 1;  ///< first packets of a FIFO that may bid, 1..8
  Sharing sharing = Sharing::Complete;
  std::uint8_t alpha = 3;  ///< of the dynamic threshold: 2^(alpha - 3), 0..6
  Scheduler scheduler = Scheduler::Islip;
  std::uint8_t iterations = 4;           ///< of the matching, 1..4
  std::uint32_t crosspoint_packets = 1;  ///< capacity of one crosspoint
  std::uint32_t output_depth = 4;        ///< capacity of an output queue [beats]
  Service service = Service::Strict;
  ClassHeads class_heads = ClassHeads::Hold;
  std::uint64_t weights = 0x0101010101010101;  ///< byte c: of class c, 1..255
  std::uint32_t class_alphas = 0x33333333;     ///< nibble c: alpha of class c, where classes have their own
  std::uint32_t drop_bandwidth = 0;            ///< of queues over their threshold [words a cycle / kDropWord]
  std::uint64_t input_weights = 0x1111111111111111;  ///< nibble i: packets of input i in a turn, 1..15
};

/// 2^(value - 3)
inline std::uint32_t class_alpha(const SwitchSettings& s, unsigned c) {
  return s.class_alphas >> 4 * c & 0xfU;
}
/// Of weighted round robin, by the setting `input_weights`; 0 counts as 1, and from input 16 on it is 1.
inline unsigned input_weight(std::uint64_t input_weights, unsigned input) {
  const auto weight = input < 16 ? static_cast<unsigned>(input_weights >> 4 * input & 0xfU) : 0;
  return weight == 0 ? 1 : weight;
}

// Every setting, once, with the least and the greatest value that counts: what drives, traces, prints or
// bounds them all goes by this list. `params`: the switch's (systemc/wires.h).
// clang-format off
#define XB_SWITCH_SETTINGS(X)                                                                            \
  X(depth, 1, params.max_depth) X(store_forward, false, true) X(drop, false, true)                       \
  X(packet_beats, 1, params.max_depth + 1) /* a longer one finds no more room */ X(route_delay, 0, ~0U)  \
  X(arbiter, Arbitration::RoundRobin, Arbitration::Weighted) X(seed, 0, ~0U) X(window, 1, 8)             \
  X(sharing, Sharing::Complete, Sharing::Dynamic) X(alpha, 0, 6)                                         \
  X(scheduler, Scheduler::Islip, Scheduler::Rrm) X(iterations, 1, 4)                                     \
  X(crosspoint_packets, 1, params.max_crosspoint_beats) X(output_depth, 1, params.max_depth)             \
  X(service, Service::Strict, Service::StrictDwrr) X(class_heads, ClassHeads::Hold, ClassHeads::Offer)   \
  X(weights, 0, ~0ULL) X(class_alphas, 0, ~0U) X(drop_bandwidth, 0, kDropWord) X(input_weights, 0, ~0ULL)
// clang-format on

/// Calls f("NAME", settings.NAME) for every setting, in the order of the list.
template <class Settings, class F>
inline void for_each_setting(Settings& settings, F&& f) {
#define XB_CALL(name, least, most) f(#name, settings.name);
  XB_SWITCH_SETTINGS(XB_CALL)
#undef XB_CALL
}

// Compared in every cycle: as a whole, which takes that no byte of it is padding.
static_assert(std::has_unique_object_representations_v<SwitchSettings>);
inline bool operator==(const SwitchSettings& a, const SwitchSettings& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}
inline bool operator!=(const SwitchSettings& a, const SwitchSettings& b) { return !(a == b); }

}  // namespace xb
