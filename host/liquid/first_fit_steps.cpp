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

std::vector<unsigned> all_of(const TransferSet& transfers) {
  std::vector<unsigned> all(transfers.size());
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

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

}  // namespace

StepSchedule round_robin_steps(const TransferSet& transfers) {
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
  std::vector<unsigned> order = all_of(transfers);
  RandomStream random(seed, StreamPurpose::SendOrder, 0);
  for (unsigned left = transfers.size(); left > 1; --left)
    std::swap(order[left - 1], order[random.below(left)]);
  return in_order(transfers, order);
}

StepSchedule busiest_first_steps(const TransferSet& transfers) {
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
  std::vector<unsigned> order = all_of(transfers);
  std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
    return needs[a].most != needs[b].most ? needs[a].most > needs[b].most : needs[a].sum > needs[b].sum;
  });
  return in_order(transfers, order);
}

}  // namespace xb
