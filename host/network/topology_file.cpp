// SPDX-License-Identifier: Apache-2.0
#include "host/network/topology_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/nearest_word.h"
#include "host/base/text_file.h"
#include "host/base/toml_place.h"
#include "host/network/topology_registry.h"
#include "host/wires/port_set.h"

namespace xb {
namespace {

constexpr unsigned kMostSwitches = 4096;
constexpr unsigned kLongestPeriod = 1000;
constexpr std::int64_t kLongestLatency = 1000000;
constexpr std::int64_t kMostHost = 65535;

struct RoutingName {
  const char* name;
  Routing routing;
};
constexpr RoutingName kRoutings[] = {{"up-down", Routing::UpDown},
                                     {"shortest", Routing::Shortest},
                                     {"shortest-adaptive", Routing::ShortestAdaptive},
                                     {"given", Routing::Given}};

/// Reads one file.
class Reader {
 public:
  Reader(std::string file, const SwitchKeyCheck& check) : file_(std::move(file)), check_(check) {
    topology_.name = file_;
  }

  Topology read(const std::string& text) {
    const SourceText source(file_, text);
    const toml::table table = parse_toml(source, text);
    for (const auto& [name, node] : table) {
      errors_.collect([&, &key = name, &value = node] { read_entry(key, value); });
    }
    each(table, "switch", [&](const toml::table& entry) { read_switch(entry); });
    each(table, "link", [&](const toml::table& entry) { read_link(entry); });
    each(table, "route", [&](const toml::table& entry) { read_route(entry); });
    if (!topology_.routes.empty() && topology_.routing != Routing::Given)
      errors_.add(message(*table.get("route"),
                          "route: not allowed; allowed: with routing given, or to a host, key host"));
    errors_.throw_if_any(source);
    return std::move(topology_);
  }

 private:
  template <class Place>
  [[nodiscard]] std::string message(const Place& place, const std::string& what) const {
    return toml_place(file_, place) + ": " + what;
  }
  template <class Place>
  [[noreturn]] void fail(const Place& place, const std::string& what) const {
    throw InputError(message(place, what));
  }
  [[noreturn]] void refuse_unknown(const toml::key& key, const std::vector<std::string>& known) const {
    const std::string name(key.str()), nearest = nearest_word(name, known);
    fail(key, fmt::format("unknown key '{}'; allowed: {}{}", name,
                          nearest.empty() ? "" : fmt::format("'{}', the nearest; of ", nearest),
                          fmt::join(known, " ")));
  }
  [[nodiscard]] static unsigned line(const toml::node& node) {
    return static_cast<unsigned>(node.source().begin.line);
  }

  void read_entry(const toml::key& name, const toml::node& node) {
    const std::string key(name.str());
    if (key == "title")
      topology_.title = text(key, node);
    else if (key == "routing")
      read_routing(node);
    else if (key != "switch" && key != "link" && key != "route")
      refuse_unknown(name, {"title", "routing", "[[switch]]", "[[link]]", "[[route]]"});
  }

  template <class Read>
  void each(const toml::table& table, const char* key, Read&& read) {
    const auto* node = table.get(key);
    if (node == nullptr) return;
    const auto* list = node->as_array();
    const std::string refused = fmt::format("{0}: not allowed; allowed: [[{0}]]", key);
    if (list == nullptr) return errors_.add(message(*node, refused));
    for (const auto& element : *list) {
      if (!element.is_table()) {
        errors_.add(message(element, refused));
      } else {
        errors_.collect([&] { read(*element.as_table()); });
      }
    }
  }

