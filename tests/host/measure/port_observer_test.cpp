// SPDX-License-Identifier: Apache-2.0
#include "host/measure/port_observer.h"

#include <memory>

#include "host/link/packet.h"
#include "tests/catch.h"

using namespace xb;

namespace {

constexpr unsigned kThreePorts = 3;

/// What a switch shows, one word a beat.
struct ShownBeats {
  std::unique_ptr<SwitchOutputs> out = std::make_unique<SwitchOutputs>();

  void show(unsigned output, unsigned from) {
    PacketHeader header{};
    header.source = from;
    header.destination = output;
    header.length = 2;
    out->m_tvalid |= bit(output);
    out->m_tdata[output] = header.encode();
  }
};

/// A whole packet of two beats.
void put(PortObserver& observer, unsigned input, unsigned output, std::uint64_t waits_from = 0) {
  observer.enters(input, output, waits_from);
  observer.beat_in(input, false, 0);
  observer.beat_in(input, true, 0);
}

constexpr std::size_t queue(unsigned input, unsigned output) {
  return std::size_t{input} * kThreePorts + output;
}

}  // namespace

TEST_CASE("from its ports, a queue per pair holds what came in and did not go out", "[host]") {
  PortObserver observer(kThreePorts, false, 1);
  put(observer, 0, 1);
  put(observer, 0, 1);
  put(observer, 2, 1);
  const SwitchOutputs& shown = observer.shown();
  CHECK(shown.occ_beats[queue(0, 1)] == 4);
  CHECK(shown.occ_packets[queue(0, 1)] == 2);
  CHECK(shown.occ_beats[queue(2, 1)] == 2);
  observer.begins(0, 1);
  observer.beat_out(1, false);
  CHECK(shown.occ_beats[queue(0, 1)] == 3);
  CHECK(shown.occ_packets[queue(0, 1)] == 2);
  observer.beat_out(1, true);
  CHECK(shown.occ_beats[queue(0, 1)] == 2);
  CHECK(shown.occ_packets[queue(0, 1)] == 1);
  observer.lost(2, 1, 1);
  CHECK(shown.occ_beats[queue(2, 1)] == 0);
  CHECK(shown.occ_packets[queue(2, 1)] == 0);
  CHECK(shown.drop_full[queue(2, 1)] == 1);
}

TEST_CASE("from its ports, an input is head-of-line blocked behind another's packet or a receiver",
          "[host]") {
  PortObserver observer(kThreePorts, false, 1);
  put(observer, 0, 1);
  put(observer, 0, 2);
  const SwitchOutputs& flags = observer.shown();
  ShownBeats wires;
  wires.show(1, 2);  // output 1 serves input 2
  observer.look(all_ports(kThreePorts), *wires.out, 5);
  CHECK(flags.blocked == bit(0));
  CHECK(flags.blocked_backpressure == 0);
  CHECK(flags.hol == bit(0));
  CHECK(flags.blocked_by[0] == 1);
  CHECK(flags.hol_victims[0] == bit(2));
  CHECK(flags.idle_with_work == bit(2));

  wires.show(1, 0);  // its own
  observer.look(all_ports(kThreePorts), *wires.out, 6);
  CHECK(flags.blocked == 0);
  CHECK(flags.hol == 0);
  observer.look(all_ports(kThreePorts) & ~bit(1), *wires.out, 7);  // which is not taken
  CHECK(flags.blocked == bit(0));
  CHECK(flags.blocked_backpressure == bit(0));
  CHECK(flags.hol == bit(0));

  wires.show(2, 1);  // the other output is busy, too
  observer.look(all_ports(kThreePorts) & ~bit(1), *wires.out, 8);
  CHECK(flags.blocked == bit(0));
  CHECK(flags.hol == 0);
  CHECK(flags.idle_with_work == 0);
}

TEST_CASE("from its ports, a blocked head is blocked by its output where nothing behind it could go, too",
          "[host]") {
  PortObserver observer(kThreePorts, false, 1);
  put(observer, 0, 2);
  ShownBeats wires;
  wires.show(2, 1);
  observer.look(all_ports(kThreePorts), *wires.out, 5);
  CHECK(observer.shown().blocked == bit(0));
  CHECK(observer.shown().hol == 0);
  CHECK(observer.shown().blocked_by[0] == 2);
}

TEST_CASE("from its ports, an output in the middle of a packet is busy where it shows no beat", "[host]") {
  PortObserver observer(kThreePorts, false, 1);
  observer.enters(2, 1, 0);
  observer.beat_in(2, false, 0);
  observer.begins(2, 1);
  observer.beat_out(1, false);  // its second beat has not come yet
  put(observer, 0, 1);
  put(observer, 0, 2);
  observer.look(all_ports(kThreePorts), *ShownBeats().out, 5);
  const SwitchOutputs& flags = observer.shown();
  CHECK(flags.hol == bit(0));
  CHECK(flags.hol_victims[0] == bit(2));
  CHECK(flags.idle_with_work == (bit(1) | bit(2)));
  observer.enters(1, 2, 0);
  observer.beat_in(1, false, 0);
  observer.begins(1, 2);
  observer.beat_out(2, false);  // the other output, too
  observer.look(all_ports(kThreePorts), *ShownBeats().out, 5);
  CHECK(flags.blocked == bit(0));
  CHECK(flags.hol == 0);
  CHECK(flags.idle_with_work == (bit(1) | bit(2)));
  observer.beat_in(2, true, 5);
  observer.beat_out(1, true);
  observer.look(all_ports(kThreePorts), *ShownBeats().out, 6);
  CHECK(flags.blocked == 0);
}

TEST_CASE("from its ports, a packet waits from its zero-load time on, or when all of it is in", "[host]") {
  PortObserver early(kThreePorts, false, 1);
  put(early, 0, 1, 3);
  early.look(all_ports(kThreePorts), *ShownBeats().out, 2);
  CHECK(early.shown().idle_with_work == 0);
  early.look(all_ports(kThreePorts), *ShownBeats().out, 3);
  CHECK(early.shown().idle_with_work == bit(1));

  PortObserver stored(kThreePorts, true, 1);
  stored.enters(0, 1, 3);
  stored.beat_in(0, false, 1);
  stored.look(all_ports(kThreePorts), *ShownBeats().out, 4);
  CHECK(stored.shown().idle_with_work == 0);
  stored.beat_in(0, true, 4);
  stored.look(all_ports(kThreePorts), *ShownBeats().out, 4);
  CHECK(stored.shown().idle_with_work == 0);
  stored.look(all_ports(kThreePorts), *ShownBeats().out, 5);
  CHECK(stored.shown().idle_with_work == bit(1));
}

TEST_CASE("from its ports, the oldest packet of an input is its head, also while it leaves", "[host]") {
  PortObserver observer(kThreePorts, false, 1);
  put(observer, 0, 2);
  put(observer, 0, 1);
  observer.begins(0, 1);  // a younger one goes first
  observer.beat_out(1, false);
  ShownBeats wires;
  wires.show(2, 1);
  observer.look(all_ports(kThreePorts), *wires.out, 5);
  CHECK(observer.shown().blocked == bit(0));
  CHECK(observer.shown().hol == 0);
  observer.beat_out(1, true);
  observer.begins(0, 2);
  observer.look(all_ports(kThreePorts), *wires.out, 6);
  CHECK(observer.shown().blocked == 0);
}
