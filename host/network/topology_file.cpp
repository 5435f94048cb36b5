// SPDX-License-Identifier: Apache-2.0
#include "host/network/topology_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "host/base/errors.h"
#include "host/base/table_reader.h"
#include "host/base/text_file.h"
#include "host/link/host_list.h"
#include "host/network/topology_registry.h"
#include "host/wires/port_set.h"

namespace xb {
namespace {

constexpr unsigned kMostSwitches = 4096;
constexpr unsigned kLongestPeriod = 1000;
constexpr std::int64_t kLongestLatency = 1000000;
constexpr std::int64_t kMostHost = 65535;
constexpr const char* kSwitchName = "the name of a switch";
constexpr const char* kRanks = "hosts such as 0,4,8..11, each once";

const std::vector<std::pair<std::string, Routing>> kRoutings{{"up-down", Routing::UpDown},
                                                             {"shortest", Routing::Shortest},
                                                             {"shortest-adaptive", Routing::ShortestAdaptive},
                                                             {"dimension-order", Routing::DimensionOrder},
                                                             {"given", Routing::Given}};

/// A rate of 1/n beats a cycle, as n.
TomlKind period_to(unsigned& cycles) {
  const auto read = [&cycles](const TomlValue& value) {
    const double period = 1 / value.number(1.0 / kLongestPeriod, 1);
    if (std::abs(period - std::round(period)) > 1e-6 * period) value.refuse();
    cycles = static_cast<unsigned>(std::lround(period));
  };
  return {fmt::format("1, 1/2, 1/3 .. 1/{} beats a cycle", kLongestPeriod), read};
}

TomlKind coordinates_to(std::vector<unsigned>& coordinates) {
  const auto read_one = [&coordinates](const TomlValue& value) {
    coordinates.push_back(static_cast<unsigned>(value.whole(0, kMostSwitches - 1)));
  };
  return {fmt::format("a list of numbers, 0..{}", kMostSwitches - 1),
          [read_one](const TomlValue& value) { value.each(read_one); }};
}

TomlKind ranks_to(std::optional<Topology::Ranks>& ranks) {
  const auto read = [&ranks](const TomlValue& value) {
    const auto hosts = parse_ranks(value.text());
    if (!hosts) value.refuse();
    ranks = {value.text(), *hosts};
  };
  return {kRanks, read};
}

/// Reads one file.
class Reader {
 public:
  Reader(const std::string& file, const std::string& text, const SwitchKeyCheck& check)
      : reader_(file, text), check_(check) {
    topology_.name = file;
  }

  Topology read() {
    reader_.read({{"title", text_to(topology_.title)},
                  {"routing", choice_to(topology_.routing, kRoutings)},
                  {"ranks", with_place(ranks_place_, ranks_to(topology_.ranks))},
                  {"switch", tables_of([this](const TomlValue& value) { read_switch(value); })},
                  {"link", tables_of([this](const TomlValue& value) { read_link(value); })},
                  {"route", tables_of([this](const TomlValue& value) { read_route(value); })}});
    reader_.throw_if_any();
    check_ranks();
    return std::move(topology_);
  }

 private:
  void check_ranks() {
    unsigned hosts = 0;
    for (const Topology::Switch& one : topology_.switches) hosts += one.hosts;
    for (unsigned rank = 0; topology_.ranks && rank < topology_.ranks->hosts.size(); ++rank) {
      if (topology_.ranks->hosts[rank] < hosts) continue;
      reader_.errors.add(fmt::format("{}: ranks: '{}' is not allowed; allowed: {}, of the hosts 0..{}",
                                     ranks_place_, topology_.ranks->text, kRanks,
                                     hosts == 0 ? 0 : hosts - 1));
      break;
    }
    reader_.throw_if_any();
  }
  [[nodiscard]] unsigned switch_named(const TomlValue& value) const {
    const auto found = by_name_.find(value.text());
    if (found == by_name_.end()) value.refuse_for(kSwitchName);
    return found->second;
  }
  TomlKind switch_to(unsigned& number) const {
    return {kSwitchName, [this, &number](const TomlValue& value) { number = switch_named(value); }};
  }
  TomlKind ends_to(Topology::Cable& cable) const {
    const auto read = [this, &cable](const TomlValue& value) {
      const auto* ends = value.node.as_array();
      if (ends == nullptr || ends->size() != 2) value.refuse();
      unsigned* end = &cable.a;
      value.each([&](const TomlValue& name) { *std::exchange(end, &cable.b) = switch_named(name); });
    };
    return {"[\"NAME\", \"NAME\"]", read};
  }

