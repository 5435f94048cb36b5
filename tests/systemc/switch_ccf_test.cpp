// SPDX-License-Identifier: Apache-2.0
// Cells leave the twin when an output-queued switch would let them go, with memory for all and speed-up.
#include "systemc/switch_ccf.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "tests/catch.h"

using namespace xb::twin;

namespace {

using SlotArrivals = std::vector<std::vector<int>>;  // by slot and input: the output of a cell; -1: none

/// What came of a run beside an output-queued switch with the same arrivals.
struct Outcome {
  unsigned cells = 0, late = 0, early = 0;
};

/// Both switches, slot by slot, until all cells that the twin takes are out.
class BesideIdeal {
 public:
  BesideIdeal(unsigned ports, unsigned speedup, unsigned depth)
      : speedup_(speedup), switch_(params(ports, speedup)), due_(ports), free_(ports) {
    in_.settings.depth = in_.settings.output_depth = depth;
    in_.s_tdest = dest_.data();
    in_.s_tdata = data_.data();
    for (unsigned n = 0; n < 2; ++n) switch_.step(in_);
  }
  BesideIdeal(const BesideIdeal&) = delete;
  BesideIdeal& operator=(const BesideIdeal&) = delete;

  Outcome run(const SlotArrivals& arrivals) {
    for (const std::vector<int>& to : arrivals) slot(to);
    while (sent_ < outcome_.cells) slot({});
    return outcome_;
  }

 private:
  static Params params(unsigned ports, unsigned speedup) {
    Params params{ports, 0, 1024};
    params.beat_cycles = speedup;
    return params;
  }
  void slot(const std::vector<int>& to) {
    for (unsigned input = 0; input < to.size(); ++input) {
      if (to[input] < 0 || (switch_.s_tready() & bit(input)) == 0) continue;
      const auto output = static_cast<unsigned>(to[input]);
      in_.s_tvalid |= bit(input);
      dest_[input] = static_cast<std::uint8_t>(output);
      data_[input] = due_[output].size();
      const std::uint64_t lone = now_ + (speedup_ == 1 ? 3 : 4);
      due_[output].push_back(std::max(lone, free_[output]));
      free_[output] = due_[output].back() + speedup_;
      ++outcome_.cells;
    }
    in_.s_tuser = in_.s_tlast = in_.s_tvalid;
    for (unsigned n = 0; n < speedup_; ++n) cycle(n == 0);
  }
  void cycle(bool of_links) {
    in_.m_tready = of_links ? ~PortMask{0} : 0;
    for_each_port(switch_.m_tvalid() & in_.m_tready, [&](unsigned output) {
      const std::uint64_t due = due_[output].at(*switch_.m_tdata(output));
      outcome_.late += now_ > due ? 1 : 0;
      outcome_.early += now_ < due ? 1 : 0;
      ++sent_;
    });
    switch_.step(in_);
    in_.s_tvalid = 0;
    ++now_;
  }

  unsigned speedup_;
  SwitchCcf switch_;
  Inputs in_{};
  std::array<std::uint8_t, kMaxPorts> dest_{};
  std::array<std::uint64_t, kMaxPorts> data_{};
  std::vector<std::vector<std::uint64_t>> due_;  // when each cell leaves the output-queued switch
  std::vector<std::uint64_t> free_;
  std::uint64_t now_ = 0, sent_ = 0;
  Outcome outcome_;
};

constexpr unsigned kDeep = 1024;

/// All arrivals of so many slots, one after the other: false after the last ones.
bool next_arrivals(SlotArrivals& arrivals, int ports) {
  for (auto& slot : arrivals) {
    for (int& output : slot) {
      if (++output < ports) return true;
      output = -1;
    }
  }
  return false;
}

SlotArrivals drawn_arrivals(unsigned ports, unsigned slots) {
  std::mt19937 random(ports);
  SlotArrivals arrivals(slots, std::vector<int>(ports));
  for (unsigned slot = 0; slot < slots; ++slot) {
    for (int& output : arrivals[slot]) {
      const unsigned hot = slot / 64 % ports;  // to which half of all cells go
      output = random() % 100 >= 95 ? -1 : static_cast<int>(random() % 2 == 0 ? random() % ports : hot);
    }
  }
  return arrivals;
}

}  // namespace

TEST_CASE("critical cells first: every cell leaves in the cycle of an output-queued switch", "[systemc]") {
  const unsigned ports = GENERATE(2U, 3U, 5U, 16U);
  const Outcome outcome = BesideIdeal(ports, 2, kDeep).run(drawn_arrivals(ports, 4000));
  CHECK(outcome.cells > 3500 * ports);
  CHECK(outcome.late == 0);
  CHECK(outcome.early == 0);
}

TEST_CASE("critical cells first: all arrivals of some slots, one after the other", "[systemc]") {
  const auto [ports, slots] = GENERATE(std::pair{2U, 5U}, std::pair{3U, 2U});
  SlotArrivals arrivals(slots, std::vector<int>(ports, -1));
  unsigned late = 0, runs = 0;
  do {
    late += BesideIdeal(ports, 2, kDeep).run(arrivals).late;
    ++runs;
  } while (next_arrivals(arrivals, static_cast<int>(ports)));
  CHECK(runs == (ports == 2 ? 59049 : 4096));
  CHECK(late == 0);
}

TEST_CASE("critical cells first: without speed-up a quarter of the cells is late", "[systemc]") {
  const Outcome outcome = BesideIdeal(4, 1, kDeep).run(drawn_arrivals(4, 4000));
  CHECK(outcome.late > outcome.cells / 4);
}

TEST_CASE("critical cells first: memories that fill make cells late", "[systemc]") {
  // Two cells a slot fill output 1; one that waits in an input for room there is late by its way to the
  // output.
  const SlotArrivals arrivals{{1, 1}, {1, 1}, {1, 0}, {1, 0}};
  CHECK(BesideIdeal(2, 2, 3).run(arrivals).late > 0);
  CHECK(BesideIdeal(2, 2, kDeep).run(arrivals).late == 0);
}
