// SPDX-License-Identifier: Apache-2.0
// What is special about switches with virtual output queues for a fast clock: their latency, their rings, and
// that they do not deadlock.
#include "systemc/switch_voq_pipe.h"

#include <vector>

#include "systemc/switch_cicq_lqf_pipe.h"
#include "systemc/switch_crosspoint_pipe.h"
#include "tests/catch.h"

using namespace xb::twin;

namespace {

constexpr unsigned kFedPorts = 4;

/// A switch whose inputs send packets of `length` beats all the time, each to the next output in turn.
template <class Switch>
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
  Switch& sw() { return sw_; }

 private:
  Switch sw_;
  Inputs in_;
  unsigned length_;
  unsigned sent_[kFedPorts] = {};
  std::uint8_t dest_[kFedPorts] = {};
  std::uint64_t data_[kFedPorts] = {};
};

}  // namespace

#define XB_RING_TWINS SwitchVoqPipe, SwitchCrosspointPipe, SwitchCicqLqfPipe

TEMPLATE_TEST_CASE("through pipelined VOQs a beat takes five cycles, a stored packet its length and six",
                   "[systemc]", XB_RING_TWINS) {
  FedRings<TestType> through(64, 1);
  CHECK(through.run(1, 1) == 0);
  CHECK(through.run(4, 0) == 0);
  CHECK(through.run(1, 0) == 1);
  FedRings<TestType> stored(64, 3, true);
  CHECK(stored.run(3, 1) == 0);
  CHECK(stored.run(6, 0) == 0);
  CHECK(stored.run(1, 0) == 1);
}

TEMPLATE_TEST_CASE("pipelined VOQs carry nearly all, and do not deadlock where few packets fit", "[systemc]",
                   XB_RING_TWINS) {
  for (const unsigned length : {1U, 2U, 4U, 9U}) {
    CAPTURE(length);
    FedRings<TestType> deep(256, length);
    deep.run(1000, 15);
    CHECK(deep.run(2000, 15) > 2000 * kFedPorts * 9 / 10);
    for (const std::uint32_t depth : {2U, 4U, 8U, 16U}) {
      CAPTURE(depth);
      FedRings<TestType> small(depth, length);
      small.run(5000, 15);
      CHECK(small.run(2000, 15) > 500);
    }
  }
}

TEMPLATE_TEST_CASE("a stalled output stops an input of pipelined VOQs when its own ring is full", "[systemc]",
                   XB_RING_TWINS) {
  FedRings<TestType> fed(64, 1);
  fed.ready(14);
  fed.run(200, 1);
  // Its ring of 16, and what crosspoint and output take on credit; a quarter of what came was for it.
  CHECK(fed.sw().occupancy().beats(0) > 16);
  CHECK(fed.sw().occupancy().beats(0) <= 16 + 24);
  CHECK((fed.sw().s_tready() & bit(0)) == 0);
  fed.ready(15);
  CHECK(fed.run(60, 0) >= 16);
  CHECK(fed.sw().occupancy().beats(0) == 0);
}

namespace {

/// The queues that an input pops, of these lengths and packets of one beat, until all are empty.
std::vector<unsigned> pops(bool longest_first, std::vector<std::uint32_t> lengths) {
  PipeSender sender(kFedPorts, longest_first);
  sender.reset();
  std::vector<unsigned> order;
  for (unsigned n = 0; n < 20; ++n) {
    PortMask first = 0;
    for (unsigned j = 0; j < kFedPorts && n > 1; ++j) first |= PortMask{lengths[j] > 0} << j;
    const PortMask pop = sender.pop(first);
    sender.clock(pop, first, 0, [&](unsigned j) { return lengths[j]; });
    for_each_port(pop, [&](unsigned j) {
      order.push_back(j);
      --lengths[j];
    });
  }
  return order;
}

}  // namespace

TEST_CASE("a pipelined input serves its longest queue, by lengths and turn of the cycle before",
          "[systemc]") {
  using Order = std::vector<unsigned>;
  CHECK(pops(true, {0, 5, 2, 3}) == Order{1, 1, 1, 3, 3, 1, 1, 2, 2, 3});
  CHECK(pops(false, {0, 5, 2, 3}) == Order{1, 2, 3, 1, 2, 3, 1, 3, 1, 1});
}

TEST_CASE("a pipelined input pops no more than a crosspoint holds", "[systemc]") {
  CHECK(pops(false, {20, 0, 0, 0}).size() == PipeSender::kCrosspointBeats);
}
