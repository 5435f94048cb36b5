// SPDX-License-Identifier: Apache-2.0
#include "host/network/topology_file.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "host/base/errors.h"
#include "host/network/route_check.h"
#include "host/network/topology_registry.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

void any_key(const std::string& /*key*/, const std::string& /*value*/, const std::string& /*place*/) {}

Topology topology_of(const std::string& text) { return read_topology(ScratchFile(text).name(), any_key); }

std::string topology_refusal(const std::string& text) {
  return message_of<InputError>([&] { topology_of(text); });
}

constexpr const char* kTwo = "[[switch]]\nname = \"a\"\nhosts = 2\n[[switch]]\nname = \"b\"\nhosts = 3\n";

}  // namespace

TEST_CASE("a topology's file has switches, links and how packets go", "[host][network]") {
  const Topology t = topology_of(
      "title = \"mine\"\nrouting = \"shortest\"\n"
      "[[switch]]\nname = \"a\"\nhosts = 2\nhost-latency = 7\nhost-rate = 0.1\nswitch = \"voq\"\ndepth = 64\n"
      "[[switch]]\nname = \"b\"\n"
      "[[link]]\nbetween = [\"a\", \"b\"]\ncables = 2\nlatency = 3\nrate = 0.5\n");
  CHECK(t.title == "mine");
  CHECK(t.routing == Routing::Shortest);
  REQUIRE(t.switches.size() == 2);
  CHECK(t.switches[0].hosts == 2);
  CHECK(t.switches[0].host_cable.latency_cycles == 7);
  CHECK(t.switches[0].host_cable.period_cycles == 10);
  CHECK(t.switches[0].keys ==
        std::vector<std::pair<std::string, std::string>>{{"depth", "64"}, {"switch", "voq"}});
  CHECK(t.switches[1].hosts == 0);
  REQUIRE(t.cables.size() == 2);
  CHECK(t.cables[1].a == 0);
  CHECK(t.cables[1].b == 1);
  CHECK(t.cables[1].speed.latency_cycles == 3);
  CHECK(t.cables[1].speed.period_cycles == 2);
  CHECK(t.cables[1].line == 12);
}

TEST_CASE("what is written as TOML is read back the same", "[host][network]") {
  for (const char* name :
       {"one-switch(4)", "two-switches(3,5)", "hierarchy(4,4,10)", "k-ring", "irregular(10,128,3)",
        "fat-tree(4)", "torus(3,3,2)", "mesh(2,3)", "leaf-spine(3,2,4)", "rail(2,4)"}) {
    CAPTURE(name);
    const std::string text = topology_to_toml(make_topology(name));
    CHECK(topology_to_toml(topology_of(text)) == text);
  }
  Topology odd = make_topology("two-switches(1,1)");
  odd.title = "quo\"te, line\nbreak";
  odd.switches[0].keys = {{"depth", "64"}};
  odd.cables[0].speed = {5, 3};
  odd.routing = Routing::ShortestAdaptive;
  const std::string text = topology_to_toml(odd);
  CHECK(topology_to_toml(topology_of(text)) == text);
}

TEST_CASE("a given table goes where it says, else by shortest paths", "[host][network]") {
  const Topology ring = make_topology("k-ring");
  const Wiring wiring(ring);
  const Routes routes = routes_of(ring, wiring);
  CHECK(route_fault(ring, wiring, routes).empty());
  for_each_port(routes.ports(0, 0, 4), [&](unsigned port) { CHECK(wiring.end(0, port).index == 1); });
  for_each_port(routes.ports(6, 0, 0), [&](unsigned port) { CHECK(wiring.end(6, port).index == 3); });
  CHECK(port_count(routes.ports(0, 0, 3)) == 1);
  Topology wrong = ring;
  wrong.routes.push_back({0, 4, 2, 9});
  CHECK(mentions(message_of<InputError>([&] { routes_of(wrong, wiring); }),
                 {"k-ring:9", "s0", "s2", "neighbours"}));
}

