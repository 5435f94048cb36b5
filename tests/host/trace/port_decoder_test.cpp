// SPDX-License-Identifier: Apache-2.0
#include "host/trace/port_decoder.h"

#include <algorithm>
#include <memory>

#include "host/link/packet.h"
#include "tests/catch.h"
#include "tests/host/trace/made_cycles.h"

using namespace xb;

namespace {

/// The wires of a switch with beats of some words, and its cycles decoded.
class Wires {
 public:
  explicit Wires(const SwitchShape& shape) : decoder(shape), stride_(std::max(1U, shape.data_words)) {}

  void in(const PacketId& packet, Beat beat) {
    set(packet.source, packet, beat, inputs->s_tvalid, inputs->s_tuser, inputs->s_tlast, inputs->s_tdata);
    inputs->s_tdest[packet.source] = packet.destination;
  }
  void out(const PacketId& packet, Beat beat) {
    set(packet.destination, packet, beat, outputs->m_tvalid, outputs->m_tuser, outputs->m_tlast,
        outputs->m_tdata);
    outputs->m_tdest[packet.destination] = packet.destination;
  }
  /// Ends the cycle; the next one begins with nothing valid.
  PortCycle clock() {
    decoder.show(*outputs, *outputs);
    const PortCycle cycle = decoder.clock(*inputs);
    inputs->s_tvalid = inputs->s_tuser = inputs->s_tlast = 0;
    outputs->m_tvalid = outputs->m_tuser = outputs->m_tlast = 0;
    return cycle;
  }

  PortDecoder decoder;
  std::unique_ptr<SwitchInputs> inputs = std::make_unique<SwitchInputs>();
  std::unique_ptr<SwitchOutputs> outputs = std::make_unique<SwitchOutputs>();

 private:
  void set(unsigned port, const PacketId& packet, Beat beat, PortMask& valid, PortMask& first, PortMask& last,
           std::uint64_t* data) const {
    valid |= bit(port);
    if ((static_cast<unsigned>(beat) & 1U) != 0) first |= bit(port);
    if ((static_cast<unsigned>(beat) & 2U) != 0) last |= bit(port);
    const bool has_header = (static_cast<unsigned>(beat) & 1U) != 0;
    const PacketHeader header{packet.source, packet.destination, 3, packet.number, 77};
    data[std::size_t{port} * stride_] = has_header ? header.encode() : ~std::uint64_t{0};
  }

  unsigned stride_;
};

SwitchShape shape_of_words(unsigned words) {
  SwitchShape shape = made_shape(QueuePlace::Input, 3, true);
  shape.data_words = words;
  return shape;
}

}  // namespace

TEST_CASE("the header of a packet's first beat names all of its beats", "[host]") {
  for (const unsigned words : {0U, 1U, 4U}) {  // without payload a beat is one word
    Wires wires(shape_of_words(words));
    wires.outputs->s_tready = 7;
    wires.inputs->m_tready = 7;
    const PacketId packet{2, 1, PacketHeader::kSequenceMask};
    wires.in(packet, Beat::First);
    wires.in({0, 2, 5}, Beat::Only);
    PortCycle c = wires.clock();
    CHECK(c.cycle == 0);
    CHECK(c.in[2] == packet);
    CHECK(c.in[0] == PacketId{0, 2, 5});
    CHECK(c.s_tdest[2] == 1);
    CHECK(c.moved_in() == 5);
    wires.in(packet, Beat::Middle);
    wires.out(packet, Beat::First);
    c = wires.clock();
    CHECK(c.cycle == 1);
    CHECK(c.in[2] == packet);
    CHECK(c.out[1] == packet);
    CHECK(c.head[2] == packet);
    CHECK(c.head[1] == std::nullopt);
    CHECK(wires.clock().s_tvalid == 0);  // a gap within the packet
    wires.in(packet, Beat::Last);
    wires.out(packet, Beat::Middle);
    c = wires.clock();
    CHECK(c.in[2] == packet);
    CHECK(c.out[1] == packet);
    CHECK(c.m_tdest[1] == 1);
    CHECK(c.m_tuser == 0);
    CHECK(c.s_tlast == bit(2));
  }
}

TEST_CASE("marks of a beat count only where it is valid, back-pressure only where a head is blocked",
          "[host]") {
  Wires wires(shape_of_words(1));
  wires.inputs->s_tuser = wires.inputs->s_tlast = 7;
  wires.outputs->m_tuser = wires.outputs->m_tlast = 7;
  wires.outputs->blocked = 2;
  wires.outputs->blocked_backpressure = 3;
  const PortCycle c = wires.clock();
  CHECK((c.s_tuser | c.s_tlast | c.m_tuser | c.m_tlast) == 0);
  CHECK(c.blocked_backpressure == 2);
}

