// SPDX-License-Identifier: Apache-2.0
// xb_port_guard between a sender that keeps no limit and a receiver that stalls.
#include <optional>
#include <string>

#include "tests/catch.h"
#include "tests/rtl/bench.h"

using namespace xb;

namespace {

constexpr unsigned kMaxBeats = 6;
constexpr unsigned kTimeout = 5;
constexpr unsigned kCut = 1;  // the bit of tuser that says so

struct GuardBeat {
  unsigned data, keep, dest, id, user;
  bool last;
};

/// What the guard has to do, beat by beat.
class Guarded {
 public:
  /// What it shows for an offer, in this cycle.
  [[nodiscard]] std::optional<GuardBeat> shows(const std::optional<GuardBeat>& offer) const {
    if (closing_) return GuardBeat{0, 15, dest_, id_, kCut, true};
    if (discarding_ || !offer) return std::nullopt;
    const bool longest = beats_ == kMaxBeats - 1;
    return GuardBeat{offer->data,
                     offer->keep,
                     beats_ > 0 ? dest_ : offer->dest,
                     offer->id,
                     offer->user | (longest && !offer->last ? kCut : 0),
                     longest || offer->last};
  }
  [[nodiscard]] bool takes(bool ready) const { return discarding_ || (ready && !closing_); }
  void clock(const std::optional<GuardBeat>& offer, bool ready) {
    const auto shown = shows(offer);
    const bool takes_last = offer && takes(ready) && offer->last;
    const bool cut = shown && ready && shown->last && !takes_last;
    silent_ = beats_ > 0 && !closing_ && !offer ? silent_ + 1 : 0;
    if (cut) ++(closing_ ? cut_silent : cut_long);
    if (shown && ready) {
      dest_ = shown->dest;
      if (beats_ == 0) id_ = shown->id;
      beats_ = shown->last ? 0 : beats_ + 1;
      closing_ = false;
    }
    if (silent_ == kTimeout) closing_ = true;
    discarding_ = cut || (discarding_ && !takes_last);
  }
  unsigned cut_long = 0;
  unsigned cut_silent = 0;

 private:
  unsigned beats_ = 0, silent_ = 0, dest_ = 0, id_ = 0;
  bool closing_ = false, discarding_ = false;
};

}  // namespace

TEST_CASE("xb_port_guard cuts what is too long or silent, and nothing else", "[rtl]") {
  const unsigned patience = GENERATE(20U, 97U);  // percent of the cycles in which the sender goes on
  Bench bench;
  auto& top = bench.top();
  Guarded want;
  std::optional<GuardBeat> offer;
  unsigned whole = 0;
  for (unsigned n = 0; n < 20000; ++n) {
    if (!offer && bench.percent(patience))
      offer = GuardBeat{n * 0x9e3779b9U,
                        bench.below(16),
                        bench.below(8),
                        bench.below(16),  // of each beat its own, so that one of another beat is seen
                        bench.below(4) << 1 | (bench.percent(10) ? kCut : 0),
                        bench.percent(20)};
    const bool ready = bench.percent(70);
    top.guard_s_tvalid_i = offer.has_value();
    const GuardBeat beat = offer.value_or(GuardBeat{});
    top.guard_s_tdata_i = beat.data;
    top.guard_s_tkeep_i = beat.keep;
    top.guard_s_tdest_i = beat.dest;
    top.guard_s_tlast_i = beat.last;
    top.guard_s_tid_i = beat.id;
    top.guard_s_tuser_i = beat.user;
    top.guard_m_tready_i = ready;
    bench.look();
    const auto shown = want.shows(offer);
    REQUIRE(top.guard_s_tready_o == want.takes(ready));
    REQUIRE(top.guard_m_tvalid_o == shown.has_value());
    if (shown) {
      REQUIRE(top.guard_m_tdata_o == shown->data);
      REQUIRE(top.guard_m_tkeep_o == shown->keep);
      REQUIRE(top.guard_m_tdest_o == shown->dest);
      REQUIRE(top.guard_m_tlast_o == shown->last);
      REQUIRE(top.guard_m_tid_o == shown->id);
      REQUIRE(top.guard_m_tuser_o == shown->user);
      whole += ready && shown->last && offer && offer->last ? 1 : 0;
    }
    REQUIRE(top.guard_cut_long_o == want.cut_long);
    REQUIRE(top.guard_cut_silent_o == want.cut_silent);
    const bool taken = offer && want.takes(ready);
    want.clock(offer, ready);
    if (taken) offer.reset();
    bench.clock();
  }
  CHECK(whole > 300);
  CHECK((patience < 50 ? want.cut_silent : want.cut_long) > 200);
}

TEST_CASE("xb_port_guard's checker names the side on which an offer is withdrawn", "[rtl]") {
  Bench bench;
  bench.top().guard_s_tvalid_i = 1;
  bench.clock();
  bench.top().guard_s_tvalid_i = 0;
  bench.clock();
  std::string said;
  try {
    bench.clock();
  } catch (const std::exception& error) {
    said = error.what();
  }
  CAPTURE(said);
  CHECK(said.find("u_guard.u_s_checker.tvalid_holds: s: tvalid withdrawn") != std::string::npos);
}
