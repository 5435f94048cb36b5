// SPDX-License-Identifier: Apache-2.0
#include "host/theory/formulas.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "host/point/run_config.h"
#include "tests/catch.h"

using namespace xb;

namespace {

using Heads = std::vector<unsigned>;  // head-of-line packets per output, largest first, without zeros
using Law = std::map<Heads, double>;

/// One more head, for an output drawn uniformly from `ports`.
Law with_another_head(const Law& law, unsigned ports) {
  Law next;
  for (const auto& [heads, probability] : law) {
    for (unsigned output = 0; output < ports; ++output) {
      Heads more = heads;
      if (output < heads.size())
        ++more[output];
      else
        more.push_back(1);
      std::sort(more.rbegin(), more.rend());
      next[more] += probability / ports;
    }
  }
  return next;
}

/// Stationary share of busy outputs when all inputs are backlogged, by iterating the chain slot by slot.
double saturation(unsigned ports) {
  Law law{{Heads(1, ports), 1.0}};
  double throughput = 0;
  for (int slot = 0; slot < 400; ++slot) {
    throughput = 0;
    Law next;
    for (const auto& [heads, probability] : law) {
      throughput += probability * static_cast<double>(heads.size()) / ports;
      Heads left;
      for (const unsigned count : heads) {
        if (count > 1) left.push_back(count - 1);
      }
      Law after{{left, probability}};
      for (std::size_t freed = 0; freed < heads.size(); ++freed) after = with_another_head(after, ports);
      for (const auto& [state, p] : after) next[state] += p;
    }
    law = std::move(next);
  }
  return throughput;
}

/// The chain by brute force: the law of Q iterated slot by slot, arrivals one input after the other.
double iterated_loss(unsigned ports, double load, unsigned cells) {
  std::vector<double> law(cells + 1);
  law[0] = 1;
  double lost = 0;
  for (int slot = 0; slot < 4000; ++slot) {
    std::vector<double> with(cells + ports + 1);  // Q + A
    std::copy(law.begin(), law.end(), with.begin());
    for (unsigned input = 0; input < ports; ++input) {
      for (std::size_t n = with.size() - 1; n > 0; --n)
        with[n] = with[n] * (1 - load / ports) + with[n - 1] * load / ports;
      with[0] *= 1 - load / ports;
    }
    std::fill(law.begin(), law.end(), 0);
    lost = 0;
    for (unsigned n = 0; n < with.size(); ++n) {
      const unsigned left = n == 0 ? 0 : n - 1;
      law[std::min(left, cells)] += with[n];
      if (left > cells) lost += with[n] * (left - cells);
    }
  }
  return lost / load;
}

/// Least number of cells with a loss of at most `loss`.
unsigned cells_for(unsigned ports, double load, double loss) {
  unsigned cells = 0;
  while (output_queue_loss(ports, load, cells) > loss) ++cells;
  return cells;
}

}  // namespace

TEST_CASE("the saturation table is what the Markov chain of heads gives", "[host][unsanitized]") {
  const unsigned ports = GENERATE(2U, 3U, 4U, 5U, 6U, 7U, 8U);
  CAPTURE(ports);
  REQUIRE(hol_saturation(ports).has_value());
  CHECK(std::abs(*hol_saturation(ports) - saturation(ports)) < 1e-6);
}

TEST_CASE("known exact fractions are in the saturation table", "[host]") {
  CHECK(std::abs(*hol_saturation(2) - 3.0 / 4) < 1e-6);
  CHECK(std::abs(*hol_saturation(3) - 43.0 / 63) < 1e-6);
  CHECK(std::abs(*hol_saturation(4) - 325.0 / 496) < 1e-6);
  CHECK(std::abs(*hol_saturation(5) - 3450867.0 / 5392675) < 1e-6);
  CHECK(std::abs(kHolSaturationLimit - (2 - std::sqrt(2.0))) < 1e-15);
}

TEST_CASE("saturation falls with the number of ports, towards its limit", "[host]") {
  double last = 1;
  for (const auto& entry : kHolSaturation) {
    CAPTURE(entry.ports);
    CHECK(entry.throughput < last);
    CHECK(entry.throughput > kHolSaturationLimit);
    last = entry.throughput;
  }
  // The approach is as 1/N: the gap halves with twice the ports, within a few percent.
  const double gap16 = *hol_saturation(16) - kHolSaturationLimit;
  const double gap32 = *hol_saturation(32) - kHolSaturationLimit;
  CHECK(gap16 / gap32 == Approx(2).epsilon(0.05));
}

TEST_CASE("a port count that is not in the table has no value", "[host]") {
  CHECK_FALSE(hol_saturation(9).has_value());
  CHECK_FALSE(hol_saturation(0).has_value());
}

