// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "host/link/length_unit.h"
#include "host/link/receiver.h"
#include "host/link/rule_violation.h"
#include "host/link/scoreboard.h"
#include "host/link/switch_wires.h"

namespace xb {

/// AXI4-Stream rule on the switch's outputs, checked in every run: a beat on offer that the receiver did not
/// take is on offer again in the next cycle, unchanged.
class HandshakeMonitor {
 public:
  /// `data_words` of a beat; 0: one word, the packet's header. `keep`: beats have a tkeep. Not `stable`: of a
  /// protocol without these rules nothing is looked at.
  explicit HandshakeMonitor(unsigned data_words, bool keep = false, bool stable = true)
      : data_words_(data_words == 0 ? 1 : data_words),
        keep_(keep),
        looked_at_(stable ? ~PortMask{0} : 0),
        offered_{0, 0, {}, {}, Words(kMaxPorts * data_words_), {}} {}

  /// Looks at cycle `now`; costs next to nothing while no receiver stalls.
  void cycle(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now) {
    if (stalled_ != 0) compare(out, now);
    stalled_ = out.m_tvalid & ~in.m_tready & looked_at_;
    if (stalled_ != 0) remember(out);
  }
  /// Beats that these outputs offered in the last cycle may be withdrawn.
  void may_withdraw(PortMask outputs) { stalled_ &= ~outputs; }
  /// The first violation: of `valid-holds` or of `payload-holds`.
  [[nodiscard]] const std::optional<RuleViolation>& violation() const { return violation_; }

 private:
  void compare(const SwitchOutputs& out, std::uint64_t now);
  void compare(unsigned port, const SwitchOutputs& out, std::uint64_t now);
  void remember(const SwitchOutputs& out);

  using Words = std::vector<std::uint64_t>;
  /// As SwitchOutputs has it; payload counts for stalled_ only.
  struct Offered {
    PortMask m_tlast, m_tuser;
    std::uint8_t m_tdest[kMaxPorts], m_tid[kMaxPorts];
    Words m_tdata;
    std::uint64_t m_tkeep[kMaxPorts];
  };

  unsigned data_words_;
  bool keep_;
  PortMask looked_at_;
  PortMask stalled_ = 0;
  Offered offered_;
  std::optional<RuleViolation> violation_;
};

/// An output shows nothing before a packet for it has come: rule `idle`.
class IdleOutputs {
 public:
  /// Looks at cycle `now`; costs next to nothing once each output has had a packet.
  void cycle(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now,
             const Scoreboard& scoreboard) {
    if ((out.m_tvalid & ~used_) != 0) look(in, out, now, scoreboard);
  }
  [[nodiscard]] const std::optional<RuleViolation>& violation() const { return violation_; }

 private:
  void look(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now,
            const Scoreboard& scoreboard);

  PortMask used_ = 0;  // outputs that a packet has come for
  std::optional<RuleViolation> violation_;
};

/// Whoever waits is served within a bound: rule `progress`. An input waits while it offers a beat that is not
/// taken, or has packets in the switch; it is served when a beat of its moves, in or out.
class ProgressWatch {
 public:
  struct Settings {
    unsigned ports = 0;
    std::uint64_t bound_cycles = 0;
    /// Besides the bound, for each packet in the switch, all of which may be older.
    std::uint64_t cycles_per_packet = 0;
    /// Packets in the switch may be lost ones: only an offer is waiting.
    bool lossy = false;
    LengthUnit lengths = {};  ///< of the packets, for messages
    /// Whoever waits is served; else somebody is.
    bool fair = true;
  };
  /// Many turns of all inputs with packets of `longest` beats.
  static constexpr std::uint64_t bound_cycles(unsigned ports, unsigned longest) {
    return 64ULL * ports * longest + 256;
  }
  explicit ProgressWatch(const Settings& settings) : settings_(settings) {}

  /// Looks at cycle `now`. `offered`, `accepted`: inputs; `first`: of those accepted, with a packet's first
  /// beat; `counts`: receivers would have taken what waits.
  void cycle(PortMask offered, PortMask accepted, PortMask first, bool counts, std::uint64_t now,
             const Scoreboard& scoreboard) {
    for_each_port(first, [&](unsigned input) { ++inside_[input]; });
    if (!settings_.lossy) waits_ |= first;
    const PortMask waits = waits_ | (offered & ~accepted);
    serve(accepted | (waits & ~waited_), now);
    waited_ = waits;
    counted_cycles_ += counts ? 1 : 0;
    if (counted_cycles_ >= next_look_) look(now, scoreboard);
  }
  /// A beat of `input`'s comes out of `output`; `last`: its packet's last.
  void leaves(unsigned output, unsigned input, bool last, std::uint64_t now) {
    left_[output] = {now, input, last, true};
    serve(PortMask{1} << input, now);
    if (last && --inside_[input] == 0) waits_ &= ~(PortMask{1} << input);
  }

