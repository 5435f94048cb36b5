// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <random>
#include <vector>

namespace xb {

/// A switch with buffered crosspoints as the literature has it: in slots, with cells, endless queues and
/// nothing else. Shares no code with the lab's switches, traffic or measures.
///
/// In a slot each input sends a cell to a crosspoint with room, then each output takes one of what its
/// crosspoints hold, then cells arrive.
class CrosspointSlots {
 public:
  enum class Pick { InTurn, LongestFirst };

  CrosspointSlots(std::size_t ports, Pick pick, std::size_t cells_per_crosspoint, unsigned seed)
      : ports_(ports),
        pick_(pick),
        room_(cells_per_crosspoint),
        random_(seed),
        queues_(ports, std::vector<std::deque<std::uint64_t>>(ports)),
        crosspoints_(queues_),
        next_output_(ports),
        next_input_(ports) {}

  /// Runs `warmup` slots and then `slots`, of which it measures. A cell comes to input i with probability
  /// `load`; with probability `unbalance` it is for output i, else for any.
  void run(double load, double unbalance, std::uint64_t warmup, std::uint64_t slots) {
    for (std::uint64_t n = 0; n < warmup + slots; ++n) {
      if (n == warmup) delivered_ = waited_ = 0;
      send();
      take();
      arrive(load, unbalance);
      ++now_;
    }
    measured_ = slots;
  }

  /// Cells delivered per output and slot; mean of the slots between a cell's arrival and its departure, of
  /// which one at least passes.
  [[nodiscard]] double throughput() const {
    return static_cast<double>(delivered_) / static_cast<double>(measured_ * ports_);
  }
  [[nodiscard]] double wait() const { return static_cast<double>(waited_) / static_cast<double>(delivered_); }

 private:
  void send() {
    for (std::size_t i = 0; i < ports_; ++i) {
      std::size_t best = ports_;
      for (std::size_t n = 0; n < ports_; ++n) {
        const std::size_t j = (next_output_[i] + n) % ports_;
        if (queues_[i][j].empty() || crosspoints_[i][j].size() >= room_) continue;
        const bool better =
            best == ports_ || (pick_ == Pick::LongestFirst && queues_[i][j].size() > queues_[i][best].size());
        if (better) best = j;
      }
      if (best == ports_) continue;
      crosspoints_[i][best].push_back(queues_[i][best].front());
      queues_[i][best].pop_front();
      next_output_[i] = (best + 1) % ports_;
    }
  }
  void take() {
    for (std::size_t j = 0; j < ports_; ++j) {
      for (std::size_t n = 0; n < ports_; ++n) {
        const std::size_t i = (next_input_[j] + n) % ports_;
        if (crosspoints_[i][j].empty()) continue;
        waited_ += now_ - crosspoints_[i][j].front() - 1;
        ++delivered_;
        crosspoints_[i][j].pop_front();
        next_input_[j] = (i + 1) % ports_;
        break;
      }
    }
  }
  void arrive(double load, double unbalance) {
    std::uniform_real_distribution<double> chance(0, 1);
    std::uniform_int_distribution<std::size_t> any(0, ports_ - 1);
    for (std::size_t i = 0; i < ports_; ++i) {
      if (chance(random_) >= load) continue;
      const std::size_t j = chance(random_) < unbalance ? i : any(random_);
      queues_[i][j].push_back(now_);
    }
  }

  std::size_t ports_;
  Pick pick_;
  std::size_t room_;
  std::mt19937_64 random_;
  std::vector<std::vector<std::deque<std::uint64_t>>> queues_, crosspoints_;  // [input][output], arrivals
  std::vector<std::size_t> next_output_, next_input_;
  std::uint64_t now_ = 1, delivered_ = 0, waited_ = 0, measured_ = 0;
};

}  // namespace xb
