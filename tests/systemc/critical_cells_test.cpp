// SPDX-License-Identifier: Apache-2.0
// The theorem, for all arrivals: with a speed-up of 2 - 1/N each cell leaves when an output-queued switch
// would let it go.
#include "systemc/critical_cells.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "tests/catch.h"

using namespace xb::twin;

namespace {

using Bytes = std::vector<std::uint8_t>;
/// Inputs and outputs of the cells of a slot, in the order in which an output-queued switch takes them.
using Arrivals = std::vector<std::pair<unsigned, unsigned>>;
/// New names of ports.
using Names = std::vector<std::uint8_t>;

constexpr std::uint8_t kEnd = 255;  // of a list

std::vector<Names> all_names(unsigned ports) {
  Names names(ports);
  std::iota(names.begin(), names.end(), std::uint8_t{0});
  std::vector<Names> all;
  do all.push_back(names);
  while (std::next_permutation(names.begin(), names.end()));
  return all;
}

/// What decides the slots to come. `waiting`: the cells at inputs, which alone decide the matchings. `ahead`:
/// for each of them, and at each output's end, the cells that leave before it.
struct State {
  Bytes waiting, ahead;
  bool operator<(const State& other) const {
    return waiting != other.waiting ? waiting < other.waiting : ahead < other.ahead;
  }
};

/// A switch with memory for all, slot by slot: arrivals, matchings, departures.
class Slots {
 public:
  explicit Slots(unsigned ports) : critical_(ports), outputs_(ports) {}