  std::string text(const std::string& key, const toml::node& node) const {
    const auto value = node.value_exact<std::string>();
    if (!value || value->empty()) fail(node, fmt::format("{}: not allowed; allowed: a text", key));
    return *value;
  }
  std::int64_t whole(const std::string& key, const toml::node& node, std::int64_t low,
                     std::int64_t high) const {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < low || *value > high) {
      fail(node, fmt::format("{}: {} is not allowed; allowed: {}..{}", key,
                             value ? fmt::format("'{}'", *value) : "this", low, high));
    }
    return *value;
  }
  /// Beats a cycle: 1/n.
  unsigned period(const std::string& key, const toml::node& node) const {
    const auto rate = node.value<double>();
    const double cycles = rate && *rate > 0 ? 1 / *rate : 0;
    if (cycles < 1 || cycles > kLongestPeriod || std::abs(cycles - std::round(cycles)) > 1e-6 * cycles) {
      fail(node, fmt::format("{}: {} is not allowed; allowed: 1, 1/2, 1/3 .. 1/{} beats a cycle", key,
                             rate ? fmt::format("'{}'", *rate) : "this", kLongestPeriod));
    }
    return static_cast<unsigned>(std::lround(cycles));
  }
  unsigned find(const std::string& key, const toml::node& node) const {
    const auto found = by_name_.find(text(key, node));
    if (found == by_name_.end()) {
      fail(node, fmt::format("{}: '{}' is not allowed; allowed: the name of a switch", key, text(key, node)));
    }
    return found->second;
  }
  const toml::node& need(const toml::table& entry, const char* key) const {
    const auto* node = entry.get(key);
    if (node == nullptr) fail(entry, fmt::format("{0}: missing; allowed: {0} = ...", key));
    return *node;
  }

  void read_routing(const toml::node& node) {
    const std::string given = text("routing", node);
    std::string allowed;
    for (const auto& known : kRoutings) {
      allowed += std::string(" ") + known.name;
      if (given == known.name) {
        topology_.routing = known.routing;
        return;
      }
    }
    fail(node, fmt::format("routing: '{}' is not allowed; allowed:{}", given, allowed));
  }

  void read_switch(const toml::table& entry) {
    Topology::Switch added;
    added.name = text("name", need(entry, "name"));
    added.line = line(entry);
    for (const auto& [name, node] : entry) {
      errors_.collect([&, &key = name, &value = node] { read_switch_entry(added, key, value); });
    }
    if (!by_name_.emplace(added.name, topology_.switches.size()).second)
      fail(need(entry, "name"),
           fmt::format("name: '{}' is not allowed; allowed: a name of its own", added.name));
    if (topology_.switches.size() == kMostSwitches)
      fail(entry, fmt::format("switch: too many; allowed: at most {}", kMostSwitches));
    topology_.switches.push_back(std::move(added));
  }

  void read_switch_entry(Topology::Switch& added, const toml::key& name, const toml::node& node) const {
    const std::string key(name.str());
    if (key == "hosts")
      added.hosts = static_cast<unsigned>(whole(key, node, 0, kMaxPorts));
    else if (key == "host-latency")
      added.host_cable.latency_cycles = latency(key, node);
    else if (key == "host-rate")
      added.host_cable.period_cycles = period(key, node);
    else if (key != "name")
      read_key(added, key, node);
  }

  void read_key(Topology::Switch& added, const std::string& key, const toml::node& node) const {
    std::string value;
    if (const auto word = node.value_exact<std::string>())
      value = *word;
    else if (const auto number = node.value_exact<std::int64_t>())
      value = std::to_string(*number);
    else if (const auto real = node.value_exact<double>())
      value = fmt::format("{}", *real);
    else
      fail(node, fmt::format("{}: not allowed; allowed: a string or a number", key));
    check_(key, value, toml_place(file_, node));
    added.keys.emplace_back(key, value);
  }

  std::uint64_t latency(const std::string& key, const toml::node& node) const {
    return static_cast<std::uint64_t>(whole(key, node, 0, kLongestLatency));
  }