TEST_CASE("the mean wait of an output queue is the closed form", "[host]") {
  CHECK(output_queue_wait(16, 0.8) == Approx(1.875));
  CHECK(output_queue_wait(16, 0.9) == Approx(4.21875));
  CHECK(output_queue_wait(16, 0.1) == Approx(0.0521).epsilon(1e-3));
  CHECK(output_queue_wait(4, 0.5) == Approx(0.375));
  CHECK(output_queue_wait(1, 0.9) == 0);
}

TEST_CASE("the loss of a finite output queue is that of the tabulated chain", "[host]") {
  struct Case {
    double load;
    unsigned cells;
    double loss;
  };
  for (const Case& c :
       {Case{.5, 1, 5.029e-2}, Case{.5, 8, 4.506e-6}, Case{.5, 64, 2.627e-38}, Case{.6, 16, 2.008e-8},
        Case{.7, 4, 9.942e-3}, Case{.8, 1, 1.347e-1}, Case{.8, 3, 4.083e-2}, Case{.8, 4, 2.438e-2},
        Case{.8, 8, 3.614e-3}, Case{.8, 16, 9.167e-5}, Case{.8, 64, 2.656e-14}, Case{.9, 2, 1.042e-1},
        Case{.9, 16, 2.511e-3}, Case{.9, 32, 7.219e-5}, Case{.9, 64, 6.226e-8}}) {
    CAPTURE(c.load, c.cells);
    CHECK(output_queue_loss(16, c.load, c.cells) == Approx(c.loss).epsilon(5e-4).margin(0));
  }
}

TEST_CASE("the loss is that of the chain iterated slot by slot", "[host]") {
  for (const unsigned ports : {2U, 5U, 16U}) {
    for (const double load : {0.3, 0.9}) {
      for (const unsigned cells : {0U, 1U, 3U, 10U}) {
        CAPTURE(ports, load, cells);
        CHECK(output_queue_loss(ports, load, cells) ==
              Approx(iterated_loss(ports, load, cells)).epsilon(1e-6).margin(1e-14));
      }
    }
  }
}

/// The rules of turns by brute force: the law of what output 0 holds, input after input.
double iterated_turns_loss(unsigned ports, double load, unsigned cells) {
  const std::size_t places = cells + 1;
  std::vector<double> law(places + 1);
  law[0] = 1;
  double lost = 0;
  for (int slot = 0; slot < 3000; ++slot) {
    lost = 0;
    // Output 0's turn and input 0's write: each sees what is held before either.
    std::vector<double> next(places + 1);
    for (std::size_t held = 0; held <= places; ++held) {
      const std::size_t left = held > 0 ? held - 1 : 0;
      const bool room = held < places;
      next[room ? left + 1 : left] += law[held] * load / ports;
      next[left] += law[held] * (1 - load / ports);
      if (!room) lost += law[held] * load / ports;
    }
    for (unsigned input = 1; input < ports; ++input) {
      lost += next[places] * load / ports;
      for (std::size_t held = places; held > 0; --held)
        next[held] = next[held] * (held == places ? 1 : 1 - load / ports) + next[held - 1] * load / ports;
      next[0] *= 1 - load / ports;
    }
    law = next;
  }
  return lost / load;
}

TEST_CASE("the loss with ports in turns is that of the rules iterated input by input", "[host]") {
  for (const unsigned ports : {2U, 5U, 16U}) {
    for (const double load : {0.3, 0.9, 1.0}) {
      for (const unsigned cells : {0U, 1U, 3U, 10U}) {
        CAPTURE(ports, load, cells);
        CHECK(output_queue_loss_turns(ports, load, cells) ==
              Approx(iterated_turns_loss(ports, load, cells)).epsilon(1e-6).margin(1e-14));
      }
    }
  }
}

TEST_CASE("with many ports the turns do not matter", "[host]") {
  CHECK(output_queue_loss_turns(2, 0.8, 4) > 1.2 * output_queue_loss(2, 0.8, 4));
  CHECK(output_queue_loss_turns(1000, 0.8, 4) == Approx(output_queue_loss(1000, 0.8, 4)).epsilon(2e-3));
}

TEST_CASE("a cell that is stored before it leaves takes a place", "[host]") {
  CHECK(output_queue_loss(16, 0.8, 4 - 1) == Approx(4.083e-2).epsilon(5e-4));
}

TEST_CASE("buffers for a loss asked for are those of the literature", "[host]") {
  struct Case {
    unsigned ports;
    double load;
    unsigned at_1e3, at_1e6, at_1e9;
  };
  for (const Case& c : {Case{8, .5, 4, 9, 14}, Case{8, .9, 19, 49, 78}, Case{16, .8, 11, 26, 41},
                        Case{16, .95, 36, 100, 163}, Case{32, .7, 8, 18, 28}, Case{32, .95, 37, 103, 169}}) {
    CAPTURE(c.ports, c.load);
    CHECK(cells_for(c.ports, c.load, 1e-3) == c.at_1e3);
    CHECK(cells_for(c.ports, c.load, 1e-6) == c.at_1e6);
    CHECK(cells_for(c.ports, c.load, 1e-9) == c.at_1e9);
  }
}
