// SPDX-License-Identifier: Apache-2.0
#include "bench/spread_fat_tree.h"

#include <vector>

namespace xb {
namespace {

/// Links of one kind, numbered together.
unsigned add_links(TransferSet& set, const char* name, unsigned links) {
  const unsigned first = set.links();
  for (unsigned n = 0; n < links; ++n) set.add_link(name);
  return first;
}

}  // namespace

TransferSet spread_fat_tree(unsigned ports) {
  const unsigned half = ports / 2;
  const unsigned edges = ports * half;
  const unsigned hosts = edges * half;
  TransferSet set;
  const unsigned from_host = add_links(set, "host -> edge", hosts);
  const unsigned to_host = add_links(set, "edge -> host", hosts);
  const unsigned edge_up = add_links(set, "edge -> aggregation", edges * half);
  const unsigned edge_down = add_links(set, "aggregation -> edge", edges * half);
  const unsigned core_up = add_links(set, "aggregation -> core", edges * half);
  const unsigned core_down = add_links(set, "core -> aggregation", edges * half);
  std::vector<unsigned> path;
  for (unsigned source = 0; source < hosts; ++source) {
    for (unsigned destination = 0; destination < hosts; ++destination) {
      const unsigned from = source / half;  // edge switches
      const unsigned to = destination / half;
      const unsigned up = destination % half;
      const unsigned core = to % half;
      path.assign(1, from_host + source);
      if (from != to) path.push_back(edge_up + from * half + up);
      if (from / half != to / half) {
        path.push_back(core_up + (from / half * half + up) * half + core);
        path.push_back(core_down + (to / half * half + up) * half + core);
      }
      if (from != to) path.push_back(edge_down + to * half + up);
      path.push_back(to_host + destination);
      set.add({static_cast<std::uint16_t>(source), static_cast<std::uint16_t>(destination)}, path);
    }
  }
  return set;
}

}  // namespace xb
