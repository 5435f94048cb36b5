// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/wait_watch.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/config/setup.h"
#include "host/fabric/fabric.h"

namespace xb {
namespace {

/// The outputs that packets from `input` may be waiting for: those that do not move.
std::vector<Channel> stuck_outputs(const Fabric& fabric, const Setup& setup, unsigned at, unsigned input) {
  const SwitchRun& run = fabric.run(at);
  const SwitchOutputs& out = run.outputs();
  const SwitchInputs& in = run.transmitter().wires();
  const bool waits = (in.s_tvalid & ~out.s_tready & bit(input)) != 0;
  // What a shared memory is full of holds up every input.
  const bool any = waits && setup.entry->shares(setup.config);
  std::vector<Channel> channels;
  for_each_port(out.m_tvalid & ~in.m_tready, [&](unsigned port) {
    bool taken = false;
    for (unsigned source = input; source < run.scoreboard().sources(); source += setup.config.ports)
      taken |= !run.scoreboard().flow(source, port).packets.empty();
    if (any || taken || (waits && in.s_tdest[input] == port)) channels.push_back({at, port});
  });
  return channels;
}

/// Where a channel leads to, if its far end takes nothing now.
std::optional<std::pair<unsigned, unsigned>> blocked_input(const Fabric& fabric, Channel channel) {
  const FabricLink* link = fabric.ports(channel.at).links().out_link(channel.port);
  const SwitchRun& run = fabric.run(channel.at);
  const PortMask stuck = run.outputs().m_tvalid & ~run.transmitter().wires().m_tready;
  if (link == nullptr || (stuck >> channel.port & 1U) == 0) return {};
  return std::pair{link->to, link->in_port};
}

/// Of packets of a class that pauses: outputs which may not begin one.
std::vector<Channel> paused_outputs(const Fabric& fabric, unsigned at, unsigned input, unsigned of_class) {
  const Scoreboard& inside = fabric.run(at).scoreboard();
  std::vector<Channel> channels;
  for_each_port(fabric.ports(at).links().paused(of_class), [&](unsigned port) {
    if (!inside.flow(inside.source_of(input, of_class), port).packets.empty()) channels.push_back({at, port});
  });
  return channels;
}

/// A cycle of channels that wait for each other; empty if there is none. `of_class`: of one that pauses.
class CycleSearch {
 public:
  CycleSearch(const Fabric& fabric, const ResolvedNetwork& setup, std::optional<unsigned> of_class = {})
      : fabric_(fabric), setup_(setup), of_class_(of_class) {}

  std::vector<Channel> find() {
    for (unsigned s = 0; s < fabric_.switches(); ++s) {
      const SwitchRun& run = fabric_.run(s);
      std::vector<Channel> found;
      const PortMask outputs = of_class_ ? paused(s) : run.outputs().m_tvalid;
      for_each_port(outputs, [&](unsigned port) {
        if (found.empty()) found = from({s, port});
      });
      if (!found.empty()) return found;
    }
    return {};
  }

 private:
  [[nodiscard]] PortMask paused(unsigned at) const { return fabric_.ports(at).links().paused(*of_class_); }
  /// Where a channel leads to that waits.
  [[nodiscard]] std::optional<std::pair<unsigned, unsigned>> behind(Channel channel) const {
    if (!of_class_) return blocked_input(fabric_, channel);
    const FabricLink& link = *fabric_.ports(channel.at).links().out_link(channel.port);
    return std::pair{link.to, link.in_port};
  }
  [[nodiscard]] std::vector<Channel> next(unsigned at, unsigned input) const {
    return of_class_ ? paused_outputs(fabric_, at, input, *of_class_)
                     : stuck_outputs(fabric_, setup_.switches[at], at, input);
  }
  std::vector<Channel> from(Channel channel) {
    const auto on_path = std::find(path_.begin(), path_.end(), channel);
    if (on_path != path_.end()) return {on_path, path_.end()};
    if (seen_[channel]) return {};
    seen_[channel] = true;
    const auto input = behind(channel);
    if (!input) return {};
    path_.push_back(channel);
    for (const Channel further : next(input->first, input->second)) {
      auto found = from(further);
      if (!found.empty()) return found;
    }
    path_.pop_back();
    return {};
  }

