// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "host/base/random.h"
#include "systemc/wires.h"

namespace xb::twin {

/// A beat of a test packet; its data tell input, packet and position.
struct TestBeat {
  std::uint8_t dest;
  std::uint64_t data;
  bool first, last;
};

/// Random packets on the inputs of any switch twin, and random receivers. A link or receiver keeps what it
/// does for `hold` cycles on average.
class SwitchStimulus {
 public:
  SwitchStimulus(unsigned ports, unsigned max_length, unsigned hold, const Settings& settings)
      : ports_(ports), max_length_(max_length), hold_(hold), dest_(ports), data_(ports), sending_(ports) {
    in.settings = settings;
    in.s_tdest = dest_.data();
    in.s_tdata = data_.data();
  }

  /// Sets the wires of the next cycle. With 0 percent offered, packets begun are completed without a pause.
  void drive(unsigned percent_offered, unsigned percent_ready) {
    for (unsigned p = 0; p < ports_; ++p) {
      if (random_.below(hold_) == 0) set(offering_, p, random_.below(100) < percent_offered);
      if (random_.below(hold_) == 0) set(in.m_tready, p, random_.below(100) < percent_ready);
      if (sending_[p].empty() && (offering_ & bit(p)) != 0 && percent_offered != 0) new_packet(p);
      // What has been offered stays until taken.
      const bool offers = !sending_[p].empty() &&
                          ((in.s_tvalid & bit(p)) != 0 || (offering_ & bit(p)) != 0 || percent_offered == 0);
      set(in.s_tvalid, p, offers);
      if (offers) put(p);
    }
  }
  /// The switch has taken these beats; those of `in.s_tvalid` that it has not are offered again.
  void taken(PortMask inputs) {
    for_each_port(inputs, [&](unsigned p) { sending_[p].pop_front(); });
    in.s_tvalid &= ~inputs;
  }
  [[nodiscard]] const TestBeat& beat(unsigned port) const { return sending_[port].front(); }
  /// Beats that an input sends before its packet's last, from a beat in the middle on; 0 at a packet's first
  /// beat.
  [[nodiscard]] std::uint32_t middle_beats(unsigned port) const {
    return sending_[port].front().first ? 0 : static_cast<std::uint32_t>(sending_[port].size() - 1);
  }
  [[nodiscard]] bool idle() const {
    for (const auto& packet : sending_) {
      if (!packet.empty()) return false;
    }
    return true;
  }

  Inputs in;

 private:
  static void set(PortMask& mask, unsigned port, bool value) {
    mask = value ? mask | bit(port) : mask & ~bit(port);
  }
  void new_packet(unsigned p) {
    const unsigned length = 1 + random_.below(max_length_);
    const auto dest = static_cast<std::uint8_t>(random_.below(ports_));
    ++packets_;
    for (unsigned n = 0; n < length; ++n) {
      sending_[p].push_back({dest, std::uint64_t{p} << 56U | packets_ << 16U | n, n == 0, n + 1 == length});
    }
  }
  void put(unsigned p) {
    const TestBeat& beat = sending_[p].front();
    dest_[p] = beat.dest;
    data_[p] = beat.data;
    set(in.s_tuser, p, beat.first);
    set(in.s_tlast, p, beat.last);
  }

  unsigned ports_, max_length_, hold_;
  PortMask offering_ = 0;
  std::uint64_t packets_ = 0;
  std::vector<std::uint8_t> dest_;
  std::vector<std::uint64_t> data_;
  std::vector<std::deque<TestBeat>> sending_;  // per input: the rest of its packet
  xb::RandomStream random_{1, xb::StreamPurpose::Test, 77};
};

}  // namespace xb::twin
