// SPDX-License-Identifier: Apache-2.0
#include "systemc/admission.h"

#include "tests/catch.h"

using namespace xb::twin;

namespace {

constexpr unsigned kAdmittedPorts = 4;  // words of 8 beats

Settings admission_settings(std::uint32_t words, Sharing sharing = Sharing::Complete,
                            std::uint8_t alpha = 3) {
  Settings s;
  s.depth = words * 2 * kAdmittedPorts;
  s.sharing = sharing;
  s.alpha = alpha;
  return s;
}

/// Words that the queue gets, one by one, until it is refused.
unsigned fill(Admission& admission, unsigned queue) {
  unsigned words = 0;
  for (; admission.admits(queue, 1); ++words) admission.commit(queue, 1);
  return words;
}

}  // namespace

TEST_CASE("complete sharing: one queue may take the whole pool, each has a word of its own", "[systemc]") {
  Admission admission(kAdmittedPorts, 1024, false);
  admission.set(admission_settings(10));
  CHECK(fill(admission, 0) == 11);
  CHECK(admission.pool_words() == 10);
  for (unsigned q = 1; q < kAdmittedPorts; ++q) CHECK(fill(admission, q) == 1);
  admission.commit(0, ~0U);  // a word of the pool comes back
  CHECK(fill(admission, 1) == 1);
}

TEST_CASE("a depth counts in whole words, and is limited by what there is", "[systemc]") {
  Admission admission(kAdmittedPorts, 64, false);
  Settings s = admission_settings(3);
  s.depth += 7;
  admission.set(s);
  CHECK(fill(admission, 0) == 4);
  admission.reset();
  admission.set(admission_settings(1000));
  CHECK(fill(admission, 0) == 9);  // 64 beats are 8 words
  admission.reset();
  admission.set(admission_settings(0));
  CHECK(fill(admission, 0) == 1);
}

TEST_CASE("partition: a queue has its part whatever the others do", "[systemc]") {
  Admission admission(kAdmittedPorts, 1024, false);
  admission.set(admission_settings(14, Sharing::Partition));
  for (unsigned q = 0; q < kAdmittedPorts; ++q) CHECK(fill(admission, q) == 4);  // 14 / 4, and its own
}

TEST_CASE("the depth of the output switch is each queue's, whatever the sharing says", "[systemc]") {
  const auto sharing = GENERATE(Sharing::Complete, Sharing::Partition, Sharing::Dynamic);
  Admission admission(kAdmittedPorts, 1024, true);
  admission.set(admission_settings(14, sharing));
  for (unsigned q = 0; q < kAdmittedPorts; ++q) CHECK(fill(admission, q) == 15);
}

TEST_CASE("dynamic threshold: a lone queue stops at alpha / (1 + alpha) of the pool", "[systemc]") {
  const std::uint8_t code = GENERATE(range(0, 7));
  const double alpha = std::uint8_t{1} << code;  // eighths
  Admission admission(kAdmittedPorts, 100000, false);
  admission.set(admission_settings(1200, Sharing::Dynamic, code));
  const double limit = 1200 * alpha / (8 + alpha);
  CAPTURE(alpha / 8, limit);
  const unsigned words = fill(admission, 0);
  CHECK(words - 1 >= limit - 1);
  CHECK(words - 1 <= limit + 1);
  // What is left over is there for others.
  CHECK(fill(admission, 1) > 1);
}

TEST_CASE("packets are promised all their words under tail drop and store-and-forward", "[systemc]") {
  Admission admission(kAdmittedPorts, 1024, false);
  Settings s = admission_settings(10);
  s.packet_beats = 17;
  admission.set(s);
  CHECK(admission.packet_words() == 1);
  CHECK(admission.packet_words(true) == 1);
  SECTION("under tail drop") { s.drop = true; }
  SECTION("under store-and-forward") { s.store_forward = true; }
  admission.set(s);
  REQUIRE(admission.packet_words() == 3);
  CHECK(admission.packet_words(true) == 4);
  admission.commit(0, 9);  // two of the pool left
  CHECK_FALSE(admission.admits(0, 3));
  CHECK(admission.admits(0, 2));
  CHECK(admission.admits(1, 3));  // and its own word
  // A packet longer than the memory asks for what an empty queue could have.
  s.packet_beats = 10000;
  admission.set(s);
  CHECK(admission.packet_words() == 11);
  CHECK(admission.packet_words(true) == 11);
}