  void read_switch(const TomlValue& value) {
    Topology::Switch added;
    added.line = value.line();
    const auto read_own = [&](const TomlValue& name) {
      added.name = name.text();
      const auto is_control = [](unsigned char c) { return c < ' '; };
      if (std::any_of(added.name.begin(), added.name.end(), is_control))
        name.refuse_for("a name of its own, without line breaks and the like");
      if (!by_name_.emplace(added.name, topology_.switches.size()).second) name.refuse();
    };
    const auto read_key = [&](const TomlValue& key) {
      added.keys.emplace_back(key.name, key.scalar());
      check_(key.name, added.keys.back().second, key.place());
    };
    const OtherKeys of_run{{"a text or a number", read_key}};
    value.read_table({{"name", {"a name of its own", read_own}, kNeeded},
                      {"hosts", whole_to(added.hosts, 0, kMaxPorts)},
                      {"coordinates", coordinates_to(added.coordinates)},
                      {"host-latency", whole_to(added.host_cable.latency_cycles, 0, kLongestLatency)},
                      {"host-rate", period_to(added.host_cable.period_cycles)}},
                     &of_run);
    if (topology_.switches.size() == kMostSwitches)
      value.fail(fmt::format("too many; allowed: at most {}", kMostSwitches));
    topology_.switches.push_back(std::move(added));
  }

  void read_link(const TomlValue& value) {
    Topology::Cable cable{0, 0, {}, value.line()};
    std::size_t cables = 1;
    value.read_table({{"between", ends_to(cable), kNeeded},
                      {"cables", whole_to(cables, 1, kMaxPorts)},
                      {"latency", whole_to(cable.speed.latency_cycles, 0, kLongestLatency)},
                      {"rate", period_to(cable.speed.period_cycles)}});
    topology_.cables.insert(topology_.cables.end(), cables, cable);
  }

  void read_route(const TomlValue& value) {
    Topology::HostRoute route{0, 0, 0, 0, false, value.line()};
    unsigned to = 0;
    const TomlKey at{"at", switch_to(route.at), kNeeded}, by{"by", switch_to(route.by), kNeeded};
    if (!value.node.as_table()->contains("host")) {
      value.read_table({at, {"to", switch_to(to), kNeeded}, by});
      if (topology_.routing != Routing::Given)
        value.fail("not allowed; allowed: with routing given, or to a host, key host");
      return topology_.routes.push_back({route.at, to, route.by, route.line});
    }
    value.read_table({at,
                      {"host", whole_to(route.host, 0, kMostHost)},
                      by,
                      {"cable", whole_to(route.cable, 0, kMaxPorts - 1)},
                      {"descending", truth_to(route.descending)}});
    topology_.host_routes.push_back(route);
  }

  TableReader reader_;
  const SwitchKeyCheck& check_;
  Topology topology_;
  std::string ranks_place_;
  std::map<std::string, unsigned> by_name_;
};

/// A rate as a number: 1/n.
std::string rate_text(unsigned period) { return period == 1 ? "1" : fmt::format("{:.12g}", 1.0 / period); }

}  // namespace

Topology read_topology(const std::string& path, const SwitchKeyCheck& check) {
  return Reader(path, read_text_file(path, "topology", "a file that can be read"), check).read();
}

std::string topology_to_toml(const Topology& topology) {
  const auto quoted = [](const std::string& word) {
    std::ostringstream text;
    text << toml::value(word);
    return text.str();
  };
  const auto name = [&](unsigned s) { return quoted(topology.switches[s].name); };
  std::string text;
  if (!topology.title.empty()) text += fmt::format("title = {}\n", quoted(topology.title));
  for (const auto& [word, routing] : kRoutings) {
    if (routing == topology.routing) text += fmt::format("routing = \"{}\"\n", word);
  }
  if (topology.ranks) text += fmt::format("ranks = \"{}\"\n", topology.ranks->text);
  for (const auto& s : topology.switches) {
    text += fmt::format("\n[[switch]]\nname = {}\nhosts = {}\n", quoted(s.name), s.hosts);
    if (s.host_cable.latency_cycles > 0)
      text += fmt::format("host-latency = {}\n", s.host_cable.latency_cycles);
    if (s.host_cable.period_cycles > 1)
      text += fmt::format("host-rate = {}\n", rate_text(s.host_cable.period_cycles));
    if (!s.coordinates.empty()) text += fmt::format("coordinates = [{}]\n", fmt::join(s.coordinates, ", "));
    for (const auto& [key, value] : s.keys) text += fmt::format("{} = {}\n", key, quoted(value));
  }
  for (const auto& cable : topology.cables) {
    text += fmt::format("\n[[link]]\nbetween = [{}, {}]\n", name(cable.a), name(cable.b));
    if (cable.speed.latency_cycles > 0) text += fmt::format("latency = {}\n", cable.speed.latency_cycles);
    if (cable.speed.period_cycles > 1)
      text += fmt::format("rate = {}\n", rate_text(cable.speed.period_cycles));
  }
  for (const auto& route : topology.routes)
    text += fmt::format("\n[[route]]\nat = {}\nto = {}\nby = {}\n", name(route.at), name(route.to),
                        name(route.by));
  for (const auto& route : topology.host_routes) {
    text +=
        fmt::format("\n[[route]]\nat = {}\nhost = {}\nby = {}\n", name(route.at), route.host, name(route.by));
    if (route.cable > 0) text += fmt::format("cable = {}\n", route.cable);
    if (route.descending) text += "descending = true\n";
  }
  return text;
}

}  // namespace xb
