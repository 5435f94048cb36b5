// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/stepped_exchange.h"

#include <memory>
#include <utility>
#include <vector>

#include "host/exchange/exchange_formula.h"
#include "host/exchange/schedule_registry.h"
#include "host/liquid/first_fit_steps.h"
#include "host/liquid/liquid_solver.h"

namespace xb {
namespace {

constexpr std::uint32_t kBarrierTag = 1;

/// The programs while they are written, step by step.
class SteppedWriter {
 public:
  explicit SteppedWriter(const SteppedExchange& exchange) : exchange_(exchange), ranks_(exchange.ranks) {
    programs_.ranks.resize(exchange.ranks);
  }

  Schedule run() {
    std::vector<std::vector<unsigned>> steps(exchange_.schedule.steps);
    for (unsigned t = 0; t < exchange_.transfers.size(); ++t) {
      steps[exchange_.schedule.step_of[t]].push_back(t);
    }
    for (std::size_t step = 0; step < steps.size(); ++step) {
      if (step > 0) begin_next();
      for (const unsigned t : steps[step]) transfer(exchange_.transfers[t]);
    }
    return std::move(programs_);
  }

 private:
  struct Rank {
    std::vector<OpId> waits_for;        // before this step
    std::vector<OpId> sends, receives;  // of this step
  };

  void transfer(Transfer of) {
    if (of.source == of.destination) return;
    RankProgram& from = programs_.ranks[of.source];
    RankProgram& to = programs_.ranks[of.destination];
    add(of.source, from.send(of.destination, exchange_.bytes), ranks_[of.source].sends);
    add(of.destination, to.receive(of.source, exchange_.bytes), ranks_[of.destination].receives);
  }

  void add(unsigned rank, OpId op, std::vector<OpId>& of_step) {
    RankProgram& program = programs_.ranks[rank];
    for (const OpId first : ranks_[rank].waits_for) program.require(op, first);
    if (exchange_.end == StepEnd::Order && !of_step.empty()) program.require(op, of_step.back());
    of_step.push_back(op);
  }

  void begin_next() {
    switch (exchange_.end) {
      case StepEnd::Order:
        return;  // sends and receives are a chain each
      case StepEnd::Counts:
        return wait_for_own();
      case StepEnd::Barrier:
        return barrier();
      case StepEnd::Time:
        return wait_for_clock();
    }
  }

  void wait_for_own() {
    for (Rank& rank : ranks_) {
      std::vector<OpId> own = std::move(rank.sends);
      own.insert(own.end(), rank.receives.begin(), rank.receives.end());
      rank.sends.clear();
      rank.receives.clear();
      if (!own.empty()) rank.waits_for = std::move(own);
    }
  }

  /// In round r, to the rank 2^r further and from the one 2^r before; what comes next waits for the last one.
  void barrier() {
    wait_for_own();
    for (unsigned far = 1; far < exchange_.ranks; far *= 2) {
      for (unsigned rank = 0; rank < exchange_.ranks; ++rank) {
        RankProgram& program = programs_.ranks[rank];
        const OpId send = program.send((rank + far) % exchange_.ranks, 1, kBarrierTag);
        const OpId receive =
            program.receive((rank + exchange_.ranks - far) % exchange_.ranks, 1, kBarrierTag);
        for (const OpId first : ranks_[rank].waits_for) program.require(send, first);
        ranks_[rank].waits_for = {send, receive};
      }
    }
  }

  /// A processor of its own tells the time.
  void wait_for_clock() {
    for (unsigned rank = 0; rank < exchange_.ranks; ++rank) {
      RankProgram& program = programs_.ranks[rank];
      const OpId tick = program.add({OpKind::Compute, 1, 0, 0, 0, exchange_.step_ns});
      for (const OpId first : ranks_[rank].waits_for) program.require(tick, first);
      ranks_[rank].waits_for = {tick};
    }
  }

  const SteppedExchange& exchange_;
  std::vector<Rank> ranks_;
  Schedule programs_;
};

}  // namespace

Schedule stepped_exchange(const SteppedExchange& exchange) { return SteppedWriter(exchange).run(); }

namespace {

using Shape = const ExchangeShape&;

/// From each port of one switch to each other one: the links are those of the ports.
TransferSet over_one_switch(unsigned ranks) {
  TransferSet set;
  for (unsigned rank = 0; rank < ranks; ++rank) set.add_link("in");
  for (unsigned rank = 0; rank < ranks; ++rank) set.add_link("out");
  for (unsigned from = 0; from < ranks; ++from) {
    for (unsigned to = 0; to < ranks; ++to) {
      if (from == to) continue;
      set.add({static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to)}, {from, ranks + to});
    }
  }
  return set;
}

/// The shape's own steps, or those of one switch.
template <StepOrder order>
std::shared_ptr<const TransferSteps> steps_of(Shape shape) {
  if (shape.steps != nullptr) return shape.steps;
  return std::make_shared<TransferSteps>(over_one_switch(shape.ranks), order, shape.seed);
}

template <StepOrder order>
ScheduleEntry stepped(const char* name, const char* description, const char* paper, const char* stresses) {
  ScheduleEntry entry;
  entry.name = name;
  entry.description = description;
  entry.paper = paper;
  entry.stresses = stresses;
  entry.formula = "at least the time of the busiest link, and the overheads of a packet";
  entry.bound_only = true;
  entry.predict = [](const ExchangeTerms& t) {
    if (t.shape.steps != nullptr) return Seconds{t.shape.liquid_time.value + t.overheads};
    return t.in_groups(1);  // one switch
  };
  entry.steps_text = "Lambda or more";
  entry.steps = [](Shape s) { return steps_of<order>(s)->schedule().steps; };
  entry.keys = {"transfers", "step-end"};
  entry.builder = [](Shape s) {
    const auto steps = steps_of<order>(s);
    return stepped_exchange(
        {steps->transfers(), steps->schedule(), s.ranks, s.block_bytes(), s.step_end, s.step_ns});
  };
  entry.step_order = order;
  return entry;
}

}  // namespace

std::vector<ScheduleEntry> stepped_schedules() {
  return {
      stepped<liquid_steps>(
          "liquid", "transfers in as few steps as the busiest link has transfers, no link used twice in one",
          "Gabrielyan & Hersch 2003", "the busiest links, without a pause"),
      stepped<round_robin_steps>(
          "round-robin-steps",
          "phase k: from each sender to the k-th host after it, whatever links they share",
          "Gabrielyan & Hersch 2003, 1", "links between switches, which many transfers of a phase share"),
      stepped<random_order_steps>("random-steps",
                                  "transfers in a random order, each in the first step whose links are free",
                                  "Gabrielyan & Hersch 2003, 5", "links that idle in some steps"),
      stepped<busiest_first_steps>("greedy-steps", "the same, those over the busiest links first",
                                   "Welsh & Powell 1967, of the congestion graph",
                                   "links that idle in some steps")};
}

}  // namespace xb
