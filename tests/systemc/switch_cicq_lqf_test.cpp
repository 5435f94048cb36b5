// SPDX-License-Identifier: Apache-2.0
// Which queue an input of a crosspoint switch serves: the longest, or the next one.
#include "systemc/switch_cicq_lqf.h"

#include <array>
#include <vector>

#include "systemc/switch_crosspoint.h"
#include "tests/catch.h"

using namespace xb::twin;

namespace {

/// A switch of 4 ports with crosspoints of one packet, fed by input 0.
template <class Switch>
class Fed {
 public:
  Fed() : sw_({4, 0, 64}) {
    in_.settings.depth = 64;
    in_.s_tdest = dest_;
    in_.s_tdata = data_;
    sw_.step(in_);
  }
  /// Sends so many packets of one beat for each output, one after the other, while no receiver is ready: one
  /// of each gets to its crosspoint.
  Fed& fill(const std::array<unsigned, 4>& packets) {
    for (unsigned j = 0; j < 4; ++j) {
      for (unsigned n = 0; n < packets[j]; ++n) offer(j);
    }
    for (unsigned n = 0; n < 4; ++n) sw_.step(in_);
    return *this;
  }
  /// The outputs of the queues served in the next cycles, if these receivers are ready.
  std::vector<unsigned> served(unsigned cycles, PortMask ready) {
    std::vector<unsigned> order;
    in_.m_tready = ready;
    for (; cycles > 0; --cycles) {
      std::array<std::uint32_t, 4> before{};
      for (unsigned j = 0; j < 4; ++j) before[j] = sw_.memory_beats(0, j);
      sw_.step(in_);
      for (unsigned j = 0; j < 4; ++j) {
        if (sw_.memory_beats(0, j) < before[j]) order.push_back(j);
      }
    }
    return order;
  }

 private:
  void offer(unsigned output) {
    dest_[0] = static_cast<std::uint8_t>(output);
    in_.s_tvalid = in_.s_tuser = in_.s_tlast = bit(0);
    REQUIRE((sw_.s_tready() & bit(0)) != 0);
    sw_.step(in_);
    in_.s_tvalid = 0;
  }

  Switch sw_;
  Inputs in_;
  std::uint8_t dest_[4] = {};
  std::uint64_t data_[4] = {};
};

using Order = std::vector<unsigned>;

}  // namespace

TEST_CASE("an input serves its longest queue first, and queues of one length in turn") {
  // Behind what the crosspoints hold 4, 1 and 2 packets wait for outputs 1, 2 and 3.
  Fed<SwitchCicqLqf> lqf;
  CHECK(lqf.fill({0, 5, 2, 3}).served(8, 0b1111) == Order{1, 1, 3, 1, 2, 3, 1});
  Fed<SwitchCrosspoint> in_turn;
  CHECK(in_turn.fill({0, 5, 2, 3}).served(8, 0b1111) == Order{1, 2, 3, 1, 3, 1, 1});
}

TEST_CASE("the longest queue waits for room at its crosspoint, and others go meanwhile") {
  Fed<SwitchCicqLqf> sw;
  sw.fill({3, 9, 2, 0});
  CHECK(sw.served(6, 0b1101) == Order{0, 2, 0});
  CHECK(sw.served(4, 0b1111) == Order{1, 1, 1, 1});
}
