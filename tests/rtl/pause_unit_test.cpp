// SPDX-License-Identifier: Apache-2.0
// xb_pause_unit beside the pause units of the hosts (host/link/pause_units.h): the same requests, frames and
// pauses in every cycle.
#include <algorithm>
#include <deque>

#include "host/link/pause_units.h"
#include "tests/catch.h"
#include "tests/rtl/bench.h"

using namespace xb;

namespace {

constexpr unsigned kClasses = 3, kCountBits = 6, kMaxResponse = 5;

/// The unit and its twin at one port. The frames come back to the unit, which so is both ends of the link,
/// whose cables are beats on their way.
class BothUnits {
 public:
  BothUnits(unsigned cable, unsigned frame, unsigned response)
      : settings_(drawn(cable, frame, response)), twin_(1, settings_) {
    bench_.top().pause_cfg_response_i = response;
  }

  void cycle(std::uint64_t now) {
    auto& top = bench_.top();
    for (unsigned c = 0; now > 0 && c < kClasses; ++c)
      if (settings_.of_class[c]) twin_.hold(0, c, count_[c]);
    const bool within_packet = packet_left_ > 0;
    const bool frame_before = frame_left_ > 0;
    const bool frame = twin_.before_cycle(now, within_packet ? 1 : 0) != 0;
    top.pause_count_i = draw_counts();
    bench_.look();
    top.pause_grant_i = top.pause_req_o && !within_packet && !frame_before;
    REQUIRE(frame == (frame_before || top.pause_grant_i));
    for (unsigned c = 0; c < kClasses; ++c) REQUIRE((top.pause_paused_o >> c & 1U) == (twin_.paused(c) & 1U));
    if (top.pause_grant_i) {
      frame_left_ = settings_.frame_beats;
      named_ = top.pause_req_pause_o;
    }
    move_beats(frame);
    bench_.clock();
  }
  [[nodiscard]] std::uint64_t pauses() const { return twin_.pauses(0) + twin_.pauses(1) + twin_.pauses(2); }

 private:
  struct Beat {
    bool ends_frame = false;
    unsigned named = 0;
  };

  /// A class in four settings has no limits.
  PauseSettings drawn(unsigned cable, unsigned frame, unsigned response) {
    PauseSettings s{frame, cable, std::clamp(response, 1U, kMaxResponse)};
    unsigned xoffs = 0, xons = 0;
    for (unsigned c = 0; c < kClasses; ++c) {
      const unsigned xoff = bench_.percent(25) ? 0 : 2 + bench_.below(50);
      const unsigned xon = xoff == 0 ? 0 : bench_.below(xoff);
      if (xoff != 0) s.of_class[c] = PauseLimits{xoff, xon};
      xoffs |= xoff << c * kCountBits;
      xons |= xon << c * kCountBits;
    }
    bench_.top().pause_cfg_xoff_i = xoffs;
    bench_.top().pause_cfg_xon_i = xons;
    return s;
  }
  /// Up and down by a few beats.
  unsigned draw_counts() {
    unsigned counts = 0;
    for (unsigned c = 0; c < kClasses; ++c) {
      if (bench_.percent(5)) rises_[c] = !rises_[c];
      const unsigned step = bench_.below(3);
      count_[c] = rises_[c] ? std::min(count_[c] + step, 63U) : count_[c] - std::min(count_[c], step);
      counts |= count_[c] << c * kCountBits;
    }
    return counts;
  }
  void move_beats(bool frame) {
    if (frame) {
      --frame_left_;
    } else if (packet_left_ > 0) {
      --packet_left_;
    } else if (bench_.percent(50)) {
      packet_left_ = bench_.below(4);  // after this beat
    }
    beats_.push_back({frame && frame_left_ == 0, named_});
    bench_.top().pause_frame_i = 0;
    if (beats_.size() <= 2 * settings_.cable_cycles) return;
    bench_.top().pause_frame_i = beats_.front().ends_frame;
    bench_.top().pause_frame_pause_i = beats_.front().named;
    beats_.pop_front();
  }

  Bench bench_;
  PauseSettings settings_;
  PauseUnits twin_;
  unsigned count_[kClasses] = {}, packet_left_ = 0, frame_left_ = 0, named_ = 0;
  bool rises_[kClasses] = {};
  std::deque<Beat> beats_;
};

}  // namespace

TEST_CASE("xb_pause_unit asks for pauses and obeys them in the cycles of its twin", "[rtl]") {
  std::uint64_t pauses = 0;
  for (const unsigned cable : {0U, 1U, 4U}) {
    for (const unsigned frame : {1U, 4U}) {
      for (unsigned response = 0; response < 8; ++response) {
        CAPTURE(cable, frame, response);
        BothUnits units(cable, frame, response);
        for (std::uint64_t now = 0; now < 1000; ++now) units.cycle(now);
        pauses += units.pauses();
      }
    }
  }
  CHECK(pauses > 500);
}