TEST_CASE("a path to a host goes where it says, and nothing adapts", "[host][network]") {
  const std::string links =
      "[[link]]\nbetween = [\"a\", \"b\"]\ncables = 2\n[[switch]]\nname = \"c\"\n"
      "[[link]]\nbetween = [\"a\", \"c\"]\n";
  const std::string net = kTwo + links;
  const auto route = [](const std::string& rest) { return "[[route]]\nat = \"a\"\n" + rest; };
  const Topology t = topology_of(net + route("host = 3\nby = \"b\"\ncable = 1\n"));
  CHECK(topology_to_toml(topology_of(topology_to_toml(t))) == topology_to_toml(t));
  const Wiring wiring(t);
  const Routes routes = routes_of(t, wiring);
  CHECK_FALSE(routes.adaptive);
  CHECK(route_fault(t, wiring, routes).empty());
  // The two cables are ports 2 and 3 of switch a; hosts 2, 3 and 4 are at switch b.
  CHECK(routes.ports(0, 0, 1) == (bit(2) | bit(3)));
  const unsigned others = routes_of(topology_of(net), Wiring(topology_of(net))).fixed_port(0, 0, 1, 2);
  CHECK(routes.fixed_port(0, 0, 1, 3) == 3);
  CHECK(routes.fixed_port(0, 0, 1, 2) == others);
  const Topology other = topology_of(net + route("host = 3\nby = \"b\"\ncable = 0\n"));
  CHECK(routes_of(other, wiring).fixed_port(0, 0, 1, 3) == 2);

  const auto refusal = [&](const std::string& rest, const std::string& first = "") {
    return message_of<InputError>([&] {
      const Topology wrong = topology_of(first + net + route(rest));
      routes_of(wrong, Wiring(wrong));
    });
  };
  CHECK(mentions(refusal("host = 9\nby = \"b\"\n"), {"some.toml:", "route: host '9'", "0..4"}));
  CHECK(mentions(refusal("host = 1\nby = \"b\"\n"), {"host 1 is at switch a itself"}));
  CHECK(mentions(refusal("host = 3\nby = \"b\"\ncable = 2\n"), {"cable 2 from switch a to switch b"}));
  CHECK(mentions(refusal("host = 3\nby = \"c\"\n"), {"cable 0 from switch a to switch c", "the routing"}));
  CHECK(mentions(refusal("host = 3\nby = \"b\"\ndescending = true\n", "routing = \"shortest\"\n"),
                 {"descending", "up-down"}));
  CHECK(mentions(refusal("host = 3\nby = \"b\"\nto = \"b\"\n"), {"unknown key 'route.to'", "cable"}));
  CHECK(mentions(refusal("host = 3\n"), {"route.by: missing"}));
}

TEST_CASE("what is wrong in a topology's file is named with its line", "[host][network]") {
  const std::string two = kTwo;
  CHECK(mentions(topology_refusal("colour = 1\n"),
                 {".toml:1:1: unknown key 'colour'; allowed: title routing ranks switch"}));
  CHECK(mentions(topology_refusal("routing = \"north\"\n"), {":1:11: routing: 'north'", "up-down shortest"}));
  CHECK(mentions(topology_refusal("[[switch]]\nhosts = 2\n"), {":1:1: switch.name: missing"}));
  CHECK(mentions(
      topology_refusal("[[switch]]\nname = \"a\\nb\"\n"),
      {":2:8: switch.name: 'a\nb' is not allowed; allowed: a name of its own, without line breaks"}));
  CHECK(mentions(topology_refusal("[[switch]]\nname = \"a\"\nhosts = \"2\"\n"),
                 {":3:9: switch.hosts: '2' is not allowed; allowed: 0..64, without quotes"}));
  CHECK(mentions(topology_refusal("ranks = \"0,4\"\n[[switch]]\nname = \"a\"\nhosts = 4\n"),
                 {":1:9: ranks: '0,4' is not allowed", "of the hosts 0..3"}));
  CHECK(
      mentions(topology_refusal("switch = 3\n"), {":1:10: switch: '3' is not allowed; allowed: [[switch]]"}));
  CHECK(mentions(topology_refusal(two + "[[switch]]\nname = \"a\"\n"), {":8:8: switch.name: 'a'"}));
  CHECK(mentions(topology_refusal("[[switch]]\nname = \"a\"\nhosts = 65\n"),
                 {":3:9: switch.hosts: '65'", "0..64"}));
  CHECK(mentions(topology_refusal("[[switch]]\nname = \"a\"\nhost-rate = 0\n"),
                 {":3:13: switch.host-rate: '0'", "1/2"}));
  CHECK(mentions(topology_refusal(two + "[[link]]\nbetween = [\"a\", \"c\"]\n"),
                 {":8:17: link.between: 'c'", "name of a switch"}));
  CHECK(mentions(topology_refusal(two + "[[link]]\nbetween = \"a\"\n"), {":8:11: link.between"}));
  CHECK(mentions(topology_refusal(two + "[[link]]\nbetween = [\"a\", \"b\"]\nrate = 0\n"),
                 {":9:8: link.rate: '0'"}));
  CHECK(mentions(topology_refusal(two + "[[link]]\nbetween = [\"a\", \"b\"]\nrate = 0.7\n"),
                 {":9:8: link.rate: '0.7'"}));
  CHECK(mentions(topology_refusal(two + "[[link]]\nbetween = [\"a\", \"b\"]\nrate = 2\n"),
                 {":9:8: link.rate: '2'"}));
  CHECK(mentions(topology_refusal(two + "[[link]]\nbetween = [\"a\", \"b\"]\ncables = 0\n"),
                 {":9:10: link.cables: '0'", "1..64"}));
  CHECK(mentions(topology_refusal(two + "[[link]]\nbetween = [\"a\", \"b\"]\nlatency = -1\n"),
                 {":9:11: link.latency: '-1'"}));
  CHECK(mentions(topology_refusal(two + "[[link]]\nbetween = [\"a\", \"b\"]\nlength = 1\n"),
                 {":9:1: unknown key 'link.length'"}));
  CHECK(mentions(topology_refusal(two + "[[route]]\nat = \"a\"\nto = \"b\"\nby = \"b\"\n"),
                 {"route", "routing given"}));
  CHECK(mentions(topology_refusal("routing = \"given\"\n" + two + "[[route]]\nat = \"a\"\nto = \"b\"\n"),
                 {":8:1: route.by: missing"}));
  CHECK(mentions(topology_refusal("[[switch]\n"), {".toml:1:"}));
  CHECK(mentions(message_of<InputError>([] { read_topology("no-such.toml", any_key); }),
                 {"topology", "no-such.toml"}));
  const ScratchFile file("[[switch]]\nname = \"a\"\ndepth = 1\n");
  const auto strict = [](const std::string& key, const std::string& value, const std::string& place) {
    throw InputError(place + ": " + key + "=" + value);
  };
  CHECK(message_of<InputError>([&] { read_topology(file.name(), strict); }) ==
        file.name() + ":3:9: depth=1  | depth = 1");
}

