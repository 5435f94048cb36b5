// SPDX-License-Identifier: Apache-2.0
// The theorem, for all arrivals: with a speed-up of 2 - 1/N each cell leaves when an output-queued switch
// would let it go.
#include "systemc/critical_cells.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "tests/catch.h"

using namespace xb::twin;

namespace {

/// A switch with memory for all, slot by slot: arrivals, matchings, departures.
class Slots {
 public:
  explicit Slots(unsigned ports) : critical_(ports), outputs_(ports) {}

  /// `arrivals`: a digit per input, base ports + 1: the output of its cell, or the number of ports for no
  /// cell. False: a cell that leaves an output-queued switch now is not at its output.
  bool run(unsigned arrivals, unsigned matchings) {
    const auto ports = static_cast<unsigned>(outputs_.size());
    for (unsigned input = 0; input < ports; ++input, arrivals /= ports + 1) {
      const unsigned output = arrivals % (ports + 1);
      if (output == ports) continue;
      critical_.arrive(input, output);
      outputs_[output].moved.push_back(0);
    }
    for (unsigned n = 0; n < matchings; ++n) {
      for_each_port(critical_.match(~PortMask{0}), [&](unsigned input) {
        Output& output = outputs_[critical_.dest(input)];
        output.moved[critical_.number(input) - output.sent] = 1;
      });
    }
    for (Output& output : outputs_) {
      if (output.moved.empty()) continue;
      if (output.moved.front() == 0) return false;
      output.moved.erase(output.moved.begin());
      ++output.sent;
    }
    return true;
  }
  /// What decides the slots to come.
  [[nodiscard]] std::vector<std::uint8_t> state() const {
    std::vector<std::uint8_t> state = critical_.state();
    for (const Output& output : outputs_) {
      state.insert(state.end(), output.moved.begin(), output.moved.end());
      state.push_back(2);
    }
    return state;
  }

 private:
  struct Output {
    std::vector<std::uint8_t> moved;  // 1 of each cell that is there, from the next to leave on
    std::uint32_t sent = 0;
  };

  CriticalCells critical_;
  std::vector<Output> outputs_;
};

/// The slot, from 1 on, in which some arrivals make a cell late; equal states are followed once. `of_slots`:
/// every so many slots have one matching less.
std::optional<unsigned> first_late(unsigned ports, unsigned slots, unsigned matchings, unsigned of_slots) {
  unsigned all_arrivals = 1;
  for (unsigned input = 0; input < ports; ++input) all_arrivals *= ports + 1;
  std::vector<Slots> states{Slots(ports)};
  for (unsigned slot = 1; slot <= slots; ++slot) {
    std::vector<Slots> next_states;
    std::set<std::vector<std::uint8_t>> seen;
    const unsigned in_slot = matchings - (slot % of_slots == 0 ? 1 : 0);
    for (const Slots& state : states) {
      for (unsigned arrivals = 0; arrivals < all_arrivals; ++arrivals) {
        Slots next = state;
        if (!next.run(arrivals, in_slot)) return slot;
        if (slot < slots && seen.insert(next.state()).second) next_states.push_back(std::move(next));
      }
    }
    states.swap(next_states);
  }
  return {};
}

constexpr unsigned kNever = 1000;

}  // namespace

TEST_CASE("speed-up 2 - 1/N: no cell is late, whatever comes", "[systemc]") {
  CHECK_FALSE(first_late(2, 20, 2, 2));
  CHECK_FALSE(first_late(3, 8, 2, 3));
}

TEST_CASE("speed-up 2 - 1/N: no cell is late, whatever comes, three ports for longer", "[systemc][long]") {
  CHECK_FALSE(first_late(3, 10, 2, 3));
}

TEST_CASE("without speed-up two slots of arrivals make a cell late", "[systemc]") {
  CHECK(first_late(2, 20, 1, kNever) == 2U);
  CHECK(first_late(3, 20, 1, kNever) == 2U);
}
