// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/packet_sizes.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("a message is as many packets as it fills, at least one", "[host]") {
  const PacketSizes sizes{1492, 190, 64, false};
  CHECK(sizes.packets(0) == 1);
  CHECK(sizes.packets(1) == 1);
  CHECK(sizes.packets(1492) == 1);
  CHECK(sizes.packets(1493) == 2);
  CHECK(sizes.packets(1492 * 64) == 64);
}

TEST_CASE("the last packet is shorter by the whole beats that it lacks", "[host]") {
  const PacketSizes sizes{1492, 190, 64, false};
  CHECK(sizes.beats(1492, 0) == 190);
  CHECK(sizes.beats(1493, 0) == 190);
  CHECK(sizes.beats(1493, 1) == 190 - 186);  // 1491 bytes are 186 beats and 3 bytes
  CHECK(sizes.beats(1485, 0) == 190);        // 7 bytes
  CHECK(sizes.beats(1484, 0) == 189);
  CHECK(sizes.beats(0, 0) == 190 - 186);
  const PacketSizes tight{800, 24, 64, false};  // a frame shorter than its payload
  CHECK(tight.beats(1, 0) == 1);
}

TEST_CASE("in bytes the last packet is shorter by the bytes that it lacks", "[host]") {
  const PacketSizes sizes{1492, 1518, 64, false, LengthUnit::bytes(8)};
  CHECK(sizes.frame_beats() == 190);
  CHECK(sizes.length(1492, 0) == 1518);
  CHECK(sizes.length(1493, 0) == 1518);
  CHECK(sizes.length(1493, 1) == 27);
  CHECK(sizes.beats(1493, 1) == 4);
  CHECK(sizes.length(0, 0) == 26);
  const PacketSizes tight{800, 64, 64, false, LengthUnit::bytes(8)};  // a frame shorter than its payload
  CHECK(tight.length(1, 0) == 1);
  const PacketSizes whole{2048, 2060, 64, true, LengthUnit::bytes(8)};
  CHECK(whole.length(4097, 0) == 2060 + 2049);
}

TEST_CASE("a message that travels whole takes the beats of its bytes", "[host]") {
  const PacketSizes sizes{2048, 256, 64, true};
  CHECK(sizes.packets(31 * 2048) == 1);
  CHECK(sizes.beats(31 * 2048, 0) == 31 * 256);
  CHECK(sizes.beats(2049, 0) == 257);
  CHECK(sizes.beats(1000, 0) == 125);
}
