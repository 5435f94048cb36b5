// SPDX-License-Identifier: Apache-2.0
// How the queues of one input's memory share it under tail drop: complete sharing, partition, dynamic
// threshold (Choudhury, Hahne 1998).
#include "tests/catch.h"
#include "tests/systemc/voq_twins.h"

using namespace xb::twin;

namespace {

/// A switch whose receivers take nothing, fed by input 0.
template <class Switch>
class Stuck {
 public:
  Stuck(unsigned ports, std::uint32_t depth, std::uint32_t packet, Sharing sharing, std::uint8_t alpha = 3)
      : sw_({ports, 0, depth, 16}), packet_(packet) {
    in_.settings.depth = depth;
    in_.settings.packet_beats = packet;
    in_.settings.drop = true;
    in_.settings.sharing = sharing;
    in_.settings.alpha = alpha;
    in_.settings.window = 8;
    in_.settings.output_depth = 1;
    in_.s_tdest = dest_.data();
    in_.s_tdata = data_.data();
    sw_.step(in_);
  }
  /// Sends a packet; says whether it was kept.
  bool send(unsigned dest) {
    const std::uint32_t dropped = drops();
    dest_[0] = static_cast<std::uint8_t>(dest);
    in_.s_tvalid = bit(0);
    for (std::uint32_t n = 0; n < packet_; ++n) {
      in_.s_tuser = n == 0 ? bit(0) : 0;
      in_.s_tlast = n + 1 == packet_ ? bit(0) : 0;
      REQUIRE((sw_.s_tready() & bit(0)) != 0);  // under tail drop a link is never held
      sw_.step(in_);
    }
    in_.s_tvalid = 0;
    for (unsigned n = 0; n < 6; ++n) sw_.step(in_);
    return drops() == dropped;
  }
  /// Sends to the first so many outputs in turn until each has refused ten times.
  void overload(unsigned outputs) {
    for (unsigned refused = 0; refused < 10;) {
      bool any = false;
      for (unsigned j = 0; j < outputs; ++j) any |= send(j);
      refused = any ? 0 : refused + 1;
    }
  }
  [[nodiscard]] std::uint32_t beats(unsigned output) const { return sw_.memory_beats(0, output); }

 private:
  [[nodiscard]] std::uint32_t drops() const {
    std::uint32_t all = 0;
    for (unsigned q = 0; q < sw_.queues(); ++q) all += sw_.drop_full(q);
    return all;
  }

  Switch sw_;
  std::uint32_t packet_;
  Inputs in_;
  std::array<std::uint8_t, kMaxPorts> dest_{};
  std::array<std::uint64_t, kMaxPorts> data_{};
};

}  // namespace

TEMPLATE_TEST_CASE("overloaded queues of an input settle at alpha B / (1 + alpha S)", "[systemc]",
                   XB_VOQ_TWINS) {
  const auto code = static_cast<std::uint8_t>(GENERATE(0, 2, 3, 4, 6));
  const unsigned overloaded = GENERATE(1U, 3U, 8U);
  const double alpha = (std::uint8_t{1} << code) / 8.0;
  Stuck<TestType> stuck(8, 600, 1, Sharing::Dynamic, code);
  stuck.overload(overloaded);
  CAPTURE(alpha, overloaded);
  for (unsigned j = 0; j < overloaded; ++j)
    CHECK(stuck.beats(j) == Approx(alpha * 600 / (1 + alpha * overloaded)).margin(1));
}

TEMPLATE_TEST_CASE("a stuck output takes the whole memory, its part, or its threshold", "[systemc]",
                   XB_VOQ_TWINS) {
  const unsigned packet = GENERATE(1U, 7U);
  CAPTURE(packet);
  const auto taken = [&](Sharing sharing) {
    Stuck<TestType> stuck(4, 100, packet, sharing);
    stuck.overload(1);
    const bool others = stuck.send(1);
    CHECK(others == (sharing != Sharing::Complete));
    return stuck.beats(0);
  };
  CHECK(taken(Sharing::Complete) + packet > 100);
  CHECK(taken(Sharing::Complete) <= 100);
  CHECK(taken(Sharing::Partition) + packet > 25);
  CHECK(taken(Sharing::Partition) <= 25);
  CHECK(taken(Sharing::Dynamic) >= 50);
  CHECK(taken(Sharing::Dynamic) < 50 + packet);
}

TEMPLATE_TEST_CASE("a packet that its share of an empty memory holds is always admitted", "[systemc]",
                   XB_VOQ_TWINS) {
  const unsigned ports = GENERATE(2U, 16U, 64U);
  const std::uint32_t packet = GENERATE(1U, 16U, 65535U);
  const auto code = static_cast<std::uint8_t>(GENERATE(0, 6));
  CAPTURE(ports, packet, int{code});
  CHECK(Stuck<TestType>(ports, packet, packet, Sharing::Complete).send(ports - 1));
  CHECK(Stuck<TestType>(ports, packet, packet, Sharing::Dynamic, code).send(ports - 1));
  if (packet == 65535 && ports != 2) return;  // more than the deepest memory, or long
  CHECK(Stuck<TestType>(ports, ports * packet, packet, Sharing::Partition).send(ports - 1));
  // One beat less is a part too small.
  CHECK_FALSE(Stuck<TestType>(ports, ports * packet - 1, packet, Sharing::Partition).send(ports - 1));
}