TEST_CASE("queues that a switch does not show hold what has come in and not gone out", "[host]") {
  for (const bool shows_beats : {false, true}) {
    SwitchShape shape = shape_of_words(1);
    shape.known.queues = false;
    shape.shows_beats = shows_beats;
    Wires wires(shape);
    wires.outputs->s_tready = wires.inputs->m_tready = 7;
    wires.outputs->occ_beats[2] = 9;
    const auto holds = [&](std::uint32_t beats, std::uint32_t packets) {
      const PortCycle c = wires.clock();
      CHECK(c.occ_beats[2] == (shows_beats ? 9 : beats));
      CHECK(c.occ_packets[2] == packets);
    };
    wires.in({2, 1, 0}, Beat::First);
    holds(0, 0);
    wires.in({2, 1, 0}, Beat::Middle);
    wires.out({2, 1, 0}, Beat::First);
    holds(1, 1);
    wires.in({2, 1, 0}, Beat::Last);
    holds(1, 1);
    wires.in({2, 0, 0}, Beat::Only);
    wires.out({2, 1, 0}, Beat::Middle);
    holds(2, 1);
    wires.out({2, 1, 0}, Beat::Last);
    holds(2, 2);
    holds(1, 1);
    // One that leaves in the cycle in which it came, and overtakes one that so is lost.
    wires.in({2, 0, 1}, Beat::Only);
    wires.out({2, 0, 1}, Beat::Only);
    holds(1, 1);
    holds(0, 0);
  }
}

TEST_CASE("flags and counts are as the switch shows them", "[host]") {
  Wires wires(shape_of_words(1));
  SwitchOutputs& out = *wires.outputs;
  out.hol = out.blocked = 1;
  out.pool = 2;
  out.idle_with_work = 4;
  out.blocked_by[0] = 2;
  out.pool_by[1] = 1;
  out.hol_victims[0] = 6;
  out.drop_misrouted[2] = 9;
  out.occ_beats[1] = 20;
  out.occ_packets[1] = 6;
  out.drop_full[0] = 30;
  const PortCycle c = wires.clock();
  CHECK(hold_of(c, 0) == Hold::HeadOfLine);
  CHECK(hold_of(c, 1) == Hold::Pool);
  CHECK(hold_of(c, 2) == Hold::None);
  CHECK(c.idle_with_work == 4);
  CHECK(c.blocked_by[0] == 2);
  CHECK(c.pool_by[1] == 1);
  CHECK(c.hol_victims[0] == 6);
  CHECK(c.occ_beats == std::vector<std::uint32_t>{0, 20, 0});
  CHECK(c.occ_packets == std::vector<std::uint32_t>{0, 6, 0});
  CHECK(c.drops() == 39);
}

TEST_CASE("a cycle that the run did not finish has the switch's side only", "[host]") {
  Wires wires(shape_of_words(1));
  wires.in({0, 1, 5}, Beat::Only);
  wires.outputs->s_tready = 7;
  wires.inputs->m_tready = 7;
  CHECK(wires.clock().inputs_known);
  wires.out({0, 1, 5}, Beat::Only);
  wires.decoder.show(*wires.outputs, *wires.outputs);
  const PortCycle& c = wires.decoder.cut();
  CHECK(c.cycle == 1);
  CHECK_FALSE(c.inputs_known);
  CHECK(c.out[1] == PacketId{0, 1, 5});
  CHECK((c.s_tvalid | c.m_tready) == 0);
  CHECK(c.head[0] == PacketId{0, 1, 5});
  CHECK(wires.decoder.places().residents(0).size() == 1);  // nothing moved
}

TEST_CASE("the places of packets are those of the next cycle", "[host]") {
  Wires wires(shape_of_words(1));
  wires.outputs->s_tready = 7;
  wires.in({1, 1, 8}, Beat::Only);
  CHECK(wires.decoder.places().residents(1).empty());
  CHECK(wires.clock().head[1] == std::nullopt);
  CHECK(wires.decoder.places().head(1) == PacketId{1, 1, 8});
}

TEST_CASE("the head of a queue at an output is the packet that the output shows", "[host]") {
  Wires wires(made_shape(QueuePlace::Output, 2));
  wires.outputs->s_tready = 3;
  wires.in({0, 1, 0}, Beat::First);
  wires.clock();
  wires.in({1, 1, 4}, Beat::Only);
  CHECK(wires.clock().head[1] == PacketId{0, 1, 0});
  wires.out({1, 1, 4}, Beat::Only);
  CHECK(wires.clock().head[1] == PacketId{1, 1, 4});
}
