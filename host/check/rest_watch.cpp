// SPDX-License-Identifier: Apache-2.0
#include "host/check/rest_watch.h"

#include <algorithm>
#include <numeric>

namespace xb {
namespace {

template <class T>
bool equal(const std::vector<T>& before, const T* shown) {
  return std::equal(before.begin(), before.end(), shown);
}

template <class T>
void copy(const T* shown, std::vector<T>& values) {
  std::copy_n(shown, values.size(), values.begin());
}

/// Words wait for further packets for two ticks, of less than 8 ports^2 cycles each, and then leave one a
/// turn. Where ports are fewer than four, four may take turns.
std::uint64_t waiting_cycles(std::uint64_t ports) {
  const std::uint64_t turns = std::max<std::uint64_t>(ports, 4);
  return 18 * turns * turns;
}

}  // namespace

RestWatch::RestWatch(unsigned ports, unsigned queues, std::uint32_t route_delay, bool words_wait)
    : ports_(ports),
      route_delay_(route_delay),
      turns_cycles_(words_wait ? waiting_cycles(ports) : 4 * ports_ * ports_),
      occupancy_(queues),
      blocked_by_(ports),
      pool_by_(ports),
      victims_(ports) {}

RestWatch::Masks RestWatch::masks(const SwitchInputs& in, const SwitchOutputs& out) {
  return {in.s_tvalid, in.m_tready, out.s_tready,      out.m_tvalid, out.blocked, out.blocked_backpressure,
          out.hol,     out.pool,    out.idle_with_work};
}

bool RestWatch::shows_the_same(const SwitchInputs& in, const SwitchOutputs& out) const {
  return masks(in, out) == masks_ && equal(occupancy_, out.occ_beats) &&
         (out.hol == 0 || (equal(blocked_by_, out.blocked_by) && equal(victims_, out.hol_victims))) &&
         (out.pool == 0 || equal(pool_by_, out.pool_by));
}

void RestWatch::look(const SwitchInputs& in, const SwitchOutputs& out) {
  if (still_cycles_ > kLooks && shows_the_same(in, out)) return;
  still_cycles_ = kLooks;
  masks_ = masks(in, out);
  copy(out.occ_beats, occupancy_);
  copy(out.blocked_by, blocked_by_);
  copy(out.hol_victims, victims_);
  copy(out.pool_by, pool_by_);
  // What is inside moves on through two memories, at a beat a cycle, or, where ports take turns, at a packet
  // a turn; and routes are looked up.
  const auto beats = std::accumulate(occupancy_.begin(), occupancy_.end(), std::uint64_t{0});
  settle_cycles_ = kPipelineCycles + 4 * ports_;
  if (beats > 0) settle_cycles_ += 2 * beats + turns_cycles_ + route_delay_;
}

}  // namespace xb
