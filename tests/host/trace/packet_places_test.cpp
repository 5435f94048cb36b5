// SPDX-License-Identifier: Apache-2.0
#include "host/trace/packet_places.h"

#include "host/trace/line_trace.h"
#include "tests/catch.h"
#include "tests/host/trace/made_cycles.h"

using namespace xb;

namespace {

/// The queue as text, the head first, with the beats of each packet.
std::string queue_text(const PacketPlaces& places, unsigned queue) {
  std::string text;
  for (const auto& one : places.residents(queue))
    text += (text.empty() ? "" : " ") + LineTrace::packet_text(one.packet) + "*" + std::to_string(one.beats);
  return text;
}

/// The places after all of these cycles, and what the counts of `last` say.
PacketPlaces after(const SwitchShape& shape, const MadeCycles& cycles) {
  PacketPlaces places(shape);
  for (const PortCycle& c : cycles.all()) {
    places.look(c);
    places.move(c);
  }
  return places;
}

}  // namespace

TEST_CASE("a packet is in its queue from the edge of its first beat to that of its last one out", "[host]") {
  const SwitchShape shape = made_shape(QueuePlace::Input, 2, true);
  MadeCycles cycles(shape, 7);
  PacketPlaces places(shape);
  const auto move = [&] {
    places.look(cycles.now());
    places.move(cycles.now());
    return queue_text(places, 1);
  };
  const PacketId packet{1, 0, 4};
  cycles.next();
  cycles.in(packet, Beat::First, false);
  CHECK(move().empty());  // not ready: nothing moves
  cycles.next();
  cycles.in(packet, Beat::First);
  CHECK(move() == "1>0#4*1");
  CHECK(places.residents(1).front().since_cycle == 8);
  cycles.next();
  cycles.in(packet, Beat::Middle).out(packet, Beat::First);
  CHECK(move() == "1>0#4*1");
  cycles.next();
  cycles.in(packet, Beat::Last).out(packet, Beat::Middle, false);
  CHECK(move() == "1>0#4*2");
  cycles.next();
  cycles.out(packet, Beat::Middle);
  CHECK(move() == "1>0#4*1");
  CHECK(places.head(1) == packet);
  cycles.next();
  cycles.out(packet, Beat::Last);
  CHECK(move().empty());
  CHECK(places.head(1) == std::nullopt);
  CHECK(places.residents(0).empty());
}

TEST_CASE("queues are numbered by input, by output or by pair", "[host]") {
  const PacketId packet{2, 1, 0};
  for (const auto& [place, queue] : {std::pair(QueuePlace::Input, 2U), std::pair(QueuePlace::Output, 1U),
                                     std::pair(QueuePlace::Pair, 7U)}) {
    const SwitchShape shape = made_shape(place, 3);
    MadeCycles cycles(shape);
    cycles.next();
    cycles.in(packet, Beat::Only);
    const PacketPlaces places = after(shape, cycles);
    for (unsigned q = 0; q < shape.queue_count; ++q) CHECK(places.head(q).has_value() == (q == queue));
  }
}

TEST_CASE("a packet for a port that is not there is in no queue", "[host]") {
  for (const auto place : {QueuePlace::Input, QueuePlace::Output, QueuePlace::Pair}) {
    const SwitchShape shape = made_shape(place, 2);
    MadeCycles cycles(shape);
    cycles.next();
    cycles.in({0, 9, 0}, Beat::Only);
    cycles.next();
    cycles.now().m_tvalid = cycles.now().m_tuser = cycles.now().m_tlast = 1;
    cycles.now().out[0] = {63, 0, 5};
    const PacketPlaces places = after(shape, cycles);
    for (unsigned q = 0; q < shape.queue_count; ++q) CHECK(places.residents(q).empty());
  }
}

TEST_CASE("queues at inputs: the count of the cycle after a packet's last beat says that it is discarded",
          "[host]") {
  for (const auto place : {QueuePlace::Input, QueuePlace::Pair}) {
    const SwitchShape shape = made_shape(place, 2, place == QueuePlace::Input);
    const unsigned queue = shape.queue_of(1, 0);
    MadeCycles cycles(shape);
    cycles.next();
    cycles.in({1, 0, 0}, Beat::Only);
    cycles.next();
    cycles.in({1, 0, 1}, Beat::First);
    cycles.next();
    cycles.in({1, 0, 1}, Beat::Last);
    CHECK(queue_text(after(shape, cycles), queue) == "1>0#0*1 1>0#1*2");
    ++cycles.next().drop_full[queue];
    cycles.in({1, 0, 2}, Beat::Only);
    CHECK(queue_text(after(shape, cycles), queue) == "1>0#0*1 1>0#2*1");
    cycles.next();
    CHECK(queue_text(after(shape, cycles), queue) == "1>0#0*1 1>0#2*1");
  }
}

