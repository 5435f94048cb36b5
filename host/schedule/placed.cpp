// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/placed.h"

#include <utility>

namespace xb {

Schedule placed(Schedule schedule, unsigned hosts, const HostList& list) {
  Schedule all;
  all.ranks.resize(hosts);
  for (unsigned rank = 0; rank < schedule.ranks.size(); ++rank) {
    RankProgram& program = schedule.ranks[rank];
    program.rename_peers([&](unsigned peer) { return list[peer]; });
    all.ranks[list[rank]] = std::move(program);
  }
  return all;
}

}  // namespace xb