  void read_link(const toml::table& entry) {
    Topology::Cable cable{0, 0, {}, line(entry)};
    const auto* ends = need(entry, "between").as_array();
    if (ends == nullptr || ends->size() != 2)
      fail(need(entry, "between"), "between: not allowed; allowed: [\"NAME\", \"NAME\"]");
    errors_.collect([&] { cable.a = find("between", *ends->get(0)); });
    errors_.collect([&] { cable.b = find("between", *ends->get(1)); });
    std::int64_t cables = 1;
    const auto read_entry = [&](const toml::key& name, const toml::node& node) {
      const std::string key(name.str());
      if (key == "cables")
        cables = whole(key, node, 1, kMaxPorts);
      else if (key == "latency")
        cable.speed.latency_cycles = latency(key, node);
      else if (key == "rate")
        cable.speed.period_cycles = period(key, node);
      else if (key != "between")
        refuse_unknown(name, {"between", "cables", "latency", "rate"});
    };
    for (const auto& [name, node] : entry) {
      errors_.collect([&, &key = name, &value = node] { read_entry(key, value); });
    }
    topology_.cables.insert(topology_.cables.end(), static_cast<std::size_t>(cables), cable);
  }

  void read_route(const toml::table& entry) {
    const bool to_host = entry.contains("host");
    const std::vector<std::string> known =
        to_host ? std::vector<std::string>{"at", "host", "by", "cable", "descending"}
                : std::vector<std::string>{"at", "to", "by"};
    for (const auto& [name, node] : entry) {
      errors_.collect([&, &key = name] {
        if (std::find(known.begin(), known.end(), key.str()) == known.end()) refuse_unknown(key, known);
      });
    }
    Topology::Route route{0, 0, 0, line(entry)};
    Topology::HostRoute own{0, 0, 0, 0, false, line(entry)};
    const auto switch_of = [&](const char* key, unsigned& number) {
      errors_.collect([&] { number = find(key, need(entry, key)); });
    };
    switch_of("at", to_host ? own.at : route.at);
    switch_of("by", to_host ? own.by : route.by);
    if (!to_host) {
      switch_of("to", route.to);
      return topology_.routes.push_back(route);
    }
    errors_.collect(
        [&] { own.host = static_cast<unsigned>(whole("host", need(entry, "host"), 0, kMostHost)); });
    if (const auto* node = entry.get("cable"))
      errors_.collect([&] { own.cable = static_cast<unsigned>(whole("cable", *node, 0, kMaxPorts - 1)); });
    if (const auto* node = entry.get("descending")) {
      const auto value = node->value_exact<bool>();
      if (!value) errors_.add(message(*node, "descending: not allowed; allowed: true, false"));
      own.descending = value.value_or(false);
    }
    topology_.host_routes.push_back(own);
  }

  std::string file_;
  const SwitchKeyCheck& check_;
  Topology topology_;
  std::map<std::string, unsigned> by_name_;
  ErrorList errors_;
};

/// A rate as a number: 1/n.
std::string rate_text(unsigned period) { return period == 1 ? "1" : fmt::format("{:.12g}", 1.0 / period); }

}  // namespace

bool is_topology_file(const std::string& name) {
  return name.size() > 5 && name.substr(name.size() - 5) == ".toml";
}

Topology find_topology(const std::string& name, const SwitchKeyCheck& check) {
  if (!is_topology_file(name)) return make_topology(name);
  return Reader(name, check).read(read_text_file(name, "topology", "a file that can be read"));
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
  for (const auto& known : kRoutings) {
    if (known.routing == topology.routing) text += fmt::format("routing = \"{}\"\n", known.name);
  }
  for (const auto& s : topology.switches) {
    text += fmt::format("\n[[switch]]\nname = {}\nhosts = {}\n", quoted(s.name), s.hosts);
    if (s.host_cable.latency_cycles > 0)
      text += fmt::format("host-latency = {}\n", s.host_cable.latency_cycles);
    if (s.host_cable.period_cycles > 1)
      text += fmt::format("host-rate = {}\n", rate_text(s.host_cable.period_cycles));
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
