// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/base/ranges.h"
#include "host/config/config_keys.h"
#include "host/config/device_switch.h"
#include "host/config/key_use.h"
#include "host/device/device.h"
#include "host/device/wire_format.h"
#include "testbenches/cost/cost.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/verbs.h"
#include "testbenches/terminal/text_table.h"
#include "testbenches/tracing/run_point.h"

namespace xb {
namespace {

struct CostCommand {
  std::vector<SweptKey> flags;  ///< one value each
  std::string target = "ecp5", json;
  std::string placement_seed = std::to_string(Placement{}.seed), router = Placement{}.router;
};

/// No traffic is asked for: packets are the shortest that a device takes.
Setup costed_setup(const CostCommand& command) {
  constexpr auto kTargets = words(CostTarget{});
  RunConfig config;
  const auto target = find_choice<CostTarget>(command.target);
  if (!target || *target == CostTarget::None) {
    const std::string allowed = fmt::format("{}", fmt::join(kTargets.begin() + 1, kTargets.end(), " "));
    throw not_allowed("--target", command.target, "{}", allowed);
  }
  config.cost = *target;
  for (const SweptKey& key : command.flags) set_key(config, key.key, key.values.back(), key.place);
  check_use({config});
  if (!config.has_device()) return resolve(config);
  const auto device = read_device(config.device);
  take_own_sizes(config, *device);
  config.packet_min = config.packet_max = least_beats(*device, config);
  return resolve(config);
}

std::string count_text(const std::optional<std::uint64_t>& count) {
  return count ? std::to_string(*count) : "-";
}

/// The modules of the longest path, the slowest first.
std::string path_table(const CostResult& cost) {
  struct Part {
    double ns = 0;
    std::vector<std::string> instances;
  };
  std::map<std::string, Part> modules;
  double all = 0;
  for (const CostPathPart& step : cost.path) {
    Part& part = modules[step.module];
    part.ns += step.ns;
    all += step.ns;
    const std::string instance = step.instance.empty() ? "(at the pins)" : step.instance;
    if (!contains(part.instances, instance)) part.instances.push_back(instance);
  }
  std::vector<std::pair<std::string, Part>> parts(modules.begin(), modules.end());
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.second.ns > b.second.ns; });
  std::vector<std::vector<std::string>> rows;
  for (const auto& [module, part] : parts)
    rows.push_back({module, fmt::format("{:.2f}", part.ns), percent(part.ns / all),
                    fmt::format("{}", fmt::join(part.instances, " "))});
  return format_table({"critical path by module", "ns", "share", "instances"}, rows);
}

void print_cost(const Setup& setup, const CostResult& cost) {
  const CostFlow& flow = cost_flow(setup.config.cost);
  const auto line = [](const char* name, const std::string& value) {
    fmt::print("{}", report_line(name, value));
  };
  const RunConfig& config = setup.config;
  line("switch",
       fmt::format(
           "{}, {} ports, {} bits{}", setup.entry->circuit(), config.ports, config.width,
           !setup.device || setup.device->uses("depth") ? fmt::format(", depth {}", config.depth) : ""));
  line("target", fmt::format("{}, by yosys {}{}", flow.part, cost.yosys,
                             cost.nextpnr.empty() ? "" : ", nextpnr " + cost.nextpnr));
  if (cost.lut4) line("look-up tables", count_text(cost.lut4));
  if (cost.gates) line("gates", count_text(cost.gates));
  line("flip-flops", fmt::format("{}, with up to {} at the pins", count_text(cost.ff), cost.harness_ff));
  if (cost.carry) line("carry cells", count_text(cost.carry));
  if (cost.bram) line("block RAMs", count_text(cost.bram));
  if (cost.lutram) line("LUT RAMs", count_text(cost.lutram));
  if (cost.dsp) line("multipliers", count_text(cost.dsp));
  if (cost.memory_bits) line("memory", fmt::format("{} bits", *cost.memory_bits));
  line("fastest clock",
       cost.fmax_mhz ? fmt::format("{:.2f} MHz", *cost.fmax_mhz) : "not known: " + cost.fmax_why);
  if (!cost.path.empty()) fmt::print("\n{}", path_table(cost));
}

void print_cost_of(const CostCommand& command) {
  Placement placement;
  placement.router = command.router;
  if (!parse_number(command.placement_seed, 0, 1e9, placement.seed))
    throw not_allowed("--placement-seed", command.placement_seed, "0..1000000000");
  if (command.router != "router1" && command.router != "router2")
    throw not_allowed("--router", command.router, "router1 router2");
  const Setup setup = costed_setup(command);
  const auto json = output_if_named(command.json);
  const CostResult cost = cost_of(setup, placement);
  if (command.json != "-") print_cost(setup, cost);
  if (!json) return;
  nlohmann::ordered_json record{
      {"schema", 1}, {"config", to_json(without_unused(setup.config))}, {"version", version_record()}};
  record.update(cost_to_json(cost));
  json->write(record.dump() + "\n");
  json->commit();
}

}  // namespace

Verb cost_verb(CLI::App& program) {
  const auto given = std::make_shared<CostCommand>();
  Verb verb(program, "cost", "what a switch costs in an FPGA, or in gates, and the fastest clock");
  verb.examples({"xbarlab cost --switch voq --ports 4 --depth 256 --pipeline 1",
                 "xbarlab cost --device my-switch.toml --target ice40 --json -"});
  verb.text("--target", "NAME", given->target,
            "hardware: ecp5, ice40, xc7, or generic: gates and bits of memory", "ecp5 ice40 xc7 generic");
  verb.text("--placement-seed", "NUMBER", given->placement_seed, "seed of the placement (ecp5)", "a number");
  verb.text("--router", "NAME", given->router, "router of nextpnr (ecp5)", "router1 router2");
  verb.json(given->json, "record of the answer; -: and nothing else on standard output");
  std::vector<std::string> keys = setting_names();
  keys.insert(keys.end(), {"switch", "device", "ports", "width", "buffer", "rtl", "packet"});
  verb.keys(given->flags, keys);
  verb.does([given] { print_cost_of(*given); });
  return verb;
}

}  // namespace xb
