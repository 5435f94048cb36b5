// SPDX-License-Identifier: Apache-2.0
#include "host/link/packet.h"

#include <utility>
#include <vector>

#include "tests/catch.h"

using namespace xb;

namespace {

using Beats = std::vector<std::vector<std::uint64_t>>;

std::uint64_t header_of(std::uint32_t sequence) { return PacketHeader{3, 5, 6, sequence, 1000}.encode(); }

Beats payload(std::uint64_t header, unsigned beats, unsigned words) {
  PayloadPattern pattern(header);
  Beats all(beats, std::vector<std::uint64_t>(words));
  for (auto& beat : all) pattern.write(beat.data(), words);
  return all;
}

/// Number of the first beat that does not belong there; beats.size() if all do.
std::size_t first_wrong(std::uint64_t header, const Beats& beats) {
  PayloadPattern pattern(header);
  for (std::size_t n = 0; n < beats.size(); ++n) {
    if (!pattern.matches(beats[n].data(), static_cast<unsigned>(beats[n].size()))) return n;
  }
  return beats.size();
}

}  // namespace

TEST_CASE("a header comes back as it was encoded", "[host]") {
  for (const unsigned source : {0U, 1U, 31U, 63U}) {
    for (const unsigned destination : {0U, 2U, 32U, 63U}) {
      for (const unsigned length : {1U, 2U, 190U, 8192U, kMaxPacketBeats}) {
        for (const std::uint32_t sequence : {0U, 1U, 0x15555U, 0x3ffffU}) {
          for (const std::uint64_t stamp : {0U, 1U, 0x15555U, 0x3ffffU}) {
            const auto back =
                PacketHeader::decode(PacketHeader{source, destination, length, sequence, stamp}.encode());
            REQUIRE(back.source == source);
            REQUIRE(back.destination == destination);
            REQUIRE(back.length == length);
            REQUIRE(back.sequence == sequence);
            REQUIRE(back.stamp == stamp);
          }
        }
      }
    }
  }
}

TEST_CASE("header fields share no bits and fill the word", "[host]") {
  const std::vector<std::uint64_t> fields{
      PacketHeader{63, 0, 0, 0, 0}.encode(), PacketHeader{0, 63, 0, 0, 0}.encode(),
      PacketHeader{0, 0, kMaxPacketBeats, 0, 0}.encode(), PacketHeader{0, 0, 0, 0x3ffff, 0}.encode(),
      PacketHeader{0, 0, 0, 0, 0x3ffff}.encode()};
  std::uint64_t all = 0;
  for (const auto field : fields) {
    CHECK((all & field) == 0);
    all |= field;
  }
  CHECK(all == ~std::uint64_t{0});
}

TEST_CASE("sequence numbers and time stamps wrap without touching other fields", "[host]") {
  const auto wrapped =
      PacketHeader::decode(PacketHeader{1, 2, 3, (1U << 18U) + 4, (1ULL << 18U) + 5}.encode());
  CHECK(wrapped.source == 1);
  CHECK(wrapped.destination == 2);
  CHECK(wrapped.length == 3);
  CHECK(wrapped.sequence == 4);
  CHECK(wrapped.stamp == 5);
}

TEST_CASE("the first word of a packet is its header, and its payload matches itself", "[host]") {
  const unsigned words = GENERATE(1U, 2U, 4U, 8U);
  const auto beats = payload(header_of(0), 6, words);
  CHECK(beats[0][0] == header_of(0));
  CHECK(first_wrong(header_of(0), beats) == beats.size());
}

TEST_CASE("a payload with swapped, repeated, lost or foreign beats is seen at the first such beat",
          "[host]") {
  const unsigned words = GENERATE(1U, 2U, 8U);
  const auto good = payload(header_of(0), 6, words);
  auto beats = good;

  std::swap(beats[2], beats[3]);
  CHECK(first_wrong(header_of(0), beats) == 2);

  beats = good;
  beats[4] = beats[3];
  CHECK(first_wrong(header_of(0), beats) == 4);

  beats = good;
  beats.erase(beats.begin() + 1);
  CHECK(first_wrong(header_of(0), beats) == 1);

  // The packets before and after of the same flow, and the same packet of another time.
  for (const auto other : {header_of(1), PacketHeader{3, 5, 6, 0, 1001}.encode()}) {
    beats = good;
    beats[3] = payload(other, 6, words)[3];
    CHECK(first_wrong(header_of(0), beats) == 3);
  }
}

TEST_CASE("any flipped bit of a payload is seen", "[host]") {
  constexpr unsigned kWords = 2;
  const auto good = payload(header_of(9), 3, kWords);
  for (std::size_t beat = 0; beat < good.size(); ++beat) {
    for (unsigned bit = 0; bit < 64 * kWords; ++bit) {
      auto beats = good;
      beats[beat][bit / 64] ^= std::uint64_t{1} << bit % 64;
      REQUIRE(first_wrong(header_of(9), beats) == beat);
    }
  }
}
