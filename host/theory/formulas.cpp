// SPDX-License-Identifier: Apache-2.0
#include "host/theory/formulas.h"

#include <vector>

namespace xb {
namespace {

/// P(A = k), A ~ Bin(n, p), k = 0..n.
std::vector<double> binomial(unsigned n, double p) {
  std::vector<double> law{1.0};
  for (unsigned trial = 0; trial < n; ++trial) {
    law.push_back(0);
    for (std::size_t k = law.size() - 1; k > 0; --k) law[k] = law[k] * (1 - p) + law[k - 1] * p;
    law[0] *= 1 - p;
  }
  return law;
}

/// P(A >= k) of the law of A.
class Tail {
 public:
  explicit Tail(const std::vector<double>& law) : at_least_(law.size() + 1) {
    for (std::size_t k = law.size(); k-- > 0;) at_least_[k] = at_least_[k + 1] + law[k];
  }
  double operator()(std::size_t k) const { return k < at_least_.size() ? at_least_[k] : 0.0; }
  /// E[A - k; A > k].
  [[nodiscard]] double beyond(std::size_t k) const {
    double sum = 0;
    for (std::size_t n = k + 1; n < at_least_.size(); ++n) sum += at_least_[n];
    return sum;
  }

 private:
  std::vector<double> at_least_;
};

}  // namespace

double output_queue_loss(unsigned ports, double load, unsigned cells) {
  const std::vector<double> arrive = binomial(ports, load / ports);
  const Tail tail(arrive);

  // Between levels n-1 and n as many go up as go down, and down is one way only: n -> n-1 without arrivals.
  // All terms are positive, so that nothing is lost to cancellation.
  std::vector<double> level{1.0};
  double sum = 1;
  for (unsigned n = 1; n <= cells; ++n) {
    double up = 0;
    for (unsigned i = 0; i < n; ++i) up += level[i] * tail(n - i + 1);
    level.push_back(up / arrive[0]);
    sum += level.back();
  }
  double lost = 0;  // cells in a slot
  for (unsigned i = 0; i <= cells; ++i) lost += level[i] * tail.beyond(cells - i + 1);
  return lost / sum / load;
}

double output_queue_loss_turns(unsigned ports, double load, unsigned cells) {
  // Levels are what the queue holds just before its output's turn, at most `places`: as above, but in a full
  // queue the cell written at that turn is lost, and the other inputs alone fill the place that comes free.
  const unsigned places = cells + 1;
  const std::vector<double> arrive = binomial(ports, load / ports);
  const std::vector<double> others = binomial(ports - 1, load / ports);
  const Tail tail(arrive);
  std::vector<double> level{1.0};
  double sum = 1;
  for (unsigned n = 1; n <= places; ++n) {
    double up = level[0] * tail(n);
    for (unsigned i = 1; i < n; ++i) up += level[i] * tail(n - i + 1);
    level.push_back(up / (n < places ? arrive[0] : others[0]));
    sum += level.back();
  }
  double lost = level[0] * tail.beyond(places) + level[places] * (load / ports + Tail(others).beyond(1));
  for (unsigned i = 1; i < places; ++i) lost += level[i] * tail.beyond(places - i + 1);
  return lost / sum / load;
}

}  // namespace xb
