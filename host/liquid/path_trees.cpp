// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/path_trees.h"

#include <algorithm>
#include <functional>
#include <map>

namespace xb {

PathTrees::PathTrees(const Topology& topology, const Wiring& wiring, const Routes& routes,
                     const std::vector<SizedTransfer>& transfers)
    : wiring_(wiring), routes_(routes), states_(std::size_t{wiring.switches()} * Routes::kPhases) {
  for (unsigned at = 0; at < wiring.switches(); ++at) {
    first_.push_back(static_cast<unsigned>(period_.size()));
    for (unsigned port = 0; port < wiring.ports(at); ++port) {
      const PortEnd& end = wiring.end(at, port);
      period_.push_back(end.host ? 1 : topology.cables[end.cable].speed.period_cycles);
    }
  }
  add_goals(transfers);
  std::vector<std::uint64_t> sent(wiring.hosts()), received(wiring.hosts());
  for (const SizedTransfer& t : transfers) {
    sent[t.hosts.source] += t.packets;
    received[t.hosts.destination] += t.packets;
  }
  for (unsigned host = 0; host < wiring.hosts(); ++host) {
    const std::uint64_t period = topology.switches[wiring.switch_of(host)].host_cable.period_cycles;
    busiest_host_ = std::max(busiest_host_, std::max(sent[host], received[host]) * period);
  }
  next_.assign(goals_.size() * states_, 0);
  for (std::size_t g = 0; g < goals_.size(); ++g) {
    const PathGoal& goal = goals_[g];
    for (const PathState s : goal.states)
      next_[place(g, s)] = static_cast<std::uint8_t>(routes.fixed_port(s.at, s.phase, goal.to, goal.host));
  }
  count_loads();
}

void PathTrees::add_goals(const std::vector<SizedTransfer>& transfers) {
  std::map<unsigned, std::map<unsigned, std::uint64_t>> packets;  // by host and source switch
  for (const SizedTransfer& t : transfers) {
    const unsigned from = wiring_.switch_of(t.hosts.source);
    if (from != wiring_.switch_of(t.hosts.destination)) packets[t.hosts.destination][from] += t.packets;
  }
  for (const auto& [host, sources] : packets) {
    PathGoal goal{host, wiring_.switch_of(host), {sources.begin(), sources.end()}};
    find_states(goal);
    goals_.push_back(std::move(goal));
  }
}

void PathTrees::find_states(PathGoal& goal) const {
  std::vector<bool> known(states_, false);
  // As deep as the network is wide: the routes have no loop.
  const std::function<void(PathState)> visit = [&](PathState s) {
    const std::size_t state = s.at * Routes::kPhases + s.phase;
    if (s.at == goal.to || known[state]) return;
    known[state] = true;
    for_each_port(ports(goal, s), [&](unsigned port) { visit(onward(s, port)); });
    goal.states.push_back(s);
  };
  for (const auto& [from, packets] : goal.sources) visit({from, 0});
}

void PathTrees::count_loads() {
  load_.assign(period_.size(), 0);
  flow_.assign(next_.size(), 0);
  for (unsigned g = 0; g < goals_.size(); ++g) {
    for (const auto& [from, packets] : goals_[g].sources)
      carry(g, {from, 0}, static_cast<std::int64_t>(packets));
  }
}

std::uint64_t PathTrees::carry(unsigned goal, PathState s, std::int64_t packets) {
  std::uint64_t most = 0;
  for (const unsigned to = goals_[goal].to; s.at != to;) {
    const unsigned port = next_[place(goal, s)];
    const unsigned c = channel(s.at, port);
    if (packets < 0) most = std::max(most, time(c));
    load_[c] += static_cast<std::uint64_t>(packets);
    if (packets > 0) most = std::max(most, time(c));
    flow_[place(goal, s)] += static_cast<std::uint32_t>(packets);
    s = onward(s, port);
  }
  return most;
}

std::uint64_t PathTrees::busiest() const {
  std::uint64_t most = 0;
  for (unsigned c = 0; c < channels(); ++c) most = std::max(most, time(c));
  return most;
}

void PathTrees::turn(unsigned goal, PathState s, unsigned port) {
  const auto packets = static_cast<std::int64_t>(flow(goal, s));
  if (packets > 0) carry(goal, s, -packets);
  next_[place(goal, s)] = static_cast<std::uint8_t>(port);
  if (packets > 0) carry(goal, s, packets);
}

bool PathTrees::turn_if_better(unsigned goal, PathState s, unsigned port) {
  const auto packets = static_cast<std::int64_t>(flow(goal, s));
  const unsigned old = next_[place(goal, s)];
  if (packets == 0 || old == port) return false;
  const std::uint64_t before = carry(goal, s, -packets);
  next_[place(goal, s)] = static_cast<std::uint8_t>(port);
  const std::uint64_t after = carry(goal, s, packets);
  if (after < before) return true;
  turn(goal, s, old);
  return false;
}

Routes PathTrees::routes() const {
  std::vector<std::uint8_t> paths;
  paths.reserve(states_ * wiring_.hosts());
  for (unsigned host = 0; host < wiring_.hosts(); ++host) {
    const unsigned to = wiring_.switch_of(host);
    for (unsigned at = 0; at < wiring_.switches(); ++at) {
      for (unsigned phase = 0; phase < Routes::kPhases; ++phase) {
        const bool leads_on = at != to && routes_.ports(at, phase, to) != 0;
        paths.push_back(leads_on ? static_cast<std::uint8_t>(routes_.fixed_port(at, phase, to, host)) : 0);
      }
    }
  }
  for (std::size_t g = 0; g < goals_.size(); ++g) {
    for (const PathState s : goals_[g].states) paths[place(goals_[g].host, s)] = next_[place(g, s)];
  }
  Routes chosen = routes_;
  chosen.set_paths(std::move(paths));
  chosen.adaptive = false;
  return chosen;
}

void PathTrees::set_choice(const std::vector<std::uint8_t>& choice) {
  next_ = choice;
  count_loads();
}

}  // namespace xb
