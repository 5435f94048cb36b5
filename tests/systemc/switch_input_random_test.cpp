// SPDX-License-Identifier: Apache-2.0
// The input-buffered switch under random packets and stalls against a plain model of what it holds: order,
// framing, occupancy, and the head-of-line flags by brute force from their definition.
#include <deque>
#include <optional>

#include "host/base/random.h"
#include "tests/catch.h"
#include "tests/systemc/driver.h"

using namespace xb::twin;

namespace {

struct Beat {
  unsigned destination;
  std::uint64_t data;
  bool first, last;
};

class Check {
 public:
  Check(unsigned ports, unsigned max_length, std::uint32_t depth, bool store_forward)
      : ports_(ports),
        max_length_(max_length),
        store_forward_(store_forward),
        driver_(ports, depth, store_forward),
        sending_(ports),
        held_(ports),
        open_(ports),
        random_(1, xb::StreamPurpose::Test, ports + depth) {}

  void cycle(unsigned percent_offered, unsigned percent_ready) {
    for (unsigned i = 0; i < ports_; ++i) {
      if (sending_[i].empty() && random_.below(100) < percent_offered) new_packet(i);
      if (sending_[i].empty() || random_.below(10) == 0) continue;  // a gap inside a packet now and then
      const Beat& beat = sending_[i].front();
      driver_.offer(i, beat.destination, beat.data, beat.first, beat.last);
    }
    driver_.in.m_tready = 0;
    for (unsigned o = 0; o < ports_; ++o) {
      if (random_.below(100) < percent_ready) driver_.in.m_tready |= bit(o);
    }
    const PortMask taken = driver_.in.s_tvalid & driver_.sw.s_tready();
    expect_flags();
    for (unsigned o = 0; o < ports_; ++o) take_output(o);
    for_each_port(taken, [&](unsigned i) {
      held_[i].push_back(sending_[i].front());
      sending_[i].pop_front();
    });
    driver_.step();
    check_state();
  }
  [[nodiscard]] bool empty() const {
    for (unsigned i = 0; i < ports_; ++i) {
      if (!held_[i].empty() || !sending_[i].empty()) return false;
    }
    return true;
  }
  std::uint64_t delivered = 0, hol_events = 0;

