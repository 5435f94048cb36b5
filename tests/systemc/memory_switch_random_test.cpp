// SPDX-License-Identifier: Apache-2.0
// The memory switch under random packets, gaps and stalls, against what it owes: whole packets, each flow in
// order, nothing lost but what is counted, occupancy right, and nothing left at the end.
#include <deque>
#include <optional>

#include "host/base/random.h"
#include "tests/catch.h"
#include "tests/systemc/memory_driver.h"

using namespace xb::twin;

namespace {

/// A packet's number modulo ports is its input; its beats are number << 16, then one more each.
struct Sent {
  std::uint64_t number;
  unsigned destination, length;
};

class MemoryCheck {
 public:
  MemoryCheck(unsigned ports, bool per_output, const Settings& settings, unsigned max_length)
      : ports_(ports),
        max_length_(max_length),
        driver_(ports, 1024, per_output, settings),
        sending_(ports),
        left_(ports),
        flows_(std::size_t{ports} * ports),
        open_(ports),
        stalled_(ports),
        accepted_(ports),
        delivered_(ports),
        beats_(ports),
        random_(1, xb::StreamPurpose::Test, ports + settings.depth) {}

  void cycle(unsigned percent_offered, unsigned percent_ready) {
    for (unsigned i = 0; i < ports_; ++i) {
      if (left_[i] == 0 && random_.below(100) < percent_offered) new_packet(i);
      if (left_[i] == 0 || (!offered(i) && random_.below(10) == 0)) continue;  // a gap now and then
      const Sent& packet = sending_[i];
      driver_.offer(i, packet.destination, (packet.number << 16) + packet.length - left_[i],
                    left_[i] == packet.length, left_[i] == 1);
    }
    driver_.in.m_tready = 0;
    for (unsigned o = 0; o < ports_; ++o) {
      if (random_.below(100) < percent_ready) driver_.in.m_tready |= bit(o);
    }
    for_each_port(driver_.sw.m_tvalid(), [&](unsigned o) { look_at_output(o); });
    offered_ = driver_.in.s_tvalid & ~driver_.taken();
    for_each_port(driver_.taken(), [&](unsigned i) { accept(i); });
    driver_.step();
    for (unsigned o = 0; o < ports_; ++o) {
      // Beats of packets being discarded leave in between: the exact balance is lock-step's and the
      // checkers'.
      REQUIRE(driver_.sw.occ_packets(o) == accepted_[o] - delivered_[o] - driver_.sw.drop_full(o));
      if (driver_.sw.drop_full(o) == 0 && !driver_.in.settings.drop)
        REQUIRE(driver_.sw.occ_beats(o) == beats_[o]);
      if (stalled_[o]) REQUIRE((driver_.sw.m_tvalid() & bit(o)) != 0);
    }
  }
  [[nodiscard]] bool empty() const {
    for (unsigned i = 0; i < ports_; ++i) {
      if (left_[i] != 0 || driver_.sw.queue_words(i) != 0 || driver_.sw.occ_beats(i) != 0) return false;
    }
    return driver_.held_packets() == 0 && driver_.sw.pool_words() == 0;
  }
  [[nodiscard]] std::uint64_t dropped() const {
    std::uint64_t packets = 0;
    for (unsigned o = 0; o < ports_; ++o) packets += driver_.sw.drop_full(o);
    return packets;
  }
  [[nodiscard]] std::uint64_t delivered() const {
    std::uint64_t packets = 0;
    for (unsigned o = 0; o < ports_; ++o) packets += delivered_[o];
    return packets;
  }