TEST_CASE("all that is wrong in a topology's file is said at once, each with its line", "[host][network]") {
  const std::string what = topology_refusal(
      "colour = 1\n[[switch]]\nname = \"a\"\nhosts = 65\nhost-rate = 0\n[[switch]]\nname = \"b\"\n"
      "[[link]]\nbetween = [\"a\", \"c\"]\n  lattency = 3\n[[link]]\nbetween = [\"a\", \"b\"]\nrate = 0\n");
  CHECK(std::count(what.begin(), what.end(), '\n') == 5);
  CHECK(mentions(
      what, {".toml:1:1: unknown key 'colour'", "  | colour = 1\n", ":4:9: switch.hosts: '65'",
             "  | hosts = 65\n", ":5:13: switch.host-rate: '0'", ":9:17: link.between: 'c' is not allowed",
             ":10:3: unknown key 'link.lattency'; allowed: 'latency', the nearest", "  | lattency = 3\n",
             ":13:8: link.rate: '0'"}));
}

TEST_CASE("a topology is a graph for Graphviz", "[host][network]") {
  Topology t = make_topology("two-switches(1,2)");
  t.cables[0].speed = {5, 10};
  const std::string dot = topology_to_dot(t);
  CHECK_FALSE(mentions(dot, {"rank=same"}));  // one level
  CHECK(
      mentions(dot, {"graph \"two-switches(1,2)\" {", "\"s0\" [label=\"s0\\n1 host\"]",
                     "\"s1\" [label=\"s1\\n2 hosts\"]", "\"s0\" -- \"s1\" [label=\"5 cycles, 1/10 rate\"]"}));
}

TEST_CASE("the picture of a fat tree has a row for each level, in its order, those with hosts below",
          "[host][network]") {
  const Topology t = make_topology("fat-tree(4)");
  std::istringstream dot(topology_to_dot(t));
  std::vector<std::string> rows, uppers;
  std::set<std::string> with_hosts;
  for (const auto& s : t.switches) {
    if (s.hosts > 0) with_hosts.insert("\"" + s.name + "\"");
  }
  for (std::string line; std::getline(dot, line);) {
    if (line.find("rank=same") != std::string::npos)
      rows.push_back(line);
    else if (line.find(" -- ") != std::string::npos)
      uppers.push_back(line.substr(2, line.find(" -- ") - 2));
  }
  REQUIRE(rows.size() == 3);
  std::string below;
  for (const auto& s : t.switches) {
    if (s.hosts > 0) below += (below.empty() ? "\"" : " -- \"") + s.name + "\"";
  }
  CHECK(rows[0] == "  { rank=same; " + below + " [style=invis] }");
  CHECK(uppers.size() == t.cables.size());
  for (const std::string& upper : uppers) CHECK(with_hosts.count(upper) == 0);
}
