// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/base/units.h"
#include "host/link/ecn_marker.h"
#include "host/link/pause_settings.h"
#include "host/point/choice.h"
#include "host/point/class_values.h"
#include "host/point/given.h"
#include "host/wires/switch_settings.h"

namespace xb {

enum class ForwardingMode : std::uint8_t { CutThrough, StoreAndForward };
enum class FlowControl : std::uint8_t { BackPressure, Drop, Pfc, Cbfc };

constexpr auto words(Arbitration /*unused*/) { return std::array{"round-robin", "random", "oldest", "wrr"}; }
constexpr auto words(ForwardingMode /*unused*/) { return std::array{"cut-through", "store-and-forward"}; }
constexpr auto words(FlowControl /*unused*/) { return std::array{"back-pressure", "drop", "pfc", "cbfc"}; }
constexpr auto words(Sharing /*unused*/) {
  return std::array{"complete", "partition", "dynamic", "abm", "pushout", "headdrop"};
}
constexpr auto words(Service /*unused*/) { return std::array{"strict", "dwrr", "strict+dwrr"}; }
constexpr auto words(ClassHeads /*unused*/) { return std::array{"hold", "offer"}; }
constexpr auto words(Scheduler /*unused*/) { return std::array{"islip", "pim", "rrm", "ccf"}; }

/// Flow control of classes; of those that are not named it is back-pressure.
inline std::optional<ClassValues<FlowControl>> parse_class_flows(std::string_view text) {
  return parse_class_values(text, [](std::string_view value) { return find_choice<FlowControl>(value); });
}

/// SHARE:CYCLES
std::optional<PauseStorm> parse_pause_storm(std::string_view text);

/// A host that asks its switch to pause what comes to it.
struct HostPause {
  unsigned host = 0;
  std::optional<unsigned> of_class = {};  ///< none: all with flow pfc
  ClassCycles cycles{};  ///< of the last beats of its frames; `end` is kNoEnd where none ends it

  static constexpr std::uint64_t kNoEnd = ~std::uint64_t{0};
};
/// HOST:FIRST..END, HOST/CLASS:FIRST..END, or without END, one after the other.
std::optional<std::vector<HostPause>> parse_host_pauses(std::string_view text);

constexpr std::uint32_t kLeastDepth = 2, kMostDepth = 1048576;

/// The switch of a point.
struct SwitchConfig {
  std::string switch_name = "input";
  unsigned ports = 16;
  unsigned width = 64;                               // bits
  std::uint32_t depth = 1024;                        // beats
  Given<parse_bytes, kWordNone> buffer = kWordNone;  // memory of the whole switch, which sets the depth
  Arbitration arbiter = Arbitration::RoundRobin;
  Given<parse_input_weights, kWordEqual> input_weights = kWordEqual;
  unsigned window = 1;        // packets of a FIFO that may bid
  unsigned pipeline = 0;      // 1: the circuit for a fast clock
  unsigned ram_register = 0;  // 1: ... with a register behind its data RAMs
  ForwardingMode forwarding = ForwardingMode::CutThrough;
  FlowControl flow = FlowControl::BackPressure;
  std::optional<ClassValues<FlowControl>> class_flow;  // of classes each its own, instead of `flow`
  Sharing sharing = Sharing::Complete;
  double alpha = 1;                                              // of a threshold, a power of two
  Given<parse_class_alphas, kWordNone> class_alpha = kWordNone;  // instead, by class
  double drop_bandwidth = 0.5;                                   // words a cycle
  Given<parse_ecn, kWordNone> ecn = kWordNone;                   // when a queue marks packets
  Scheduler scheduler = Scheduler::Islip;
  unsigned iterations = 4;
  unsigned speedup = 1;           // cycles of a link's beat time
  unsigned crosspoint_depth = 1;  // packets
  std::uint32_t route_delay = 0;  // cycles
  unsigned classes = 1;           // of traffic, of which the highest is served first
  Service service = Service::Strict;
  Given<parse_class_weights, kWordEqual> weights = kWordEqual;
  ClassHeads class_heads = ClassHeads::Hold;
  std::string rtl;     // folder with modules in the place of those of rtl/, or empty
  std::string device;  // description of another switch, a .toml file, instead of `switch_name`; or empty

  // Of flow pfc and cbfc [beats, cycles]; empty: worked out.
  std::optional<std::uint32_t> xoff, xon, headroom;
  std::uint32_t pause_beats = 1, host_cable = 0, pause_response = 1;
  Given<parse_pause_storm, kWordNone> pause_storm = kWordNone;
  Given<parse_host_pauses, kWordNone> host_pause = kWordNone;

  std::uint32_t count_start = 0;  ///< what a twin's 32-bit counters begin with; no key, for tests

  /// The scheduler that twins alone have.
  [[nodiscard]] bool critical_cells() const {
    return switch_name == "voq" && pipeline == 0 && scheduler == Scheduler::Ccf;
  }
  /// A rule of sharing beyond those that every circuit has.
  [[nodiscard]] bool own_sharing() const {
    return sharing > Sharing::Dynamic || (sharing == Sharing::Dynamic && class_alpha);
  }
  /// Such a rule for the circuit with head drop, whose thresholds are by class.
  [[nodiscard]] bool has_head_drop() const {
    return sharing == Sharing::HeadDrop || (sharing == Sharing::Dynamic && class_alpha);
  }
  [[nodiscard]] bool has_threshold() const {
    return sharing >= Sharing::Dynamic && sharing != Sharing::PushOut;
  }
  [[nodiscard]] bool store_forward() const { return forwarding == ForwardingMode::StoreAndForward; }
  [[nodiscard]] FlowControl flow_of(unsigned of_class) const {
    return class_flow ? (*class_flow)[of_class].value_or(FlowControl::BackPressure) : flow;
  }
  /// Classes, 0 where there are none, of such flow control.
  [[nodiscard]] unsigned classes_with(FlowControl wanted) const {
    unsigned count = 0;
    for (unsigned c = 0; c < classes; ++c) count += flow_of(c) == wanted ? 1 : 0;
    return count;
  }
  [[nodiscard]] bool drop() const { return classes_with(FlowControl::Drop) != 0; }
  [[nodiscard]] bool pauses_hosts() const {
    return classes_with(FlowControl::Pfc) + classes_with(FlowControl::Cbfc) != 0;
  }
  /// Bit c: class c is not discarded where others are.
  [[nodiscard]] std::uint8_t held_off() const {
    unsigned held = 0;
    for (unsigned c = 0; class_flow && c < classes; ++c)
      held |= unsigned{flow_of(c) != FlowControl::Drop} << c;
    return static_cast<std::uint8_t>(held);
  }
  /// As the key has it.
  [[nodiscard]] std::string flow_text() const;
  /// 64-bit words of a beat; of a narrower one part of a word.
  [[nodiscard]] unsigned data_words() const { return (width + 63) / 64; }
  [[nodiscard]] unsigned beat_bytes() const { return width / 8; }
  [[nodiscard]] bool has_classes() const { return classes > 1; }
  /// The switch is one of the user's.
  [[nodiscard]] bool has_device() const { return !device.empty(); }
};

}  // namespace xb
