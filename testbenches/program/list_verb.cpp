// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/base/table_reader.h"
#include "host/base/text_file.h"
#include "host/exchange/schedule_registry.h"
#include "host/network/topology_registry.h"
#include "host/run/measure_table.h"
#include "host/switches/switch_registry.h"
#include "host/theory/theory.h"
#include "host/traffic/traffic_registry.h"
#include "testbenches/engines/paths.h"
#include "testbenches/experiment/experiment_file.h"
#include "testbenches/program/verbs.h"

namespace xb {
namespace {

/// What has no registry of its own.
struct Listed {
  std::string name, description;
};

template <class Entries>
void print(const Entries& entries) {
  std::size_t width = 0;
  for (const auto& e : entries) width = std::max(width, e.name.size());
  for (const auto& e : entries) fmt::print("  {:<{}}  {}\n", e.name, width, e.description);
}

/// Random patterns, and what a file has.
std::vector<Listed> traffic() {
  std::vector<Listed> list;
  for (const auto& pattern : traffic_patterns()) list.push_back({pattern.name, pattern.description});
  list.push_back({std::string(kCapturePrefix) + "FILE",
                  "the frames of a packet capture, pcap or pcapng (docs/captures.md)"});
  return list;
}

/// Families, with their arguments.
std::vector<Listed> listed(const std::vector<TopologyEntry>& entries) {
  std::vector<Listed> list;
  for (const auto& entry : entries) list.push_back({signature(entry), entry.description});
  return list;
}

std::string title_of(const std::string& experiment) {
  std::string title;
  const OtherKeys others = any_others();
  try {
    TableReader(experiment, read_text_file(experiment, "file", "a file that can be read"))
        .read({{"title", scalar_to(title)}}, &others);
  } catch (const InputError&) {
    return "(cannot be read)";
  }
  return title;
}

std::vector<Listed> experiments() {
  std::vector<Listed> found;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "experiments")) {
    if (entry.path().extension() != ".toml") continue;
    found.push_back({as_typed(entry.path()), title_of(entry.path().string())});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return found;
}

/// A family under its heading: a line of facts for each schedule, then what it does and what it stresses.
void print_family(const char* heading, ScheduleFamily family) {
  fmt::print("{}\n", heading);
  for (const ScheduleEntry& e : schedules()) {
    if (e.family != family) continue;
    fmt::print("\n  {:<24}{}\n", e.name, e.description);
    fmt::print("  {:<24}steps     {}\n", "", e.steps_text);
    fmt::print("  {:<24}time      {}\n", "", e.formula);
    fmt::print("  {:<24}paper     {}\n", "", e.paper);
    fmt::print("  {:<24}stresses  {}\n", "", e.stresses);
  }
}

void print_schedules() {
  print_family("complete exchange: every rank has a block of k packets for every other one",
               ScheduleFamily::CompleteExchange);
  fmt::print("\n");
  print_family("all-to-all broadcast: every rank has one block of k packets, which all others need",
               ScheduleFamily::Broadcast);
  fmt::print("\n");
  print_family(
      "reduction: every rank has a vector of p blocks of k packets, whose sum all need, or each its block",
      ScheduleFamily::Reduction);
  fmt::print("\n");
  print_family("other traffic of several ranks", ScheduleFamily::Other);
  fmt::print("\nor a file in the GOAL format, its name ending in .goal (docs/schedules.md)\n");
}

/// Each theory, and below it the points that it covers.
void print_theories() {
  for (const Theory& t : theories()) {
    fmt::print("  {:<22}  {}\n", t.name, t.description);
    fmt::print("  {:<22}  for {}; all else at its default; within {:g} %\n", "", t.domain, t.tolerance * 100);
  }
}

void list(const std::string& what) {
  if (what == "switches") return print(switches());
  if (what == "traffic") return print(traffic());
  if (what == "schedules") return print_schedules();
  if (what == "experiments") return print(experiments());
  if (what == "theories") return print_theories();
  if (what == "measures") return fmt::print("{}", measures_text());
  if (what == "topologies") return print(listed(topologies()));
  if (what == "schema") return fmt::print("{}\n", experiment_schema().dump(1));
  throw not_allowed("list", what,
                    "switches traffic schedules topologies experiments theories measures schema");
}

}  // namespace

Verb list_verb(CLI::App& program) {
  const auto what = std::make_shared<std::string>();
  Verb verb(program, "list",
            "list switches, traffic, schedules, topologies, experiments, theories or measures");
  verb.examples({"xbarlab list switches", "xbarlab list measures"});
  verb.word("what", *what, "what to list",
            "switches|traffic|schedules|topologies|experiments|theories|measures|schema");
  verb.does([what] { list(*what); });
  return verb;
}

}  // namespace xb