  const Fabric& fabric_;
  const ResolvedNetwork& setup_;
  std::optional<unsigned> of_class_;
  std::vector<Channel> path_;
  std::map<Channel, bool> seen_;
};

/// `of_class`: that pauses, if any does.
std::string cycle_lines(const Fabric& fabric, const ResolvedNetwork& setup, const std::vector<Channel>& cycle,
                        const std::string& begin, unsigned of_class) {
  std::string lines;
  for (std::size_t n = 0; n < cycle.size(); ++n) {
    const PortMask outputs = fabric.ports(cycle[n].at).links().paused(of_class);
    lines +=
        fmt::format("  {:{}} {}{} waits for {}\n", n == 0 ? begin : "", begin.size(),
                    channel_name(setup, cycle[n]), (outputs >> cycle[n].port & 1U) != 0 ? ", paused," : "",
                    channel_name(setup, cycle[(n + 1) % cycle.size()]));
  }
  return lines;
}

}  // namespace

std::string channel_name(const ResolvedNetwork& setup, Channel channel) {
  return fmt::format("{} -> {}", setup.topology.switches[channel.at].name,
                     end_name(setup.topology, setup.wiring.end(channel.at, channel.port)));
}

std::optional<Channel> held_up_by(const Fabric& fabric, unsigned at, unsigned input) {
  const SwitchRun& run = fabric.run(at);
  const SwitchOutputs& out = run.outputs();
  const SwitchInputs& in = run.transmitter().wires();
  if ((run.transmitter().busy() & ~out.s_tready & bit(input)) == 0) return {};
  if ((out.blocked & bit(input)) != 0) return Channel{at, out.blocked_by[input]};
  if ((out.pool & bit(input)) != 0) return Channel{at, out.pool_by[input]};
  return Channel{at, in.s_tdest[input]};
}

std::optional<Channel> waits_for(const Fabric& fabric, Channel channel) {
  const auto input = blocked_input(fabric, channel);
  if (!input) return {};
  return held_up_by(fabric, input->first, input->second);
}

std::string class_deadlock(const Fabric& fabric, const ResolvedNetwork& setup, unsigned of_class) {
  return cycle_lines(fabric, setup, CycleSearch(fabric, setup, of_class).find(),
                     fmt::format("deadlock of class {}:", of_class), of_class);
}

std::string waiting_report(const Fabric& fabric, const ResolvedNetwork& setup) {
  std::string lines = cycle_lines(fabric, setup, CycleSearch(fabric, setup).find(), "deadlock:", 0);
  for (unsigned c = 0; c < fabric.class_trips().size(); ++c) lines += class_deadlock(fabric, setup, c);
  constexpr unsigned kMostSwitches = 8;
  unsigned told = 0;
  for (unsigned s = 0; s < fabric.switches(); ++s) {
    const std::string what = fabric.run(s).who_waits(fabric.work(s));
    if (what.empty()) continue;
    if (told++ == kMostSwitches) return lines + "  further switches wait\n";
    lines += fmt::format("  switch {}:\n{}", setup.topology.switches[s].name, what);
  }
  return lines;
}

void WaitWatch::open() {
  open_ = true;
  samples_ = 0;
  held_.clear();
}

void WaitWatch::sample(const Fabric& fabric) {
  if (!open_) return;
  ++samples_;
  Path path;
  for (unsigned s = 0; s < fabric.switches(); ++s) {
    const SwitchPorts& ports = fabric.ports(s);
    for_each_port(ports.host_ports() & fabric.run(s).transmitter().busy(), [&](unsigned port) {
      path.clear();
      for (auto channel = held_up_by(fabric, s, port);
           channel && std::find(path.begin(), path.end(), *channel) == path.end();
           channel = waits_for(fabric, *channel)) {
        path.push_back(*channel);
      }
      if (path.empty()) return;
      std::reverse(path.begin(), path.end());
      ++held_[path][ports.trips().rank(port)];
    });
  }
}

std::vector<WaitWatch::Node> WaitWatch::below(const Path& path) const {
  std::vector<Node> nodes;
  Path child = path;
  for (auto at = path.empty() ? held_.begin() : held_.lower_bound(path); at != held_.end(); ++at) {
    const Path& here = at->first;
    if (here.size() < path.size() || !std::equal(path.begin(), path.end(), here.begin())) break;
    if (here.size() == path.size()) continue;
    const Channel output = here[path.size()];
    if (nodes.empty() || !(nodes.back().output == output)) nodes.push_back({output});
    Node& node = nodes.back();
    for (const auto& [host, samples] : at->second) {
      node.hosts_held += static_cast<double>(samples) / static_cast<double>(samples_);
      if (here.size() == path.size() + 1) node.hosts.push_back(host);
    }
  }
  for (Node& node : nodes) {
    child.resize(path.size());
    child.push_back(node.output);
    node.through = below(child);
  }
  std::stable_sort(nodes.begin(), nodes.end(),
                   [](const Node& a, const Node& b) { return a.hosts_held > b.hosts_held; });
  return nodes;
}

}  // namespace xb
