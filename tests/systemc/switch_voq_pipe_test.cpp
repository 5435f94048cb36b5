// SPDX-License-Identifier: Apache-2.0
// What is special about the VOQ switch for a fast clock: its latency, its rings, and that it does not
// deadlock.
#include "systemc/switch_voq_pipe.h"

#include <vector>

#include "tests/catch.h"

using namespace xb::twin;

namespace {

constexpr unsigned kFedPorts = 4;

/// A switch whose inputs send packets of `length` beats all the time, each to the next output in turn.
class FedRings {
 public:
  FedRings(std::uint32_t depth, unsigned length, bool store_forward = false)
      : sw_({kFedPorts, 0, 256}), length_(length) {
    in_.settings.depth = depth;
    in_.settings.store_forward = store_forward;
    in_.m_tready = 15;
    in_.s_tdest = dest_;
    in_.s_tdata = data_;
    for (unsigned n = 0; n < 4; ++n) sw_.step(in_);
    for (unsigned i = 0; i < kFedPorts; ++i) dest_[i] = static_cast<std::uint8_t>(i);
  }
  void ready(PortMask receivers) { in_.m_tready = receivers; }
  /// Cycles in which these inputs have beats on offer. Returns the beats delivered.
  unsigned run(unsigned cycles, PortMask inputs) {
    unsigned delivered = 0;
    for (unsigned n = 0; n < cycles; ++n) {
      in_.s_tvalid = inputs;
      in_.s_tuser = in_.s_tlast = 0;
      for (unsigned i = 0; i < kFedPorts; ++i) {
        if (sent_[i] == 0) in_.s_tuser |= bit(i);
        if (sent_[i] + 1 == length_) in_.s_tlast |= bit(i);
      }
      const PortMask taken = inputs & sw_.s_tready();
      for (unsigned j = 0; j < kFedPorts; ++j)
        delivered += (sw_.m_tvalid() & in_.m_tready & bit(j)) != 0 ? 1 : 0;
      sw_.step(in_);
      for_each_port(taken, [&](unsigned i) {
        if (++sent_[i] < length_) return;
        sent_[i] = 0;
        dest_[i] = static_cast<std::uint8_t>((dest_[i] + 1) % kFedPorts);
      });
    }
    return delivered;
  }
  SwitchVoqPipe& sw() { return sw_; }

 private:
  SwitchVoqPipe sw_;
  Inputs in_;
  unsigned length_;
  unsigned sent_[kFedPorts] = {};
  std::uint8_t dest_[kFedPorts] = {};
  std::uint64_t data_[kFedPorts] = {};
};

}  // namespace

TEST_CASE("through the pipelined VOQs a beat takes five cycles, a stored packet its length and six",
          "[systemc]") {
  FedRings through(64, 1);
  CHECK(through.run(1, 1) == 0);
  CHECK(through.run(4, 0) == 0);
  CHECK(through.run(1, 0) == 1);
  FedRings stored(64, 3, true);
  CHECK(stored.run(3, 1) == 0);
  CHECK(stored.run(6, 0) == 0);
  CHECK(stored.run(1, 0) == 1);
}

TEST_CASE("pipelined VOQs carry nearly all, and do not deadlock where few packets fit", "[systemc]") {
  for (const unsigned length : {1U, 2U, 4U, 9U}) {
    CAPTURE(length);
    FedRings deep(256, length);
    deep.run(1000, 15);
    CHECK(deep.run(2000, 15) > 2000 * kFedPorts * 9 / 10);
    for (const std::uint32_t depth : {4U, 8U, 16U}) {
      CAPTURE(depth);
      FedRings small(depth, length);
      small.run(5000, 15);
      CHECK(small.run(2000, 15) > 500);
    }
  }
}

TEST_CASE("a stalled output stops an input of pipelined VOQs when its own ring is full", "[systemc]") {
  FedRings fed(64, 1);
  fed.ready(14);
  fed.run(200, 1);
  // Its ring of 16, and what the output takes on credit; a quarter of what came was for it.
  CHECK(fed.sw().occupancy().beats(0) > 16);
  CHECK(fed.sw().occupancy().beats(0) <= 16 + 16);
  CHECK((fed.sw().s_tready() & bit(0)) == 0);
  fed.ready(15);
  CHECK(fed.run(60, 0) >= 16);
  CHECK(fed.sw().occupancy().beats(0) == 0);
}