  /// False: a cell that leaves an output-queued switch now is not at its output.
  bool run(const Arrivals& arrivals, unsigned matchings) {
    for (const auto& [input, output] : arrivals) {
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
  /// Cells that an output-queued switch has for an output.
  [[nodiscard]] std::size_t cells(unsigned output) const { return outputs_[output].moved.size(); }

  /// The least of its states with other names of inputs and outputs, for which the rule is the same.
  [[nodiscard]] State state(const std::vector<Names>& names) const {
    std::vector<Bytes> lists(1);
    for (const std::uint8_t byte : critical_.state()) {
      if (byte == kMaxPorts)
        lists.emplace_back();
      else
        lists.back().push_back(byte);
    }
    State least{{kEnd, kEnd}, {}};
    for (const Names& inputs : names)
      for (const Names& outputs : names) least = std::min(least, renamed(lists, inputs, outputs));
    return least;
  }

 private:
  struct Output {
    Bytes moved;  // 1 of each cell that is there, from the next to leave on
    std::uint32_t sent = 0;
  };

  [[nodiscard]] State renamed(const std::vector<Bytes>& lists, const Names& inputs,
                              const Names& outputs) const {
    State state;
    const auto add = [&](const Bytes& list, const Names& names) {
      for (const std::uint8_t port : list) state.waiting.push_back(names[port]);
      state.waiting.push_back(kEnd);
    };
    const auto old_name = [](const Names& names, unsigned name) {
      return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    };
    for (unsigned n = 0; n < inputs.size(); ++n) add(lists[old_name(inputs, n)], outputs);
    for (unsigned n = 0; n < outputs.size(); ++n) {
      const std::size_t output = old_name(outputs, n);
      add(lists[inputs.size() + output], inputs);
      const Bytes& moved = outputs_[output].moved;
      for (std::size_t cell = 0; cell < moved.size(); ++cell)
        if (moved[cell] == 0) state.ahead.push_back(static_cast<std::uint8_t>(cell));
      state.ahead.push_back(static_cast<std::uint8_t>(moved.size()));
    }
    return state;
  }

  CriticalCells critical_;
  std::vector<Output> outputs_;
};

/// All that can arrive in a slot. The order of cells for different outputs does not count.
std::vector<Arrivals> all_arrivals(unsigned ports) {
  std::vector<Arrivals> all;
  unsigned choices = 1;
  for (unsigned input = 0; input < ports; ++input) choices *= ports + 1;
  for (const Names& order : all_names(ports)) {
    for (unsigned choice = 0; choice < choices; ++choice) {
      Arrivals arrivals;
      unsigned left = choice;
      for (const std::uint8_t input : order) {
        if (left % (ports + 1) != ports) arrivals.emplace_back(input, left % (ports + 1));
        left /= ports + 1;
      }
      std::stable_sort(arrivals.begin(), arrivals.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
      all.push_back(std::move(arrivals));
    }
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// States that have been met. One that differs from another only in that cells have more time is none worse.
class Seen {
 public:
  /// It is worth being followed.
  bool add(const State& state) {
    auto& met = states_[state.waiting];
    const auto no_later = [](const Bytes& a, const Bytes& b) {
      return std::equal(a.begin(), a.end(), b.begin(), std::less_equal<>());
    };
    if (std::any_of(met.begin(), met.end(), [&](const Bytes& one) { return no_later(one, state.ahead); }))
      return false;
    met.push_back(state.ahead);
    return true;
  }

 private:
  std::map<Bytes, std::vector<Bytes>> states_;
};

constexpr unsigned kNever = 1000;

struct Bounds {
  unsigned slots = kNever;     ///< all arrivals in so many
  std::size_t cells = kNever;  ///< that leave an output-queued switch so many for an output at most
};
struct Found {
  std::optional<unsigned> late = {};  ///< the slot, from 1 on, in which some arrivals make a cell late
  bool all = false;                   ///< no new state comes in later slots
};

/// Every `of_slots` slots have one matching less.
Found search(unsigned ports, const Bounds& bounds, unsigned matchings, unsigned of_slots) {
  const std::vector<Names> names = all_names(ports);
  const std::vector<Arrivals> choices = all_arrivals(ports);
  std::map<unsigned, Seen> seen;  // by the slot in the period
  std::vector<Slots> states{Slots(ports)};
  for (unsigned slot = 1; slot <= bounds.slots && !states.empty(); ++slot) {
    std::vector<Slots> next_states;
    const unsigned in_slot = matchings - (slot % of_slots == 0 ? 1 : 0);
    for (const Slots& state : states) {
      for (const Arrivals& arrivals : choices) {
        std::vector<std::size_t> cells(ports);
        for (const auto& arrival : arrivals) ++cells[arrival.second];
        bool fits = true;
        for (unsigned j = 0; j < ports; ++j) fits = fits && state.cells(j) + cells[j] <= bounds.cells;
        if (!fits) continue;
        Slots next = state;
        if (!next.run(arrivals, in_slot)) return {slot};
        if (slot < bounds.slots && seen[slot % of_slots].add(next.state(names)))
          next_states.push_back(std::move(next));
      }
    }
    states.swap(next_states);
  }
  return {{}, states.empty()};
}

/// No arrivals of whatever length that an output-queued switch holds in so many cells an output.
bool never_late(unsigned ports, std::size_t cells) {
  const Found found = search(ports, {kNever, cells}, 2, ports);
  return !found.late && found.all;
}

}  // namespace

TEST_CASE("speed-up 2 - 1/N: no cell is late, whatever comes", "[systemc]") {
  CHECK_FALSE(search(2, {20, kNever}, 2, 2).late);
  CHECK_FALSE(search(3, {6, kNever}, 2, 3).late);
}

TEST_CASE("speed-up 2 - 1/N: no cell is late, however long it lasts", "[systemc]") {
  CHECK(never_late(2, 16));
  CHECK(never_late(3, 6));
  CHECK(never_late(4, 2));
}

TEST_CASE("speed-up 2 - 1/N: no cell is late, whatever comes, for longer", "[systemc][long]") {
  CHECK_FALSE(search(3, {9, kNever}, 2, 3).late);
  CHECK(never_late(3, 10));
  CHECK(never_late(4, 3));
}

TEST_CASE("an input prefers cells by their own places, not by the last of their flow", "[systemc]") {
  // With the latter, these make a cell late in slot 15: the fewest that do.
  const std::vector<Arrivals> slots{
      {{0, 0}, {1, 0}, {2, 0}}, {{0, 1}, {1, 1}, {2, 1}}, {{0, 1}, {1, 1}, {2, 1}}, {{0, 1}, {1, 1}, {2, 1}},
      {{0, 1}, {1, 1}, {2, 1}}, {{1, 0}, {2, 0}, {0, 0}}, {{0, 1}, {1, 1}, {2, 1}}, {{2, 0}, {1, 0}, {0, 0}},
      {{0, 1}, {1, 0}, {2, 0}}, {{2, 0}, {0, 0}, {1, 0}}, {{1, 1}, {0, 1}, {2, 2}}, {{0, 2}, {1, 0}, {2, 1}},
      {{1, 1}, {0, 1}, {2, 2}}, {{0, 1}, {1, 0}, {2, 0}}, {{0, 1}, {1, 0}, {2, 0}}};
  Slots three(3);
  for (unsigned slot = 1; slot <= slots.size(); ++slot)
    CHECK(three.run(slots[slot - 1], slot % 3 == 0 ? 1 : 2));
}

TEST_CASE("without speed-up two slots of arrivals make a cell late", "[systemc]") {
  CHECK(search(2, {}, 1, kNever).late == 2U);
  CHECK(search(3, {}, 1, kNever).late == 2U);
}
