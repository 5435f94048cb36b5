// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/link/packet.h"
#include "host/link/scoreboard.h"
#include "host/link/switch_wires.h"

namespace xb {

/// The first thing that a switch did wrong at its ports.
struct RuleViolation {
  std::uint64_t cycle = 0;
  std::string port;  ///< such as "output 2"
  std::string rule;  ///< by its name in docs/your-own-switch.md
  std::string expected, seen;

  /// One line.
  [[nodiscard]] std::string text() const;
};

/// The rules of AXI4-Stream and of packets, at each port of a switch of which nothing else is known. It looks
/// at what moves, keeps the first violation, and names the rule that is broken.
class PortRules {
 public:
  struct Settings {
    unsigned ports = 0, data_words = 1;
    bool lossless = true;
    bool store_forward = false;
    std::uint64_t bound_cycles = 0;  ///< in which whoever waits is served
  };
  explicit PortRules(const Settings& settings);

  /// Looks at cycle `now`, whose beats taken in are in the scoreboard already; beats that moved out leave it.
  void cycle(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now, Scoreboard& scoreboard);
  /// Everything has had its time: what is still inside is lost.
  void finish(std::uint64_t now, const Scoreboard& scoreboard);

  [[nodiscard]] const std::optional<RuleViolation>& violation() const { return violation_; }
  [[nodiscard]] std::uint64_t delivered_beats() const { return delivered_beats_; }
  /// Cycles from the first beat in to the first beat out of the packet that came out last.
  [[nodiscard]] std::uint64_t last_latency() const { return last_latency_; }

 private:
  struct Output {
    unsigned beats_left = 0;  // 0: between packets
    std::uint64_t header = 0;
    PayloadPattern pattern;
    // On offer and not taken in the cycle before.
    bool stalled = false;
    bool last = false, first = false;
    unsigned dest = 0;
    std::array<std::uint64_t, kMaxDataWords> data{};
  };

  void look_at_offer(unsigned port, const SwitchOutputs& out, std::uint64_t now);
  void look_at_held(unsigned port, const SwitchOutputs& out, std::uint64_t now);
  void remember(unsigned port, const SwitchOutputs& out);
  void take(unsigned port, const SwitchOutputs& out, std::uint64_t now, Scoreboard& scoreboard);
  bool begin(unsigned port, const SwitchOutputs& out, std::uint64_t now, Scoreboard& scoreboard);
  void look_at_payload(unsigned port, const SwitchOutputs& out, std::uint64_t now,
                       const Scoreboard& scoreboard);
  void look_at_progress(const SwitchInputs& in, PortMask accepted, std::uint64_t now,
                        const Scoreboard& scoreboard);
  void report(std::uint64_t now, const std::string& port, const char* rule, const std::string& expected,
              const std::string& seen);
  [[nodiscard]] const std::uint64_t* beat(unsigned port, const SwitchOutputs& out) const {
    return &out.m_tdata[std::size_t{port} * settings_.data_words];
  }

  Settings settings_;
  std::vector<Output> outputs_;
  std::vector<std::uint64_t>
      served_in_;  // per input: the cycle in which a beat of its moved last, or none waited
  std::vector<std::uint64_t> waited_;  // per input: cycles since, with a ready receiver
  std::vector<std::uint64_t> inside_;  // per input: packets
  PortMask ever_ = 0;                  // outputs that a packet was ever offered for
  std::uint64_t delivered_beats_ = 0, last_latency_ = 0;
  std::optional<RuleViolation> violation_;
};

}  // namespace xb