 private:
  void new_packet(unsigned input) {
    const unsigned length = 1 + random_.below(max_length_);
    const unsigned destination = random_.below(ports_);
    for (unsigned n = 0; n < length; ++n) {
      sending_[input].push_back({destination, next_data_++, n == 0, n + 1 == length});
    }
  }
  /// The input whose head an output shows; data are unique.
  [[nodiscard]] std::optional<unsigned> shown(unsigned output) const {
    if ((driver_.sw.m_tvalid() & bit(output)) == 0) return {};
    for (unsigned i = 0; i < ports_; ++i) {
      if (!held_[i].empty() && held_[i].front().data == *driver_.sw.m_tdata(output)) return i;
    }
    FAIL("output " << output << " shows a beat that is no input's head");
    return {};
  }
  [[nodiscard]] bool may_leave(unsigned input, std::size_t from) const {
    if (!store_forward_) return true;
    for (std::size_t n = from; n < held_[input].size(); ++n) {
      if (held_[input][n].last) return true;
    }
    return false;
  }
  /// Outputs of packets at this input that have not begun to leave and could.
  [[nodiscard]] PortMask waiting(unsigned input) const {
    PortMask outputs = 0;
    for (std::size_t n = 0; n < held_[input].size(); ++n) {
      if (held_[input][n].first && may_leave(input, n)) outputs |= bit(held_[input][n].destination);
    }
    return outputs;
  }
  void expect_flags() {
    PortMask idle_ready = 0;
    PortMask served = 0;
    PortMask work = 0;
    PortMask shown_inputs = 0;
    for (unsigned o = 0; o < ports_; ++o) {
      const bool ready = (driver_.in.m_tready & bit(o)) != 0;
      const auto input = shown(o);
      if (input) shown_inputs |= bit(*input);
      if (input && ready) served |= bit(*input);
      if (!input && !open_[o] && ready) idle_ready |= bit(o);
    }
    expected_.assign(ports_, {});
    for (unsigned i = 0; i < ports_; ++i) {
      work |= waiting(i);
      if (held_[i].empty() || (served & bit(i)) != 0) continue;
      if (held_[i].front().first && !may_leave(i, 0)) continue;  // not complete: nothing is blocked
      expected_[i].blocked = true;
      expected_[i].backpressure = (shown_inputs & bit(i)) != 0;
      expected_[i].blocked_by = static_cast<std::uint8_t>(held_[i].front().destination);
      expected_[i].victims = waiting(i) & idle_ready;
      if (expected_[i].victims != 0) ++hol_events;
    }
    expected_idle_with_work_ = work & driver_.in.m_tready & ~driver_.sw.m_tvalid();
  }
  void take_output(unsigned output) {
    const auto input = shown(output);
    if (!input) return;
    const Beat beat = held_[*input].front();
    REQUIRE(beat.destination == output);
    REQUIRE(driver_.sw.m_side(output).dest == output);
    REQUIRE(driver_.sw.m_side(output).user == beat.first);
    REQUIRE(driver_.sw.m_side(output).last == beat.last);
    if (open_[output])
      REQUIRE(*open_[output] == *input);  // packets are not interleaved
    else
      REQUIRE(beat.first);
    // What is on offer stays until taken.
    if (stalled_[output]) REQUIRE(*stalled_[output] == beat.data);
    stalled_[output].reset();
    if ((driver_.in.m_tready & bit(output)) == 0) {
      stalled_[output] = beat.data;
      return;
    }
    if (beat.last)
      open_[output].reset();
    else
      open_[output] = *input;
    held_[*input].pop_front();
    ++delivered;
  }
  void check_state() {
    for (unsigned i = 0; i < ports_; ++i) {
      REQUIRE(driver_.sw.occupancy().beats(i) == held_[i].size());
      REQUIRE(((driver_.sw.s_tready() & bit(i)) != 0) == (held_[i].size() < driver_.in.settings.depth));
      const auto& flags = driver_.sw.hol_flags(i);
      REQUIRE(flags.blocked == expected_[i].blocked);
      REQUIRE(flags.backpressure == expected_[i].backpressure);
      REQUIRE(flags.victims == expected_[i].victims);
      if (flags.blocked) REQUIRE(flags.blocked_by == expected_[i].blocked_by);
    }
    REQUIRE(driver_.sw.idle_with_work() == expected_idle_with_work_);
    for (unsigned o = 0; o < ports_; ++o) {
      if (stalled_[o]) REQUIRE((driver_.sw.m_tvalid() & bit(o)) != 0);
    }
  }

  unsigned ports_, max_length_;
  bool store_forward_;
  Driver driver_;
  std::vector<std::deque<Beat>> sending_, held_;  // per input: of the packet being sent, in the switch
  std::vector<std::optional<unsigned>> open_;     // per output: the input in the middle of a packet to it
  std::array<std::optional<std::uint64_t>, kMaxPorts> stalled_{};
  std::vector<HolProbe::Flags> expected_;
  PortMask expected_idle_with_work_ = 0;
  std::uint64_t next_data_ = 1;
  xb::RandomStream random_;
};

}  // namespace

TEST_CASE("the switch keeps order and framing, and its flags are those of their definition", "[systemc]") {
  const unsigned ports = GENERATE(2U, 3U, 5U, 16U);
  const unsigned max_length = GENERATE(1U, 4U);
  const std::uint32_t depth = GENERATE(4U, 30U);
  const bool store_forward = GENERATE(false, true);
  CAPTURE(ports, max_length, depth, store_forward);
  Check check(ports, max_length, depth, store_forward);
  for (unsigned n = 0; n < 3000; ++n) {
    const unsigned phase = n / 500 % 3;  // saturated; receivers that stall; light load
    check.cycle(phase == 2 ? 10 : 90, phase == 1 ? 40 : 95);
  }
  for (unsigned n = 0; n < 2000 && !check.empty(); ++n) check.cycle(0, 100);
  CHECK(check.empty());
  CHECK(check.delivered > 1000);
  CHECK(check.hol_events > 50);
}
