// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/class_problem.h"

#include <algorithm>

namespace xb {

ClassProblem ClassProblem::divided(unsigned by) const {
  ClassProblem small = *this;
  for (std::uint32_t& count : small.count_) count /= by;
  for (std::uint64_t& load : small.load_) load /= by;
  small.items_ /= by;
  return small;
}

unsigned ClassProblem::duration() const {
  unsigned most = 0;
  for (unsigned link = 0; link < links(); ++link) most = std::max(most, steps(link));
  return most;
}

}  // namespace xb
