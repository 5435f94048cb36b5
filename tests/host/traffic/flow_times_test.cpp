// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/flow_times.h"

#include "tests/catch.h"

using namespace xb;

namespace {

DeliveredPacket packet_of(std::uint32_t flow, unsigned beats, std::uint64_t last_out) {
  DeliveredPacket packet{0, 1, beats, 0, 0, last_out, {}};
  packet.note.message = flow;
  return packet;
}

}  // namespace

TEST_CASE("a flow takes from its arrival to the last beat of its last packet", "[host]") {
  FlowTimes times([](const DeliveredPacket&) { return 5; });
  times.open(100);
  // Three packets of 10 beats: alone, the last one begins in cycle 20, and ends 5 + 9 later.
  const std::uint32_t flow = times.add({200, 240, 3, 20, 1});
  const std::uint32_t other = times.add({200, 2000000, 1, 0, 1});
  CHECK(flow != other);
  times.delivered(packet_of(flow, 10, 300));
  times.delivered(packet_of(other, 10, 310));
  times.delivered(packet_of(PacketNote::kNoMessage, 10, 311));
  times.delivered(packet_of(flow, 10, 320));
  CHECK(times.all().cycles.total() == 1);
  times.delivered(packet_of(flow, 10, 269));
  CHECK(times.all().cycles.total() == 2);
  CHECK(times.small().cycles.total() == 1);
  CHECK(times.small().cycles.mean() == 70);
  CHECK(times.small().slowdown_sum == Approx(70.0 / 35));
  CHECK(times.small().slowdown.max() == 2000);
  CHECK(times.large().cycles.total() == 1);
  CHECK(times.large().cycles.mean() == 111);
  CHECK(times.large().slowdown_sum == Approx(111.0 / 15));
}

TEST_CASE("only flows that end in the window count, and those that lose a packet never end", "[host]") {
  FlowTimes times;
  times.delivered(packet_of(times.add({0, 8, 1, 0, 1}), 1, 9));  // before it opens
  times.open(100);
  times.delivered(packet_of(times.add({0, 8, 1, 0, 1}), 1, 99));
  times.delivered(packet_of(times.add({0, 8, 1, 0, 1}), 1, 100));
  const std::uint32_t lossy = times.add({0, 16, 2, 1, 1});
  times.delivered(packet_of(lossy, 1, 150));
  times.close(200);
  times.delivered(packet_of(times.add({0, 8, 1, 0, 1}), 1, 199));
  times.delivered(packet_of(times.add({0, 8, 1, 0, 1}), 1, 200));
  CHECK(times.all().cycles.total() == 2);
  CHECK_FALSE(times.knows_slowdown());
}
