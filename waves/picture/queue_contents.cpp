// SPDX-License-Identifier: Apache-2.0
#include "waves/picture/queue_contents.h"

#include <algorithm>

#include "host/base/ranges.h"

namespace xb {

QueueContents::QueueContents(const TracedWindow& window, std::uint32_t most_beats) {
  find_discarded(window);
  PacketPlaces places = window.before;
  for (const PortCycle& c : window.cycles) {
    places.look(c);
    auto& now = cycles_.emplace_back(window.shape.queue_count);
    for (unsigned q = 0; q < window.shape.queue_count; ++q) {
      std::uint32_t beats = 0;
      const auto add = [&](const PacketPlaces::Resident& one) {
        if (one.beats == 0 || beats >= most_beats || is_discarded(one.packet)) return;
        now[q].push_back(one);
        beats += one.beats;
      };
      // A queue at an output gets its packets in the order of their turns, which the ports do not show; the
      // one that is on its way out is its head.
      const bool at_output = window.shape.queues == QueuePlace::Output && (c.m_tvalid & bit(q)) != 0;
      const auto leaves = [&](const auto& one) { return at_output && one.packet == c.out[q]; };
      const auto& residents = places.residents(q);
      const auto head = std::find_if(residents.begin(), residents.end(), leaves);
      if (head != residents.end()) add(*head);
      for (const auto& one : residents)
        if (!leaves(one)) add(one);
    }
    places.move(c);
  }
}

void QueueContents::find_discarded(const TracedWindow& window) {
  PacketPlaces places = window.before;
  std::vector<std::deque<PacketPlaces::Resident>> earlier(window.shape.queue_count);
  const auto compare = [&](const PortCycle* moved) {
    for (unsigned q = 0; q < window.shape.queue_count; ++q) {
      const auto& now = places.residents(q);
      // Packets are removed in their order: what is left of them is in it, too.
      auto next = now.begin();
      for (const auto& one : earlier[q]) {
        if (next != now.end() && next->packet == one.packet && next->since_cycle == one.since_cycle) {
          ++next;
          continue;
        }
        bool left = false;
        if (moved != nullptr) {
          for_each_port(moved->moved_out() & moved->m_tlast,
                        [&](unsigned port) { left |= moved->out[port] == one.packet; });
        }
        if (!left) discarded_.push_back(one.packet);
      }
      earlier[q] = now;
    }
  };
  for (unsigned q = 0; q < window.shape.queue_count; ++q) earlier[q] = places.residents(q);
  for (const PortCycle& c : window.cycles) {
    places.look(c);
    compare(nullptr);
    places.move(c);
    compare(&c);
  }
}

bool QueueContents::is_discarded(const PacketId& packet) const { return contains(discarded_, packet); }

std::vector<Band> bands(const TracedWindow& window, const QueueContents& contents, std::uint32_t most_beats) {
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
