// SPDX-License-Identifier: Apache-2.0
#include "host/link/packet_lengths.h"

#include <cmath>
#include <map>
#include <string>

#include "tests/catch.h"

using namespace xb;

namespace {

RandomStream stream() { return {1, StreamPurpose::Length, 0}; }

std::map<unsigned, unsigned> drawn(const PacketLengths& lengths, unsigned draws) {
  RandomStream random = stream();
  std::map<unsigned, unsigned> count;
  for (unsigned n = 0; n < draws; ++n) ++count[lengths.draw(random)];
  return count;
}

}  // namespace

TEST_CASE("lengths have weights, each once and in one unit", "[host]") {
  const auto mix = parse_packet_mix("64B:7,576B:4,1518B:1");
  REQUIRE(mix);
  CHECK(mix->in_bytes);
  REQUIRE(mix->lengths.size() == 3);
  CHECK(mix->lengths[1].length == 576);
  CHECK(mix->lengths[1].weight == 4);
  const auto imix = parse_packet_mix(kImix);
  REQUIRE(imix);
  CHECK(imix->in_bytes);
  CHECK(imix->lengths.size() == 3);
  CHECK_FALSE(parse_packet_mix("1:0.5,9:1e-6").value().in_bytes);
  CHECK(parse_packet_mix("64B:58%,1518B:42%").value().lengths[0].weight == 0.58);
  for (const char* wrong :
       {"",       "64B",   "64B:",        ":7",          "B:7",     "64B:7,",  ",64B:7",       "64B:0",
        "64B:-1", "0:1",   "64B:7,576:4", "64B:7,64B:1", "64B:7:1", "65536:1", "64B:7;576B:4", "Imix",
        "1:1e-7", "1:1e7", "64B :7",      "64B: 7"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_packet_mix(wrong));
  }
}

TEST_CASE("lengths are drawn in proportion to their weights", "[host]") {
  constexpr unsigned kDraws = 1000000;
  const std::string text = GENERATE(std::string("64B:7,576B:4,1518B:1"), std::string("3:0.25,1:99.5,9:0.25"));
  const PacketMix mix = *parse_packet_mix(text);
  double all = 0;
  for (const WeightedLength& one : mix.lengths) all += one.weight;
  auto count = drawn(PacketLengths(1, 1518, mix), kDraws);
  for (const WeightedLength& one : mix.lengths) {
    const double share = one.weight / all;
    CAPTURE(text, one.length, share);
    CHECK(std::abs(count[one.length] - share * kDraws) < 5 * std::sqrt(share * (1 - share) * kDraws));
    count.erase(one.length);
  }
  CHECK(count.empty());
}

TEST_CASE("all lengths of a range are alike, and one length draws nothing", "[host]") {
  for (const auto& [length, count] : drawn(PacketLengths(3, 6), 100000)) {
    CAPTURE(length);
    CHECK((length >= 3 && length <= 6));
    CHECK(std::abs(count - 25000.0) < 5 * std::sqrt(100000 * 0.25 * 0.75));
  }
  RandomStream random = stream();
  CHECK(PacketLengths(7, 7).draw(random) == 7);
  CHECK(random.next() == stream().next());
}

TEST_CASE("sums over lengths have their weights", "[host]") {
  const auto length = [](unsigned one) { return one; };
  const PacketLengths imix(64, 1518, *parse_packet_mix(kImix));
  CHECK(imix.weight() == 12);
  CHECK(imix.sum(length) == 7 * 64 + 4 * 576 + 1518);
  CHECK_FALSE(imix.one());
  const PacketLengths range(3, 6);
  CHECK(range.weight() == 4);
  CHECK(range.sum(length) == 18);
  CHECK(PacketLengths(5, 5).sum(length) == 5);
}
