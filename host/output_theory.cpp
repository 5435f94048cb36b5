// SPDX-License-Identifier: Apache-2.0
#include "host/output_theory.h"

#include <algorithm>
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

}  // namespace

double output_queue_loss(unsigned ports, double load, unsigned cells) {
  const std::vector<double> arrive = binomial(ports, load / ports);
  std::vector<double> at_least(arrive.size() + 1);  // P(A >= k)
  for (std::size_t k = arrive.size(); k-- > 0;) at_least[k] = at_least[k + 1] + arrive[k];
  const auto tail = [&](std::size_t k) { return k < at_least.size() ? at_least[k] : 0.0; };

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
  for (unsigned i = 0; i <= cells; ++i) {
    for (std::size_t k = cells - i + 2; k < at_least.size(); ++k) lost += level[i] * at_least[k];
  }
  return lost / sum / load;
}

unsigned output_queue_cells(unsigned ports, double load, double loss) {
  unsigned cells = 0;
  while (output_queue_loss(ports, load, cells) > loss) ++cells;
  return cells;
}

}  // namespace xb
