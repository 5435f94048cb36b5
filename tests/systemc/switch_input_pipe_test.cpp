// SPDX-License-Identifier: Apache-2.0
// What is special about the input switch for a fast clock: its latency, its credits, its settings.
#include "systemc/switch_input_pipe.h"

#include <vector>

#include "tests/catch.h"

using namespace xb::twin;

namespace {

/// A switch of 3 ports; input 0 sends to output 1.
class FedFifo {
 public:
  explicit FedFifo(std::uint32_t depth, bool store_forward = false, std::uint32_t drop_for = 0)
      : sw_({3, 1, 64}) {
    in_.settings.depth = depth;
    in_.settings.store_forward = store_forward;
    in_.settings.drop = drop_for != 0;
    in_.settings.packet_beats = drop_for;
    in_.m_tready = 7;
    in_.s_tdest = dest_;
    in_.s_tdata = data_;
    for (unsigned n = 0; n < 3; ++n) sw_.step(in_);
  }
  void ready(bool receivers) { in_.m_tready = receivers ? 7 : 0; }
  /// A cycle with a beat on offer; says whether it was taken.
  bool offer(bool first, bool last) {
    const bool taken = (sw_.s_tready() & bit(0)) != 0;
    in_.s_tvalid = bit(0);
    in_.s_tuser = first ? bit(0) : 0;
    in_.s_tlast = last ? bit(0) : 0;
    step();
    in_.s_tvalid = 0;
    if (taken) ++data_[0];
    return taken;
  }
  void step() {
    if ((sw_.m_tvalid() & in_.m_tready & bit(1)) != 0) out_.push_back(*sw_.m_tdata(1));
    sw_.step(in_);
  }
  /// Cycles until output 1 offers a beat.
  unsigned wait() {
    for (unsigned n = 0; n < 50; ++n) {
      if ((sw_.m_tvalid() & bit(1)) != 0) return n;
      step();
    }
    return 50;
  }
  [[nodiscard]] const std::vector<std::uint64_t>& out() const { return out_; }
  SwitchInputPipe& sw() { return sw_; }

 private:
  SwitchInputPipe sw_;
  Inputs in_;
  std::uint8_t dest_[3] = {1, 1, 1};
  std::uint64_t data_[3] = {};
  std::vector<std::uint64_t> out_;
};

}  // namespace

TEST_CASE("a beat takes three cycles, a stored packet its length and four", "[systemc]") {
  FedFifo through(16);
  REQUIRE(through.offer(true, true));
  CHECK(through.wait() + 1 == 3);
  FedFifo stored(16, true);
  for (unsigned n = 0; n < 5; ++n) REQUIRE(stored.offer(n == 0, n == 4));
  CHECK(stored.wait() + 5 == 5 + 4);
}

TEST_CASE("from a depth of three on a flow takes every cycle", "[systemc]") {
  for (const std::uint32_t depth : {1U, 2U, 3U, 8U}) {
    CAPTURE(depth);
    FedFifo fed(depth);
    unsigned taken = 0;
    for (unsigned n = 0; n < 60; ++n) taken += fed.offer(true, true) ? 1 : 0;
    CHECK(taken == (depth == 1 ? 20 : depth == 2 ? 40 : 60));
  }
}

TEST_CASE("an output takes as many beats as it has credits, and gives them back in order", "[systemc]") {
  FedFifo fed(16);
  fed.ready(false);
  unsigned taken = 0;
  for (unsigned n = 0; n < 60; ++n) taken += fed.offer(true, true) ? 1 : 0;
  CHECK(taken == 16 + 8);
  CHECK(fed.sw().occupancy().beats(0) == taken);
  CHECK((fed.sw().blocked() & bit(0)) != 0);
  CHECK(fed.sw().hol_flags(0).backpressure);
  fed.ready(true);
  for (unsigned n = 0; n < 40; ++n) fed.step();
  REQUIRE(fed.out().size() == taken);
  for (unsigned n = 0; n < taken; ++n) CHECK(fed.out()[n] == n);
  CHECK(fed.sw().occupancy().beats(0) == 0);
}

TEST_CASE("a packet that is longer than the FIFO starts when it is full", "[systemc]") {
  FedFifo fed(4, true);
  unsigned taken = 0;
  for (unsigned n = 0; n < 60 && taken < 12; ++n) taken += fed.offer(taken == 0, taken == 11) ? 1 : 0;
  CHECK(taken == 12);
  for (unsigned n = 0; n < 20; ++n) fed.step();
  CHECK(fed.out().size() == 12);
}

TEST_CASE("tail drop takes a packet for which there is room, or discards it whole", "[systemc]") {
  FedFifo fed(12, false, 5);
  fed.ready(false);
  for (unsigned n = 0; n < 8 * 5; ++n) REQUIRE(fed.offer(n % 5 == 0, n % 5 == 4));
  // 8 beats are in the output; below 12 - 5 + 1 beats in the FIFO a packet finds room.
  CHECK(fed.sw().occupancy().packets(0) == 4);
  CHECK(fed.sw().drop_full(0) == 4);
  fed.ready(true);
  for (unsigned n = 0; n < 40; ++n) fed.step();
  CHECK(fed.out().size() == 20);
}
