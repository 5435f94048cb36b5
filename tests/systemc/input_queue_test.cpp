// SPDX-License-Identifier: Apache-2.0
#include "systemc/input_queue.h"

#include "tests/catch.h"

using namespace xb::twin;

namespace {

constexpr bool kCutThrough = false;
constexpr bool kStoreForward = true;

/// A queue of a 4-port switch with its settings; cycles count with every push and pop.
struct Queue {
  Queue(std::uint32_t depth_beats, bool store_and_forward) {
    settings.depth = depth_beats;
    settings.store_forward = store_and_forward;
  }

  [[nodiscard]] bool ready() const { return queue.ready(settings); }
  [[nodiscard]] bool bid() const { return queue.bid(settings); }
  void push(std::uint8_t destination, bool last) {
    REQUIRE(ready());
    const std::uint64_t data = ++pushed;
    queue.push(settings, queue.refuses(settings), destination, last, now, &data);
    wait();
  }
  void pop() {
    REQUIRE(bid());
    CHECK(*queue.head_data() == ++popped);
    queue.pop(settings);
    wait();
  }
  void wait() { queue.route(settings, ++now); }
  [[nodiscard]] PortMask waiting() { return queue.probe().waiting(); }

  InputQueue queue{Params{4, 1, 8}};
  Settings settings;
  std::uint32_t now = 0;
  std::uint64_t pushed = 0, popped = 0;
};

}  // namespace

TEST_CASE("under cut-through a packet bids from its first beat", "[systemc]") {
  Queue q(8, kCutThrough);
  CHECK_FALSE(q.bid());
  q.push(2, false);
  CHECK(q.bid());
  CHECK(q.waiting() == 0b0100);
  CHECK(q.queue.packets() == 1);
  q.pop();
  CHECK(q.queue.started());
  CHECK_FALSE(q.bid());  // no beat at the moment
  CHECK(q.waiting() == 0);
  CHECK(q.queue.packets() == 1);  // of which nothing is here just now
  q.push(2, true);
  CHECK(q.waiting() == 0);  // it has begun to leave
  q.pop();
  CHECK_FALSE(q.queue.started());
  CHECK(q.queue.packets() == 0);
  CHECK(q.queue.beats() == 0);
}

TEST_CASE("under store-and-forward a packet bids when it is complete", "[systemc]") {
  Queue q(8, kStoreForward);
  q.push(2, false);
  q.push(2, false);
  CHECK_FALSE(q.bid());
  CHECK(q.waiting() == 0);
  q.push(2, true);
  CHECK(q.bid());
  CHECK(q.waiting() == 0b0100);
  q.push(1, false);  // the next, incomplete
  q.pop();
  q.pop();
  q.pop();
  CHECK(q.queue.beats() == 1);
  CHECK_FALSE(q.bid());
  CHECK(q.waiting() == 0);
  q.push(1, true);
  CHECK(q.bid());
  CHECK(q.waiting() == 0b0010);
}

TEST_CASE("a packet longer than the queue starts early, rather than waiting for ever", "[systemc]") {
  Queue q(3, kStoreForward);
  q.push(2, false);
  q.push(2, false);
  CHECK_FALSE(q.bid());
  q.push(2, false);
  CHECK_FALSE(q.ready());
  CHECK(q.bid());
  q.pop();
  CHECK(q.bid());  // it has started
  q.push(2, false);
  q.pop();
  q.push(2, true);
  CHECK(q.waiting() == 0);  // its completion makes nobody wait: it is on its way
  while (q.queue.beats() > 0) q.pop();
  CHECK(q.popped == 5);
  CHECK(q.waiting() == 0);
  // The next packet is stored and forwarded as ever.
  q.push(3, false);
  CHECK_FALSE(q.bid());
  q.push(3, true);
  CHECK(q.bid());
  CHECK(q.waiting() == 0b1000);
}

TEST_CASE("packets in a queue wait for all their outputs", "[systemc]") {
  Queue q(8, kCutThrough);
  for (const std::uint8_t output : {1, 3, 1}) q.push(output, true);
  CHECK(q.queue.packets() == 3);
  CHECK(q.waiting() == 0b1010);
  q.pop();
  CHECK(q.waiting() == 0b1010);  // another for 1
  q.pop();
  CHECK(q.waiting() == 0b0010);
  q.pop();
  CHECK(q.waiting() == 0);
}

TEST_CASE("a queue takes as many beats as its depth, and one more in the cycle after a pop", "[systemc]") {
  Queue q(2, kCutThrough);
  q.push(0, true);
  q.push(0, true);
  CHECK_FALSE(q.ready());
  CHECK(q.queue.beats() == 2);
  q.pop();
  CHECK(q.ready());
}

TEST_CASE("a packet to an output that does not exist leaves no trace but its count", "[systemc]") {
  Queue q(8, kCutThrough);
  q.push(4, false);
  q.push(4, true);
  CHECK(q.queue.beats() == 0);
  CHECK(q.queue.packets() == 0);
  CHECK(q.waiting() == 0);
  CHECK_FALSE(q.bid());
  CHECK(q.queue.misrouted_packets() == 1);
}

TEST_CASE("a beat may come and go in the same cycle", "[systemc]") {
  Queue q(2, kCutThrough);
  q.push(1, true);
  const std::uint64_t data = 99;
  q.queue.pop(q.settings);
  q.queue.push(q.settings, false, 2, true, q.now, &data);
  CHECK(q.queue.beats() == 1);
  CHECK(q.queue.packets() == 1);
  CHECK(*q.queue.head_data() == 99);
  CHECK(q.queue.head_side().dest == 2);
  CHECK(q.waiting() == 0b0100);
}

TEST_CASE("a packet bids when its routing delay is over, which runs while others drain", "[systemc]") {
  Queue q(8, kCutThrough);
  q.settings.route_delay = 3;
  q.push(1, true);  // in cycle 0: may bid from cycle 4 on
  q.push(2, true);  // in cycle 1: from cycle 5 on
  q.wait();
  CHECK(q.now == 3);
  CHECK_FALSE(q.bid());
  q.wait();
  CHECK(q.bid());
  q.pop();  // now it is cycle 5
  CHECK(q.bid());
}

TEST_CASE("under tail drop a full queue refuses whole packets", "[systemc]") {
  Queue q(4, kCutThrough);
  q.settings.drop = true;
  q.settings.packet_beats = 3;
  q.push(1, false);
  q.push(1, true);
  CHECK(q.ready());  // to discard: 2 beats of room are not enough for a packet
  q.push(2, false);
  q.push(2, true);
  CHECK(q.queue.beats() == 2);
  CHECK(q.queue.refused_packets() == 1);
  CHECK(q.waiting() == 0b0010);
  q.pop();
  q.push(3, true);
  CHECK(q.queue.beats() == 2);
  CHECK(q.waiting() == 0b1000);
}
