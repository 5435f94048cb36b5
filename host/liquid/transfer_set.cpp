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

BitRows users_of_links(const TransferSet& transfers) {
  BitRows users(transfers.links(), transfers.size());
  for (unsigned t = 0; t < transfers.size(); ++t) {
    for (const unsigned link : transfers.path(t)) add_bit(users[link], t);
  }
  return users;
}

BitRows congestion(const TransferSet& transfers, const BitRows& users) {
  BitRows with(transfers.size(), transfers.size());
  for (unsigned t = 0; t < transfers.size(); ++t) {
    for (const unsigned link : transfers.path(t)) {
      if (transfers.capacity(link) != 1) continue;
      for (unsigned w = 0; w < with.words(); ++w) with[t][w] |= users[link][w];
    }
    remove_bit(with[t], t);
  }
  return with;
}

}  // namespace xb
