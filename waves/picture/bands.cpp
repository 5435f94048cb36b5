// SPDX-License-Identifier: Apache-2.0
#include "waves/picture/bands.h"

#include <algorithm>

namespace xb {

std::vector<Band> bands(const RecordedWindow& window, const QueueContents& contents,
                        std::uint32_t most_beats) {
  std::vector<Band> all;
  for (unsigned q = 0; q < window.shape.queue_count; ++q) {
    std::vector<std::size_t> open, next;  // bands of the cycle before, and of this one
    for (std::size_t at = 0; at < window.cycles.size(); ++at) {
      // What the switch holds less is of packets that turn out to be discarded after the window.
      const std::uint32_t most = std::min(most_beats, window.cycles[at].occ_beats[q]);
      std::uint32_t below = 0;
      for (const auto& one : contents.queue(at, q)) {
        const std::uint32_t beats = std::min(one.beats, most - below);
        if (beats == 0) break;
        const auto goes_on = std::find_if(open.begin(), open.end(), [&](std::size_t b) {
          return all[b].packet == one.packet && all[b].below == below && all[b].beats == beats;
        });
        if (goes_on != open.end()) {
          all[*goes_on].cycles.last = at;
          next.push_back(*goes_on);
        } else {
          next.push_back(all.size());
          all.push_back({q, one.packet, below, beats, {at, at}});
        }
        below += beats;
      }
      open.swap(next);
      next.clear();
    }
  }
  return all;
}

}  // namespace xb