 private:
  [[nodiscard]] bool offered(unsigned input) const { return (offered_ & bit(input)) != 0; }
  void new_packet(unsigned input) {
    left_[input] = 1 + random_.below(max_length_);
    sending_[input] = {next_++ * ports_ + input, random_.below(ports_), left_[input]};
  }
  void accept(unsigned input) {
    const Sent& packet = sending_[input];
    ++beats_[packet.destination];
    if (left_[input]-- == packet.length) {
      ++accepted_[packet.destination];
      flows_[std::size_t{input} * ports_ + packet.destination].push_back(packet);
    }
  }
  void look_at_output(unsigned output) {
    const std::uint64_t beat = *driver_.sw.m_tdata(output);
    const Side side = driver_.sw.m_side(output);
    if (stalled_[output]) REQUIRE(*stalled_[output] == beat);  // stays until taken
    stalled_[output].reset();
    if ((driver_.in.m_tready & bit(output)) == 0) {
      stalled_[output] = beat;
      return;
    }
    REQUIRE(side.dest == output);
    auto& open = open_[output];
    REQUIRE(side.user == !open);
    if (!open) open = next_of(beat >> 16, output);
    REQUIRE(beat == (open->number << 16) + open->length - open_left(output));
    --open_left(output);
    --beats_[output];
    REQUIRE(side.last == (open_left(output) == 0));
    if (!side.last) return;
    open.reset();
    ++delivered_[output];
  }
  /// The packet of that number: the next of its flow, but for those that were dropped.
  Sent next_of(std::uint64_t number, unsigned output) {
    auto& flow = flows_[number % ports_ * ports_ + output];
    while (driver_.in.settings.drop && !flow.empty() && flow.front().number < number) flow.pop_front();
    REQUIRE_FALSE(flow.empty());
    REQUIRE(flow.front().number == number);
    const Sent packet = flow.front();
    flow.pop_front();
    open_left_[output] = packet.length;
    return packet;
  }
  unsigned& open_left(unsigned output) { return open_left_[output]; }

  unsigned ports_, max_length_;
  MemoryDriver driver_;
  std::vector<Sent> sending_;
  std::vector<unsigned> left_;
  std::vector<std::deque<Sent>> flows_;  // per input and output: accepted, not begun to leave
  std::vector<std::optional<Sent>> open_;
  std::array<unsigned, kMaxPorts> open_left_{};
  std::vector<std::optional<std::uint64_t>> stalled_;
  std::vector<std::uint64_t> accepted_, delivered_, beats_;  // per output
  PortMask offered_ = 0;  // inputs whose beat was not taken in the last cycle
  std::uint64_t next_ = 1;
  xb::RandomStream random_;
};

}  // namespace

TEST_CASE("the memory switch delivers whole packets, each flow in order, and nothing stays", "[systemc]") {
  const unsigned ports = GENERATE(2U, 3U, 8U);
  const unsigned max_length = GENERATE(1U, 9U, 70U);
  const unsigned depth_words = GENERATE(1U, 12U);
  const bool per_output = GENERATE(false, true);
  const bool store_forward = GENERATE(false, true);
  const bool drop = GENERATE(false, true);
  Settings s;
  s.depth = depth_words * 2 * ports;
  s.store_forward = store_forward;
  s.drop = drop;
  // Longer packets than announced must pass as well.
  s.packet_beats = ports == 3 ? max_length / 2 + 1 : max_length;
  s.route_delay = max_length == 9 ? 20 : 0;
  s.sharing = ports == 2 ? Sharing::Partition : ports == 8 ? Sharing::Dynamic : Sharing::Complete;
  CAPTURE(ports, max_length, s.depth, per_output, store_forward, drop);
  MemoryCheck check(ports, per_output, s, max_length);
  for (unsigned n = 0; n < 3000; ++n) {
    const unsigned phase = n / 500 % 3;  // saturated; receivers that stall; light load
    check.cycle(phase == 2 ? 10 : 90, phase == 1 ? 40 : 95);
  }
  for (unsigned n = 0; n < 5000 && !check.empty(); ++n) check.cycle(0, 100);
  CHECK(check.empty());
  // A packet that needs more words than a queue can ever have is never admitted under tail drop.
  if (!drop || max_length == 1) CHECK(check.delivered() > 30);
  if (!drop) CHECK(check.dropped() == 0);
  if (drop && depth_words == 1 && max_length == 70) CHECK(check.dropped() > 0);
}
