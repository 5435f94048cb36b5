// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet_lists.h"

#include "tests/catch.h"

using namespace xb::twin;

namespace {

constexpr unsigned kListedPorts = 2;  // words of 4 beats

void write(PacketLists& lists, std::uint32_t packet, unsigned beats, bool last) {
  for (unsigned n = 0; n < beats; ++n) {
    lists[packet].payload.push(1000 * lists[packet].tag + lists[packet].in + n);
  }
  lists[packet].in += beats;
  lists[packet].complete = last;
}

}  // namespace

TEST_CASE("packets that arrive interleaved are read whole, in the order in which they were appended",
          "[systemc]") {
  PacketLists lists(kListedPorts, 1);
  const auto a = lists.create(1, 0, 0);
  const auto b = lists.create(2, 0, 1);
  write(lists, a, 4, false);
  lists.append(1, a);
  write(lists, b, 4, false);
  lists.append(1, b);
  write(lists, b, 3, true);
  CHECK(lists.readable(1, 10, 0) == 4);
  CHECK_FALSE(lists.read(1, 4));
  // The rest of the first packet is not there: the second waits behind it.
  CHECK(lists.starved(1));
  CHECK(lists.readable(1, 10, 0) == 0);
  write(lists, a, 1, true);
  CHECK_FALSE(lists.starved(1));
  CHECK(lists.read(1, 1));
  CHECK(lists.list(1).head == b);
  CHECK_FALSE(lists.read(1, 4));
  CHECK(lists.readable(1, 10, 0) == 3);
  CHECK(lists.read(1, 3));
  CHECK(lists.empty(1));
  CHECK(lists.empty(0));

  for (unsigned n = 0; n < 5; ++n) {
    CHECK(*lists.data(a) == 1000 + n);
    CHECK(lists.deliver(a).gone == (n == 4));
  }
  CHECK(*lists.data(b) == 2000);
}

TEST_CASE("a packet is not read before it is routed, and stays routed", "[systemc]") {
  PacketLists lists(kListedPorts, 0);
  constexpr std::uint32_t kArrival = ~0U - 3;  // the cycle counter wraps
  const auto packet = lists.create(1, kArrival, 0);
  lists[packet].in = 4;
  lists.append(0, packet);
  CHECK(lists.readable(0, kArrival + 10, 10) == 0);
  CHECK(lists.readable(0, kArrival + 11, 10) == 4);
  lists.list(0).eligible = true;
  CHECK(lists.readable(0, kArrival + 5, 10) == 4);
  lists.read(0, 4);
  lists[packet].in = 8;  // within a packet nothing is routed
  CHECK(lists.readable(0, kArrival + 5, 10) == 4);
}

TEST_CASE("packets that share words leave one by one, with their own tags and ends", "[systemc]") {
  PacketLists lists(kListedPorts, 0);
  const auto chain = lists.create(7, 0, 0);
  lists[chain].begins.push({8, 1});
  lists[chain].begins.push({9, 3});
  lists[chain].in = 4;
  lists.append(0, chain);
  const auto deliver = [&](std::uint64_t tag, bool last, bool gone) {
    CHECK(*lists.data(chain) == tag);
    const auto delivered = lists.deliver(chain);
    CHECK(delivered.last == last);
    CHECK(delivered.gone == gone);
  };
  deliver(7, true, false);
  deliver(8, false, false);
  deliver(8, true, false);
  CHECK(lists[chain].begin == 3);
  CHECK(lists[chain].end() > 1000);  // the rest of the last is to come
  deliver(9, false, false);
  lists[chain].in = 5;
  lists[chain].complete = true;
  deliver(9, true, true);
}

TEST_CASE("only what is whole and not being read leaves a list out of turn", "[systemc]") {
  PacketLists lists(kListedPorts, 0);
  const auto add = [&](bool complete) {
    const auto packet = lists.create(0, 0, 0);
    lists[packet].in = 4;
    lists[packet].complete = complete;
    lists.append(0, packet);
    return packet;
  };
  const auto read = add(false), coming = add(false), whole = add(true), last = add(true);
  CHECK_FALSE(lists.read(0, 4));
  REQUIRE(lists.list(0).head == read);
  CHECK(lists.has_whole(0));
  CHECK(lists.take_whole(0) == whole);
  CHECK(lists[coming].next == last);
  CHECK(lists.take_whole(0) == last);
  CHECK(lists.take_whole(0) == PacketLists::kNone);
  CHECK_FALSE(lists.has_whole(0));
  CHECK(lists.list(0).tail == coming);
  const auto next = add(true);
  CHECK(lists[coming].next == next);
  CHECK_FALSE(lists.has_whole(1));
  // Of the head goes what was known of its way.
  lists[coming].complete = true;
  lists[read].in = 8;
  lists[read].complete = true;
  CHECK(lists.read(0, 4));
  lists.list(0).eligible = true;
  CHECK(lists.take_whole(0) == coming);
  CHECK(lists.list(0).head == next);
  CHECK_FALSE(lists.list(0).eligible);
}
