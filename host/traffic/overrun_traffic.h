// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "host/base/random.h"
#include "host/link/host_range.h"
#include "host/link/length_unit.h"
#include "host/link/link_rates.h"
#include "host/link/pause_settings.h"
#include "host/link/workload.h"

namespace xb {

struct RunConfig;

/// Between the last host and host 0.
struct OverrunPath {
  unsigned switches = 1;
  std::uint64_t cable_cycles = 0;  ///< latency between them, each way
  unsigned turns = 0;              ///< outputs begin packets in one of so many cycles only; 0: in all
};

/// Hosts that overrun the last input in all phases, one episode each (flow pfc): what random packets meet by
/// chance, if ever.
///
/// In an episode output 0 takes nothing, and the last host sends it packets without a gap, as far as it may:
/// so nothing leaves the input. The packet whose first beat reaches xoff has each length in turn, all later
/// ones the longest. Meanwhile host 0 sends packets of the longest kind back to the last host, in whose way
/// the pause frame is; they begin in each cycle in turn. Where several classes pause, a beat of another one
/// reaches its xoff just before, in episodes of their own. At the end all comes out.
///
/// Where two switches are between them, all is said of the input that the first one's cable comes in at.
class OverrunTraffic : public Workload {
 public:
  /// `hosts`: those at this switch. Of outputs with turns the last host is shifted against them.
  OverrunTraffic(const RunConfig& config, const LinkRates& links, const PauseSettings& pauses,
                 std::uint32_t longest_beats, const OverrunPath& path, const HostRange& hosts);

  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override;
  void classes_ready(const PortMask* ready) override { ready_ = ready; }
  [[nodiscard]] PortMask may_send(std::uint64_t now) const override { return links_.may_send(now); }
  void delivered(const DeliveredPacket& /*packet*/) override {}
  [[nodiscard]] bool hears() const override { return false; }
  [[nodiscard]] bool finished() const override { return stopped_; }
  void stop() override { stopped_ = true; }
  [[nodiscard]] std::uint64_t next_event(std::uint64_t now) const override { return stopped_ ? kNever : now; }
  [[nodiscard]] std::uint64_t offered_beats() const override;
  [[nodiscard]] std::uint64_t offered_packets() const override;
  [[nodiscard]] std::uint64_t offered_packets_of(unsigned port) const override {
    return port < offered_.size() ? offered_[port].packets : 0;
  }
  [[nodiscard]] OfferedOfClass offered_of_class(unsigned of_class) const override {
    return by_class_[of_class];
  }
  [[nodiscard]] std::string who_waits() const override { return {}; }

  /// Cycles of an episode; and episodes until all phases have been.
  [[nodiscard]] std::uint64_t episode_cycles() const { return 2 * half_; }
  [[nodiscard]] std::uint64_t episodes() const;

 private:
  /// Of packets back to the last host. A gap between them at the output would make their period longer.
  [[nodiscard]] std::uint64_t back_phases() const { return shifts() * (by_turns() ? back_.beats : 1); }
  [[nodiscard]] std::uint64_t shifts() const {
    return std::max<std::uint64_t>((back_.beats + 2) * period_ + pause_gap_, by_turns() ? 4 * turns_ : 0);
  }
  /// The last host is behind the turns of its own switch, and not shifted against those of the next one.
  [[nodiscard]] bool by_turns() const { return turns_ != 0 && switches_ > 1; }
  /// In which another class pauses: with packets in all phases where a frame may wait for their end only.
  [[nodiscard]] std::uint64_t other_phases() const {
    return links_.cycles_per_beat() > 1 ? back_phases() : 1;
  }

  static constexpr unsigned kNone = kMaxClasses;
  struct Packet {
    unsigned of_class;
    std::uint32_t beats;
  };

  void next_episode();
  [[nodiscard]] Packet next_packet();
  [[nodiscard]] Packet packet_back();
  void set_pause_gap(const OverrunPath& path);
  void send(unsigned host, unsigned to, const Packet& packet, std::uint64_t now, Transmitter& transmitter);
  [[nodiscard]] bool may_begin(unsigned host, unsigned of_class, const Transmitter& transmitter) const {
    const PortMask ready = ready_ == nullptr ? ~PortMask{0} : ready_[of_class];
    return hosts_.has(host) && (transmitter.idle() & ready & bit(hosts_.port(host))) != 0;
  }
  [[nodiscard]] const PauseLimits& limits(unsigned of_class) const { return *pauses_.of_class[of_class]; }

  unsigned last_;
  HostRange hosts_;
  LinkRates links_;
  std::uint32_t period_;       // cycles of a beat to the last host
  std::uint32_t unit_length_;  // of a beat, in the run's unit
  PauseSettings pauses_;
  std::vector<unsigned> classes_;  // with limits of pfc
  Packet back_;                    // the longest packet
  unsigned turns_, switches_;
  std::uint64_t lead_, half_;        // cycles before the last host begins; of half an episode
  std::uint64_t pause_gap_ = 0;      // between packets back, where host 0 is asked to pause
  const PortMask* ready_ = nullptr;  // per class, in this cycle
  bool stopped_ = false;
  RandomStream draws_;  // by turns
  // This episode.
  std::uint64_t number_ = 0, begin_ = 0;
  unsigned target_ = 0, other_ = kNone;
  std::uint32_t first_beats_ = 1;
  std::uint64_t last_from_ = 0, back_from_ = 0;    // when both hosts begin
  std::array<std::uint32_t, kMaxClasses> sent_{};  // beats of the last host
  std::array<OfferedOfClass, kMaxPorts> offered_{};
  std::array<OfferedOfClass, kMaxClasses> by_class_{};
};

}  // namespace xb