  [[nodiscard]] const std::optional<RuleViolation>& violation() const { return violation_; }

 private:
  void serve(PortMask inputs, std::uint64_t now) {
    if (!settings_.fair && inputs != 0) inputs = ~PortMask{0};
    for_each_port(inputs, [&](unsigned input) { served_[input] = {counted_cycles_, now}; });
  }
  void look(std::uint64_t now, const Scoreboard& scoreboard);
  struct Oldest {
    const PacketInFlight* packet = nullptr;
    unsigned output = 0;
  };
  [[nodiscard]] Oldest oldest_of(unsigned input, const Scoreboard& scoreboard) const;
  [[nodiscard]] unsigned holder_of(unsigned input, const Scoreboard& scoreboard) const;
  [[nodiscard]] std::string what_waits(unsigned input, const Scoreboard& scoreboard) const;

  struct Served {
    std::uint64_t counted, cycle;
  };
  /// The beat that came out of an output last.
  struct Left {
    std::uint64_t cycle;
    unsigned input;
    bool last, any;
  };
  static constexpr std::uint64_t kLookCycles = 64;  // counted cycles between looks

  Settings settings_;
  PortMask waits_ = 0;   // with packets inside
  PortMask waited_ = 0;  // in the cycle before, for whatever reason
  std::uint64_t counted_cycles_ = 0, next_look_ = 0;
  std::array<std::uint64_t, kMaxPorts> inside_{};  // per input: packets
  std::array<Served, kMaxPorts> served_{};         // per input, if it waits
  std::array<Left, kMaxPorts> left_{};             // per output
  std::optional<RuleViolation> violation_;
};

/// All rules of AXI4-Stream and of packets at the ports of a switch of which nothing else is known, as the
/// checks of a run have them. It looks at what moves, and keeps the first violation.
class PortRules {
 public:
  struct Settings {
    unsigned ports = 0, data_words = 1;
    bool lossless = true;
    bool store_forward = false;
    std::uint64_t bound_cycles = 0;  ///< in which whoever waits is served, while some receiver is ready
    LengthUnit lengths = {};         ///< of the packets
    bool stable = true;              ///< what is offered stays until it is taken
    bool fair = true;                ///< whoever waits is served, not only somebody
    unsigned classes = 1;            ///< of traffic
    unsigned width = 64;             ///< bits of a beat
  };
  explicit PortRules(const Settings& settings);

  /// Looks at cycle `now`, whose beats taken in are in the scoreboard already; packets that come out leave
  /// it.
  void cycle(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now, Scoreboard& scoreboard);
  /// Everything has had its time: what is still inside is lost.
  void finish(std::uint64_t now, const Scoreboard& scoreboard);

  [[nodiscard]] const std::optional<RuleViolation>& violation() const { return violation_; }
  [[nodiscard]] std::uint64_t delivered_beats() const { return delivered_beats_; }
  /// Packets of a flow that have come out.
  [[nodiscard]] std::uint64_t delivered_packets(unsigned input, unsigned output) const {
    return delivered_packets_[std::size_t{input} * settings_.ports + output];
  }
  /// Input that the last beat of an output came from.
  [[nodiscard]] unsigned source_of_last(unsigned output) const { return receiver_.packet(output).source; }
  /// Cycles from the first beat in to the first beat out of the packet that came out last.
  [[nodiscard]] std::uint64_t last_latency() const { return last_latency_; }

 private:
  void note(const std::optional<RuleViolation>& violation) {
    if (!violation_) violation_ = violation;
  }

  Settings settings_;
  HandshakeMonitor handshake_;
  IdleOutputs idle_;
  ProgressWatch progress_;
  Receiver receiver_;
  std::vector<std::uint64_t> delivered_packets_;  // per flow
  std::uint64_t delivered_beats_ = 0, last_latency_ = 0;
  std::optional<RuleViolation> violation_;
};

}  // namespace xb