TEST_CASE("a count that does not fit names no packet, it goes when a later one leaves", "[host]") {
  const auto leftover = [](bool fifo) {
    const SwitchShape shape = made_shape(QueuePlace::Input, 2, fifo);
    MadeCycles cycles(shape);
    cycles.next();
    cycles.in({0, 1, 0}, Beat::Only);
    cycles.next();
    cycles.in({0, 0, 0}, Beat::Only);
    cycles.next();
    cycles.in({0, 1, 1}, Beat::Only);
    cycles.next();
    cycles.next().drop_full[0] += 2;  // no packet ended in the cycle before
    CHECK(queue_text(after(shape, cycles), 0) == "0>1#0*1 0>0#0*1 0>1#1*1");
    cycles.next();
    cycles.out({0, 1, 1}, Beat::Only);
    return queue_text(after(shape, cycles), 0);
  };
  CHECK(leftover(true).empty());        // all before it
  CHECK(leftover(false) == "0>0#0*1");  // those from and to the same ports
}

TEST_CASE("queues at outputs: a count does not mean the packet that ended in the cycle before", "[host]") {
  const SwitchShape shape = made_shape(QueuePlace::Output, 3);
  MadeCycles cycles(shape);
  cycles.next();
  cycles.in({0, 2, 0}, Beat::Only);  // the one that is discarded
  cycles.next();
  cycles.in({1, 2, 0}, Beat::Only);
  ++cycles.next().drop_full[2];
  CHECK(queue_text(after(shape, cycles), 2) == "0>2#0*1 1>2#0*1");
  // It may be in front of the memory still, and come into the queue after the other.
  cycles.next();
  cycles.out({1, 2, 0}, Beat::Only);
  CHECK(queue_text(after(shape, cycles), 2) == "0>2#0*1");

  SECTION("a later packet of its input is seen, then one leaves that came after that") {
    cycles.next();
    cycles.in({0, 1, 0}, Beat::Only);
    cycles.next();
    cycles.in({1, 2, 1}, Beat::Only);
    cycles.next();
    cycles.out({0, 1, 0}, Beat::Only);
    cycles.next();
    cycles.in({1, 2, 2}, Beat::Only).out({1, 2, 1}, Beat::Only);
    CHECK(queue_text(after(shape, cycles), 2) == "0>2#0*1 1>2#2*1");  // the other came too early to tell
    cycles.next();
    cycles.out({1, 2, 2}, Beat::Only);
    CHECK(queue_text(after(shape, cycles), 2).empty());
  }
  SECTION("a later packet from and to the same ports leaves") {
    cycles.next();
    cycles.in({0, 2, 1}, Beat::Only);
    cycles.next();
    cycles.out({0, 2, 1}, Beat::Only);
    CHECK(queue_text(after(shape, cycles), 2).empty());
  }
}

TEST_CASE("without discarded packets one that is overtaken at an output stays", "[host]") {
  const SwitchShape shape = made_shape(QueuePlace::Output, 2);
  MadeCycles cycles(shape);
  cycles.next();
  cycles.in({0, 1, 0}, Beat::First);
  cycles.next();
  cycles.in({0, 1, 0}, Beat::Last).in({1, 1, 0}, Beat::Only);
  cycles.next();
  cycles.out({1, 1, 0}, Beat::Only);
  CHECK(queue_text(after(shape, cycles), 1) == "0>1#0*2");
}

TEST_CASE("a packet that one of another class overtakes stays, one of its own class does not", "[host]") {
  for (const auto place : {QueuePlace::Input, QueuePlace::Output, QueuePlace::Pair}) {
    const SwitchShape shape = made_shape(place, 2, place == QueuePlace::Input);
    const unsigned queue = shape.queue_of(0, 1);
    MadeCycles cycles(shape);
    cycles.next();
    cycles.in({0, 1, 0, 0}, Beat::Only);
    cycles.next();
    cycles.in({0, 1, 0, 1}, Beat::Only);
    cycles.next();
    cycles.in({0, 1, 1, 0}, Beat::Only).out({0, 1, 0, 1}, Beat::Only);
    CHECK(queue_text(after(shape, cycles), queue) == "0>1#0/0*1 0>1#1/0*1");
    cycles.next();
    cycles.out({0, 1, 1, 0}, Beat::Only);
    CHECK(queue_text(after(shape, cycles), queue).empty());
  }
}

TEST_CASE("queues at outputs: after a discarded packet those of other classes stay, too", "[host]") {
  const SwitchShape shape = made_shape(QueuePlace::Output, 3);
  MadeCycles cycles(shape);
  cycles.next();
  cycles.in({0, 2, 0, 0}, Beat::Only);
  ++cycles.next().drop_full[1];  // some other one
  cycles.in({0, 1, 0, 1}, Beat::Only);
  cycles.next();
  cycles.out({0, 1, 0, 1}, Beat::Only);  // so 0>2#0/0 is in the memory
  cycles.next();
  cycles.in({1, 2, 0, 1}, Beat::Only);
  cycles.next();
  cycles.out({1, 2, 0, 1}, Beat::Only);
  CHECK(queue_text(after(shape, cycles), 2) == "0>2#0/0*1");
}
