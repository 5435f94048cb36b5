// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/first_fit_steps.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "host/base/random.h"
#include "host/liquid/bit_rows.h"

namespace xb {
namespace {

class FirstFit {
 public:
  explicit FirstFit(const TransferSet& transfers)
      : transfers_(transfers), full_(transfers.links()), carried_(transfers.links()) {
    schedule_.step_of.resize(transfers.size());
  }

  /// Into the first step with room for it, `from` or later.
  void place(unsigned transfer, unsigned from = 0) {
    const unsigned step = first_step(transfer, from);
    schedule_.step_of[transfer] = step;
    schedule_.steps = std::max(schedule_.steps, step + 1);
    for (const unsigned link : transfers_.path(transfer)) carry(link, step);
  }
  [[nodiscard]] const StepSchedule& schedule() const { return schedule_; }

 private:
  using Word = BitRows::Word;
  static constexpr unsigned kBits = BitRows::kWordBits;

  [[nodiscard]] unsigned first_step(unsigned transfer, unsigned from) const {
    Word busy = (Word{1} << from % kBits) - 1;
    for (unsigned w = from / kBits;; ++w, busy = 0) {
      for (const unsigned link : transfers_.path(transfer)) {
        if (w < full_[link].size()) busy |= full_[link][w];
      }
      if (~busy != 0) return w * kBits + static_cast<unsigned>(__builtin_ctzll(~busy));
    }
  }
  void carry(unsigned link, unsigned step) {
    if (transfers_.capacity(link) > 1) {
      std::vector<std::uint32_t>& carried = carried_[link];
      if (carried.size() <= step) carried.resize(step + std::size_t{1});
      if (++carried[step] < transfers_.capacity(link)) return;
    }
    if (full_[link].size() <= step / kBits) full_[link].resize(step / kBits + std::size_t{1});
    add_bit(full_[link].data(), step);
  }

  const TransferSet& transfers_;
  std::vector<std::vector<Word>> full_;              // by link: the steps without room, as bits
  std::vector<std::vector<std::uint32_t>> carried_;  // by link and step, of links that carry several
  StepSchedule schedule_;
};

StepSchedule in_order(const TransferSet& transfers, const std::vector<unsigned>& order) {
  FirstFit fit(transfers);
  for (const unsigned t : order) fit.place(t);
  return fit.schedule();
}

/// The hosts at one end of the transfers, numbered in ascending order.
class HostRanks {
 public:
  template <typename End>
  HostRanks(const TransferSet& transfers, const End& end) {
    for (unsigned t = 0; t < transfers.size(); ++t) hosts_.push_back(end(transfers[t]));
    std::sort(hosts_.begin(), hosts_.end());
    hosts_.erase(std::unique(hosts_.begin(), hosts_.end()), hosts_.end());
  }
  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(hosts_.size()); }
  [[nodiscard]] unsigned operator[](unsigned host) const {
    return static_cast<unsigned>(std::lower_bound(hosts_.begin(), hosts_.end(), host) - hosts_.begin());
  }

 private:
  std::vector<unsigned> hosts_;
};

/// Classes by the steps that their links need, the most needed link first, then the next.
std::vector<unsigned> by_need(const ClassProblem& problem) {
  std::vector<std::vector<unsigned>> needs(problem.classes());
  for (unsigned k = 0; k < problem.classes(); ++k) {
    for (const unsigned link : problem.path(k)) needs[k].push_back(problem.steps(link));
    std::sort(needs[k].begin(), needs[k].end(), std::greater<>());
  }
  std::vector<unsigned> order(problem.classes());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) { return needs[a] > needs[b]; });
  return order;
}

/// Places items of a class in the steps from..to-1 that have room, while there are items. Returns the next.
unsigned fill(StepTable& table, unsigned of, unsigned item, unsigned from, unsigned to) {
  const unsigned end = table.first(of + 1);
  for (unsigned word = from / 64; word * 64 < to && item < end; ++word) {
    std::uint64_t free = ~std::uint64_t{0};
    for (const unsigned link : table.problem().path(of)) free &= ~table.full(link)[word];
    if (word == from / 64) free &= ~std::uint64_t{0} << from % 64;
    if (word == to / 64) free &= (std::uint64_t{1} << to % 64) - 1;
    for (; free != 0 && item < end; free &= free - 1) {
      const unsigned step = word * 64 + lowest_bit(free);
      do {
        table.place(item++, step);
      } while (item < end && table.fits(of, step));
    }
  }
  return item;
}

}  // namespace

StepSchedule round_robin_steps(const TransferSet& transfers, std::uint64_t /*seed*/) {
  const HostRanks senders(transfers, [](Transfer t) { return t.source; });
  const HostRanks receivers(transfers, [](Transfer t) { return t.destination; });
  const unsigned count = std::max(senders.size(), receivers.size());
  std::vector<std::vector<unsigned>> phases(count);
  for (unsigned t = 0; t < transfers.size(); ++t) {
    const unsigned ahead = receivers[transfers[t].destination] + count - senders[transfers[t].source];
    phases[ahead % count].push_back(t);
  }
  FirstFit fit(transfers);
  for (const std::vector<unsigned>& phase : phases) {
    const unsigned from = fit.schedule().steps;
    for (const unsigned t : phase) fit.place(t, from);
  }
  return fit.schedule();
}

StepSchedule random_order_steps(const TransferSet& transfers, std::uint64_t seed) {
  return in_order(transfers, RandomStream(seed, StreamPurpose::SendOrder, 0).permutation(transfers.size()));
}

StepSchedule busiest_first_steps(const TransferSet& transfers, std::uint64_t /*seed*/) {
  struct Need {
    unsigned most = 0, sum = 0;  // steps of its links
  };
  std::vector<Need> needs(transfers.size());
  for (unsigned t = 0; t < transfers.size(); ++t) {
    for (const unsigned link : transfers.path(t)) {
      needs[t].most = std::max(needs[t].most, transfers.steps(link));
      needs[t].sum += transfers.steps(link);
    }
  }
  std::vector<unsigned> order(transfers.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
    return needs[a].most != needs[b].most ? needs[a].most > needs[b].most : needs[a].sum > needs[b].sum;
  });
  return in_order(transfers, order);
}

void greedy_steps(StepTable& table, const std::vector<std::uint32_t>& start) {
  for (const unsigned k : by_need(table.problem())) {
    const unsigned from = start.empty() ? 0 : start[k];
    const unsigned next = fill(table, k, table.first(k), from, table.steps());
    fill(table, k, next, 0, from);
  }
}

}  // namespace xb
