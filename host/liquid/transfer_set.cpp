// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/transfer_set.h"

#include <algorithm>

namespace xb {

unsigned TransferSet::add_link(std::string name, unsigned capacity, LinkKind kind) {
  names_.push_back(std::move(name));
  kinds_.push_back(kind);
  capacity_.push_back(capacity);
  load_.push_back(0);
  unit_capacity_ = unit_capacity_ && capacity == 1;
  return links() - 1;
}

unsigned TransferSet::add(Transfer transfer, const std::vector<unsigned>& links) {
  transfers_.push_back(transfer);
  path_.insert(path_.end(), links.begin(), links.end());
  first_.push_back(static_cast<std::uint32_t>(path_.size()));
  for (const unsigned link : links) ++load_[link];
  return size() - 1;
}

unsigned TransferSet::duration() const {
  unsigned most = 0;
  for (unsigned link = 0; link < links(); ++link) most = std::max(most, steps(link));
  return most;
}

std::vector<unsigned> TransferSet::bottlenecks() const {
  std::vector<unsigned> of;
  const unsigned most = duration();
  for (unsigned link = 0; link < links(); ++link) {
    if (most != 0 && steps(link) == most) of.push_back(link);
  }
  return of;
}

double TransferSet::liquid_throughput() const {
  return size() == 0 ? 0.0 : static_cast<double>(size()) / duration();
}

}  // namespace xb
