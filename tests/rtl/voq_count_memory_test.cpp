// SPDX-License-Identifier: Apache-2.0
// xb_voq_count_memory beside the twin of xb_voq_counters, which shows all queues at once.
#include <array>

#include "systemc/flow_counters.h"
#include "tests/catch.h"
#include "tests/rtl/bench.h"

using namespace xb;

namespace {

constexpr unsigned kPorts = Bench::kPorts;
constexpr unsigned kPairs = kPorts * kPorts;
constexpr unsigned kMost = 15;  // what a queue may hold, with HeldWidth = 4

struct Counts {
  std::array<unsigned, kPairs> beats{}, packets{}, refused{};
};

/// The module, and what it should count. In a cycle all inputs and outputs may have to do with one queue.
class Counted {
 public:
  void reset() {
    auto& top = bench.top();
    top.counts_push_i = top.counts_refused_i = top.counts_leave_i = 0;
    top.rst_ni = 0;
    bench.clock();
    top.rst_ni = 1;
    twin_.reset();
    asked_ = {};
    before_ = counts();
  }

  void cycle() {
    auto& top = bench.top();
    if (bench.percent(5)) busy_ = bench.below(kPairs);
    const unsigned asks = some_queue();
    top.counts_queue_i = asks;
    bench.look();
    REQUIRE(top.counts_occ_beats_o == before_.beats[asked_[1]]);
    REQUIRE(top.counts_occ_packets_o == before_.packets[asked_[1]]);
    REQUIRE(top.counts_drop_full_o == before_.refused[asked_[1]]);
    shown_ += top.counts_occ_beats_o != 0 && top.counts_occ_packets_o != 0 ? 1 : 0;
    full_ += top.counts_occ_beats_o == kMost ? 1 : 0;
    asked_ = {asks, asked_[0]};
    const Counts now = counts();
    before_ = now;
    leave(now);
    enter(now);
    bench.clock();
  }
  /// Cycles that showed a queue that holds packets, and one that is full.
  [[nodiscard]] unsigned shown() const { return shown_; }
  [[nodiscard]] unsigned full() const { return full_; }

  Bench bench;

 private:
  unsigned some_queue() { return bench.percent(50) ? busy_ : bench.below(kPairs); }
  Counts counts() {
    Counts counts;
    for (unsigned q = 0; q < kPairs; ++q) {
      counts.beats[q] = twin_.occupancy().beats(q);
      counts.packets[q] = twin_.occupancy().packets(q);
      counts.refused[q] = twin_.drop_full(q);
    }
    return counts;
  }
  void leave(const Counts& now) {
    auto& top = bench.top();
    top.counts_leave_i = top.counts_leave_last_i = top.counts_leave_source_i = 0;
    for (unsigned j = 0; j < kPorts; ++j) {
      const unsigned source = bench.percent(50) ? busy_ / kPorts : bench.below(kPorts);
      const unsigned queue = source * kPorts + j;
      top.counts_leave_source_i |= source << 3 * j;
      // Each packet that is held has a beat.
      const bool last =
          now.packets[queue] != 0 && (now.packets[queue] == now.beats[queue] || bench.percent(50));
      top.counts_leave_last_i |= (last ? 1U : 0U) << j;
      if (now.beats[queue] == 0 || bench.percent(40)) continue;
      top.counts_leave_i |= 1U << j;
      twin_.leave(source, j, 1, last);
    }
  }
  void enter(const Counts& now) {
    auto& top = bench.top();
    top.counts_push_i = top.counts_push_first_i = top.counts_refused_i = top.counts_push_dest_i = 0;
    for (unsigned i = 0; i < kPorts; ++i) {
      const unsigned dest = bench.percent(50) ? busy_ % kPorts : bench.below(kPorts);
      const unsigned queue = i * kPorts + dest;
      top.counts_push_dest_i |= dest << 3 * i;
      const bool first = bench.percent(50);
      top.counts_push_first_i |= (first ? 1U : 0U) << i;
      if (bench.percent(30)) {
        top.counts_refused_i |= 1U << i;
        twin_.refuse(i, dest);
      }
      if (now.beats[queue] == kMost || bench.percent(30)) continue;
      top.counts_push_i |= 1U << i;
      twin_.enter(i, dest, 1, first);
    }
  }

  static twin::Params params() {
    twin::Params params;
    params.ports = kPorts;
    return params;
  }
  twin::VoqCounters twin_{params()};
  std::array<unsigned, 2> asked_{};  // a cycle ago, two
  Counts before_;                    // of the last cycle
  unsigned busy_ = 0, shown_ = 0, full_ = 0;
};

}  // namespace

TEST_CASE("xb_voq_count_memory shows of each queue that is asked for what its twin counts, after each reset",
          "[rtl]") {
  Counted counted;
  for (unsigned n = 0; n < 20; ++n) {
    counted.reset();
    for (unsigned c = 0; c < 1000; ++c) counted.cycle();
  }
  CHECK(counted.shown() > 5000);
  CHECK(counted.full() > 500);
}
