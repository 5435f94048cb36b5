// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "host/config/key_kinds.h"
#include "host/network/topology_file.h"
#include "host/network/topology_registry.h"
#include "host/wires/port_set.h"

namespace xb {

ConfigKey ports_key() {
  ConfigKey key = number_key("ports", &RunConfig::ports, kMinPorts, kMaxPorts, "ports",
                             "inputs and outputs of the switch");
  key.in_record = [](const RunConfig& c) { return c.has_ports(); };
  return key;
}

ConfigKey topology_key() {
  return {"topology",
          "one-switch, a network's name with its arguments such as mesh(4,4) (xbarlab list topologies), or a "
          ".toml file",
          "network of switches",
          [](RunConfig& c, const std::string& v) {
            if (v != RunConfig{}.topology && !is_topology_file(v)) make_topology(v);  // refuses what is none
            return c.topology = v, true;
          },
          [](const RunConfig& c) { return c.topology; },
          {{"one-switch"}, {}, {}, "^[a-z0-9-]+([(][^)]*[)])?$|[.]toml$"}};
}

ConfigKey link_latency_key() {
  ConfigKey key{"link-latency", "auto, or 0..1000000 cycles",
                "latency of all cables between switches; auto: as the topology has them",
                [](RunConfig& c, const std::string& v) {
                  unsigned cycles = 0;
                  if (v != "auto" && !parse_number(v, 0, 1e6, cycles)) return false;
                  return c.link_latency = v, true;
                },
                [](const RunConfig& c) -> nlohmann::ordered_json {
                  unsigned cycles = 0;
                  if (parse_number(c.link_latency, 0, 1e6, cycles)) return cycles;
                  return c.link_latency;
                }};
  key.form = {{"auto"}, ValueForm::Range{0, 1e6, true}, {}, ""};
  key.only_if_set = true;
  return key;
}

ConfigKey adaptive_key() {
  ConfigKey key = choice_key("adaptive", &RunConfig::adaptive,
                             "port of an adaptive route: that with the fewest packets bound for it, of "
                             "several the next in order, or a random one");
  key.only_if_set = true;
  return key;
}

ConfigKey deadlock_key() {
  ConfigKey key = choice_key("deadlock", &RunConfig::deadlock,
                             "networks whose channels can wait for each other for ever");
  key.only_if_set = true;
  return key;
}

}  // namespace xb
