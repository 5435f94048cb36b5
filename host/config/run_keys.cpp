// SPDX-License-Identifier: Apache-2.0
// The keys of networks and of the run.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/config/key_kinds.h"
#include "host/link/host_range.h"

namespace xb {
namespace {

bool set_ci(RunConfig& c, const std::string& text) {
  const bool percent = !text.empty() && text.back() == '%';
  double value = 0;
  if (!parse_number(percent ? text.substr(0, text.size() - 1) : text, 0, percent ? 100 : 1, value))
    return false;
  c.ci = percent ? value / 100 : value;
  return true;
}

KeyUse of_random_traffic(const std::string& with) {
  return {with, [](const RunConfig& c) { return c.is_random(); }};
}

KeyUse of_network() {
  return {"a topology of several switches", [](const RunConfig& c) { return c.is_network(); }};
}

}  // namespace

std::vector<ConfigKey> network_keys() {
  return {
      named_key(
          "topology", &NetworkConfig::topology, {},
          "one-switch, a network's name with its arguments such as mesh(4,4) (xbarlab list topologies), "
          "or a .toml file",
          "network of switches", "^[a-z0-9-]+([(][^)]*[)])?$|[.]toml$")
          .for_searches(),
      number_or_word_key("link-latency", &NetworkConfig::link_latency, {{"auto", {}}}, 0, 1000000, "cycles",
                         "latency of all cables between switches; auto: as the topology has them")
          .if_set()
          .when(of_network()),
      choice_key("adaptive", &NetworkConfig::adaptive,
                 "port of an adaptive route: that with the fewest packets bound for it, of "
                 "several the next in order, or a random one")
          .if_set()
          .when(of_network()),
      choice_key("deadlock", &NetworkConfig::deadlock,
                 "networks whose channels can wait for each other for ever")
          .if_set()
          .when(of_network())
          .for_searches(),
  };
}

std::vector<ConfigKey> host_keys() {
  return {
      given_key("ranks", &NetworkConfig::ranks,
                fmt::format("hosts 0..{}, at least 2, each once, such as 0,1,5,8..11", kMaxHosts - 1),
                "hosts that take part, in the order of a schedule's ranks", kHostsPattern)
          .if_set()
          .for_searches(),
  };
}

std::vector<ConfigKey> run_keys() {
  constexpr double kMaxSeed = 9007199254740992.0;  // exact in JSON readers that use doubles
  return {
      number_key("cycles", &RunSettings::cycles, 1, 1e12, "cycles",
                 "length of a stochastic run (a schedule runs to its end)")
          .as(KeyRole::Run)
          .when(of_random_traffic("no schedule or capture (these run to their end)")),
      number_or_word_key("warmup", &RunSettings::warmup, {{"auto", {}}}, 0, 1e12, "cycles",
                         "cycles before measuring starts; auto: until throughput and occupancy settle")
          .as(KeyRole::Run)
          .when(of_random_traffic("no schedule or capture")),
      ConfigKey{
          "ci",
          "0..1, or a percentage such as 1%",
          "half-width of the 95% intervals, relative to the mean, at which a run stops; 0: run all cycles",
          set_ci,
          [](const RunConfig& c) { return c.ci; },
          {{}, ValueForm::Range{0, 1, false}, {}, "^[0-9.]+%$"}}
          .as(KeyRole::Run)
          .when(of_random_traffic("no schedule or capture")),
      number_key("series", &RunSettings::series, 0, 1e9, "cycles",
                 "sampling period of the occupancy; 0: no samples")
          .as(KeyRole::Sample),
      choice_key("distribution", &RunSettings::distribution,
                 "measure whose whole distribution is in the record, not its percentiles alone")
          .as(KeyRole::Sample)
          .if_set(),
      choice_key("observe", &RunSettings::observe,
                 "what occupancy and blocking are measured by: the switch's probes, or its ports")
          .as(KeyRole::Run)
          .if_set(),
      choice_key("reference", &RunSettings::reference,
                 "ideal switch beside it, which says how late each packet leaves: an output-queued "
                 "one with memory for all")
          .as(KeyRole::Detail)
          .if_set()
          .when({"gap 0B", [](const RunConfig& c) { return c.gap_bytes == 0; }}),
      choice_key("cost", &RunSettings::cost,
                 "hardware for which the record says what the switch costs, by yosys and nextpnr")
          .as(KeyRole::Run)
          .if_set()
          .when({"topology one-switch", has_ports}),
      number_key("seed", &RunSettings::seed, 0, kMaxSeed, "", "seed of all random streams")
          .as(KeyRole::Sample)
          .for_searches(),
      number_key("threads", &RunSettings::threads, 1, 64, "",
                 "threads that run the switches of a network; the result is the same")
          .as(KeyRole::Engine)
          .recorded_if([](const RunConfig&) { return false; })
          .when(of_network()),
      choice_key("engine", &RunSettings::engine, "engine that runs the switch").each().as(KeyRole::Engine),
  };
}

}  // namespace xb
