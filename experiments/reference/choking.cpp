// SPDX-License-Identifier: Apache-2.0
#include "experiments/reference/choking.h"

#include <algorithm>
#include <vector>

namespace slots {
namespace {

/// Cells of the burst come one after the other, `rate` a slot, and are sent evenly meanwhile.
class Memory {
 public:
  explicit Memory(const Choking& c) : c_(c), low_(c.low_queues, c.cells / (c.low_queues + 1)) {}

  /// The next cell of the burst comes.
  void take() {
    if (came_ > 0) sent_ = std::min(sent_ + 1.0 / c_.rate, static_cast<double>(accepted_));
    if (came_ > 0 && came_ % c_.rate == c_.phase) drop_heads();
    ++came_;
    const bool in = c_.rule == Choking::Rule::PushOut || c_.rule == Choking::Rule::Longest
                        ? free() >= 1 || push_out()
                        : free() >= 1 && held() <= c_.alpha_high * free() + kRounding;
    accepted_ += in ? 1 : 0;
    refused_ += in ? 0 : 1;
  }
  [[nodiscard]] std::uint64_t refused() const { return refused_; }
  [[nodiscard]] std::uint64_t lost() const { return refused_ + evicted_; }
  [[nodiscard]] double held() const { return static_cast<double>(accepted_) - sent_; }

 private:
  static constexpr double kRounding = 1e-6;

  [[nodiscard]] double free() const {
    double used = held();
    for (const unsigned cells : low_) used += cells;
    return c_.cells - used + kRounding;
  }
  void drop_heads() {
    const bool drops = c_.rule == Choking::Rule::HeadDrop || c_.rule == Choking::Rule::LowDrop;
    for (unsigned n = 0; drops && n < c_.drop && drop_head(); ++n) continue;
  }
  /// The next queue that has too much loses a cell; the burst's is the last of a round.
  bool drop_head() {
    const std::size_t queues = low_.size() + (c_.rule == Choking::Rule::HeadDrop ? 1 : 0);
    for (unsigned n = 0; n < queues; ++n) {
      const std::size_t queue = (next_ + n) % queues;
      const bool high = queue == low_.size();
      if (high ? held() <= c_.alpha_high * free() + kRounding : low_[queue] <= c_.alpha_low * free())
        continue;
      next_ = queue + 1;
      accepted_ -= high ? 1 : 0;
      evicted_ += high ? 1 : 0;
      if (!high) --low_[queue];
      return true;
    }
    return false;
  }
  bool push_out() {
    const auto most = std::max_element(low_.begin(), low_.end());
    if (*most == 0 || (c_.rule == Choking::Rule::Longest && *most <= held())) return false;
    --*most;
    return true;
  }

  Choking c_;
  std::vector<unsigned> low_;  // cells
  std::size_t next_ = 0;       // to lose a cell
  std::uint64_t came_ = 0, accepted_ = 0, refused_ = 0, evicted_ = 0;
  double sent_ = 0;
};

}  // namespace

Choking Choking::read(Parameters& parameters) {
  Choking c;
  c.rule =
      static_cast<Rule>(parameters.word("rule", {"dynamic", "headdrop", "lowdrop", "pushout", "longest"}));
  const auto count = [&](const char* key, std::uint64_t usual, std::uint64_t least) {
    return static_cast<unsigned>(parameters.count(key, usual, least, 1000000));
  };
  c.rate = count("rate", c.rate, 2);
  c.drop = count("drop", c.drop, 0);
  c.phase = static_cast<unsigned>(parameters.count("phase", c.phase, 0, c.rate - 1));
  c.cells = count("cells", c.cells, 8);
  c.burst = count("burst", c.burst, 1);
  return c;
}

Choked choke(const Choking& choking) {
  Memory memory(choking);
  double held = 0;
  for (std::uint64_t n = 0; n < choking.burst; ++n) {
    const bool all_in = memory.refused() == 0;
    memory.take();
    if (all_in) held = memory.held() / choking.cells;
  }
  return {held, memory.lost()};
}

}  // namespace slots
