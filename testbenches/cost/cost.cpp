// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cost/cost.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "testbenches/cost/circuit.h"
#include "testbenches/engines/paths.h"
#include "testbenches/process/file_lock.h"
#include "testbenches/process/output_file.h"
#include "testbenches/process/scratch_area.h"
#include "testbenches/process/subprocess.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/digest.h"
#include "testbenches/terminal/progress_line.h"

namespace xb {

namespace {

const std::vector<CostFlow>& cost_flows() {
  static const std::vector<CostFlow> all{
      {CostTarget::Ecp5,
       "Lattice ECP5 um5g-85k, speed 8",
       "synth_ecp5 -abc9 -top xb_cost_harness -json netlist.json",
       {{"LUT4", &CostResult::lut4},
        {"TRELLIS_FF", &CostResult::ff},
        {"DP16KD", &CostResult::bram},
        {"PDPW16KD", &CostResult::bram},
        {"TRELLIS_DPR16X4", &CostResult::lutram},
        {"MULT18X18D", &CostResult::dsp},
        {"CCU2C", &CostResult::carry}},
       true},
      {CostTarget::Ice40,
       "Lattice iCE40",
       "synth_ice40 -top xb_cost_harness",
       {{"SB_LUT4", &CostResult::lut4},
        {"SB_DFF*", &CostResult::ff},
        {"SB_RAM40_4K*", &CostResult::bram},
        {"SB_MAC16", &CostResult::dsp},
        {"SB_CARRY", &CostResult::carry}}},
      {CostTarget::Xc7,
       "AMD 7 series, LUTs of up to 6 inputs, block RAMs of 18 Kib",
       "synth_xilinx -family xc7 -flatten -top xb_cost_harness",
       {{"LUT[1-6]", &CostResult::lut4},
        {"FD[RSCP]E*", &CostResult::ff},
        {"RAMB18E1", &CostResult::bram},
        {"RAMB36E1", &CostResult::bram, 2},
        {"RAM[0-9]*", &CostResult::lutram},
        {"SRL*", &CostResult::lutram},
        {"DSP48E1", &CostResult::dsp},
        {"CARRY4", &CostResult::carry}}},
      // Memories stay memories, as an ASIC has them made: all of synth but memory_map.
      {CostTarget::Generic,
       "yosys' gates of two inputs and multiplexers",
       "synth -flatten -top xb_cost_harness -run begin:fine; opt -fast -full; opt -undriven -fine; techmap; "
       "opt -fast; abc -fast; opt -fast; opt_clean; memory_unpack",
       {{"$_*DFF*_", &CostResult::ff}, {"$_*_", &CostResult::gates}}}};
  return all;
}

}  // namespace

const CostFlow& cost_flow(CostTarget target) {
  return *std::find_if(cost_flows().begin(), cost_flows().end(),
                       [&](const CostFlow& flow) { return flow.target == target; });
}

void count_cells(const CostFlow& flow, const nlohmann::ordered_json& stat, CostResult& cost) {
  const auto& design = stat.at("design");
  for (const CellKind& kind : flow.cells) cost.*kind.count = 0;
  if (flow.target == CostTarget::Generic) cost.memory_bits = design.at("num_memory_bits");
  for (const auto& [cell, number] : design.at("num_cells_by_type").items()) {
    const auto fits = [name = cell.c_str()](const CellKind& kind) {
      return fnmatch(kind.pattern, name, 0) == 0;
    };
    const auto kind = std::find_if(flow.cells.begin(), flow.cells.end(), fits);
    if (kind != flow.cells.end()) *(cost.*kind->count) += kind->each * number.get<std::uint64_t>();
  }
}

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// A wire counts for the cell that drives it.
void add_path(const nlohmann::ordered_json& path, const InstanceTree& tree, CostResult& cost) {
  for (const auto& step : path) {
    const bool into_register = step.at("type") == "clk-to-q";
    const auto [instance, module] = tree.of(step.at(into_register ? "to" : "from").at("cell"));
    if (cost.path.empty() || cost.path.back().instance != instance)
      cost.path.push_back({instance, module, 0});
    cost.path.back().ns += step.at("delay").get<double>();
  }
}

/// Clock and longest path in what nextpnr's `--report` says; of several clocks, that which is slowest.
void read_timing(const nlohmann::ordered_json& report, const InstanceTree& tree, CostResult& cost) {
  std::string slowest;
  for (const auto& [clock, speed] : report.at("fmax").items()) {
    const double mhz = speed.at("achieved");
    if (cost.fmax_mhz && *cost.fmax_mhz <= mhz) continue;
    cost.fmax_mhz = mhz;
    slowest = "posedge " + clock;
  }
  for (const auto& path : report.at("critical_paths")) {
    if (path.at("from") != slowest || path.at("to") != slowest) continue;
    add_path(path.at("path"), tree, cost);
    return;
  }
}

/// The programs that say what a circuit costs, as a shell takes them, and their versions.
struct CostTools {
  std::string yosys, yosys_version;
  std::string nextpnr, nextpnr_version;
  std::string no_nextpnr;  ///< why there is none
};

std::string program_of(const char* variable, const char* usual) {
  const char* const given = std::getenv(variable);
  return given != nullptr && *given != 0 ? given : usual;
}

/// What stands between two texts where a program says its version; empty: it does not start.
std::string version_of(const std::string& program, const char* flag, const std::string& before, char end) {
  constexpr double kSeconds = 60;
  const Captured said = capture({"sh", "-c", "exec " + program + " " + flag}, kSeconds);
  const std::string text = said.out + said.errors;
  const std::size_t at = text.find(before);
  if (said.status != 0 || at == std::string::npos) return "";
  const std::size_t begin = at + before.size();
  return text.substr(begin, text.find(end, begin) - begin);
}

/// Those that YOSYS and NEXTPNR name, or on PATH. Throws InputError, one line, if yosys is missing.
CostTools find_cost_tools(bool placed) {
  CostTools tools;
  tools.yosys = program_of("YOSYS", "yosys");
  tools.yosys_version = version_of(tools.yosys, "-V", "Yosys ", '\n');
  if (tools.yosys_version.empty())
    throw InputError("cost: '{}' does not start; allowed: yosys on PATH, or its name in YOSYS", tools.yosys);
  if (!placed) {
    tools.no_nextpnr = "only ecp5 is placed and routed";
    return tools;
  }
  tools.nextpnr = program_of("NEXTPNR", "nextpnr-ecp5");
  tools.nextpnr_version = version_of(tools.nextpnr, "--version", "(Version ", ')');
  if (tools.nextpnr_version.empty())
    tools.no_nextpnr = "'" + tools.nextpnr + "' does not start: nextpnr-ecp5 on PATH, or its name in NEXTPNR";
  return tools;
}

std::string read(const fs::path& path) { return read_text_file(path.string(), "cost", "a file"); }

/// A digest of all that the answer depends on.
std::string key_of(const Circuit& circuit, const CostFlow& flow, const CostTools& tools,
                   const Placement& placement) {
  Digest digest;
  digest.add(fmt::format("{}\n{}\n{} {} {}\n", circuit.identity(), flow.commands, word(flow.target),
                         placement.seed, placement.router));
  digest.add(fmt::format("{}\n{}\n", tools.yosys_version, tools.nextpnr_version));
  for (const char* part : {"circuit", "cost"})
    digest.add(read(source_dir() / fmt::format("testbenches/cost/{}.cpp", part)));
  for (const std::string& part : device_wrapper_makers()) digest.add(read(source_dir() / part));
  return digest.hex();
}

/// The line of a log that says what is wrong, or its end.
std::string error_in(const std::string& log) {
  const std::size_t at = log.rfind("ERROR: ");
  const std::size_t end = std::min(log.find('\n', at), log.size());
  if (at == std::string::npos) return log.substr(log.size() - std::min<std::size_t>(log.size(), 500));
  const std::size_t begin = log.rfind('\n', at);
  return log.substr(begin + 1, end - begin - 1);
}

constexpr int kSaysWhy = 1;  // the status of yosys and nextpnr that found an error in what they read

/// How a program ended that has not done its work; `error` is what it said last.
std::string ending(const char* program, int status, const std::string& error) {
  constexpr int kSignal = 128;
  if (status == kSignal + SIGKILL)
    return fmt::format(
        "cost: {} was killed, as the system does where memory runs out; allowed: fewer ports, "
        "classes or observations, or more memory",
        program);
  return fmt::format("cost: {} ended with {}: {}", program, status, error);
}

/// Leaves cells and instances in files of the folder. Throws what is wrong, in the words of a user's sources.
void synthesize(const Circuit& circuit, const CostFlow& flow, const CostTools& tools,
                const fs::path& folder) {
  // The instances are those of modules, not of yosys' own cells.
  const std::string script = fmt::format(
      "{}\nhierarchy -check -top {}\ntee -q -o hierarchy dump t:* t:$* %d t:$paramod* %u\n{}\n"
      "tee -q -o stat stat -json\n",
      circuit.read_command(), kHarness, flow.commands);
  write_output(folder / "script.ys", script);
  const std::string command = "exec " + tools.yosys + " -q -s script.ys";
  const int status = run_program({"sh", "-c", command}, folder, folder / "yosys.log");
  if (status == 0) return;
  const std::string error = error_in(read(folder / "yosys.log"));
  const ModelSources& sources = circuit.sources();
  if (status != kSaysWhy || sources.users.empty()) throw RunError("{}", ending("yosys", status, error));
  const auto says = [&](const char* text) { return error.find(text) != std::string::npos; };
  const char* allowed = "";
  if (says("syntax error") || says("$interfaces$"))
    allowed =
        "; allowed: the SystemVerilog that yosys reads, which is less than Verilator does (sv2v makes "
        "Verilog of it)";
  if (says("is not part of the design"))
    allowed = "; allowed: the file of that module in device.files, as yosys looks for none in device.include";
  throw InputError("cost: {}{}", sources.says(sources.with_paths(error)), allowed);
}

/// Clock and path, or why there are none: the circuit may be too large.
void place(const CostTools& tools, const Placement& placement, const fs::path& folder, CostResult& cost) {
  // By standard input and output, so that nextpnr may be in another root.
  const std::string command = fmt::format(
      "exec {} --um5g-85k --speed 8 --package CABGA756 --json /proc/self/fd/0 --lpf-allow-unconstrained "
      "--freq 250 --timing-allow-fail --seed {} --router {} --report /proc/self/fd/1 <netlist.json >report",
      tools.nextpnr, placement.seed, placement.router);
  const int status = run_program({"sh", "-c", command}, folder, folder / "nextpnr.log");
  if (status != 0) cost.fmax_why = error_in(read(folder / "nextpnr.log"));
  if (status > kSaysWhy) throw RunError("{}", ending("nextpnr", status, cost.fmax_why));
  if (status != 0) return;
  const InstanceTree tree(read(folder / "hierarchy"), kHarness);
  read_timing(Json::parse(read(folder / "report")), tree, cost);
}

CostResult work_out(const Circuit& circuit, const CostFlow& flow, const CostTools& tools,
                    const Placement& placement) {
  const ScratchArea area;
  CostResult cost;
  cost.target = word(flow.target);
  cost.yosys = tools.yosys_version;
  cost.nextpnr = tools.nextpnr_version;
  cost.fmax_why = tools.no_nextpnr;
  cost.harness_ff = circuit.write(area.path());
  synthesize(circuit, flow, tools, area.path());
  count_cells(flow, Json::parse(read(area.path() / "stat")), cost);
  if (cost.fmax_why.empty()) place(tools, placement, area.path(), cost);
  return cost;
}

std::optional<CostResult> cached(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return {};
  const Json json = Json::parse(read(file), nullptr, false);
  if (json.is_discarded()) return {};
  return cost_from_json(json);
}

}  // namespace

CostResult cost_of(const Setup& setup, const Placement& placement) {
  const CostFlow& flow = cost_flow(setup.config.cost);
  const CostTools tools = find_cost_tools(flow.placed);
  const Circuit circuit(setup);
  const fs::path cache = build_dir() / "costs";
  const std::string key = key_of(circuit, flow, tools, placement);
  const fs::path file = cache / (key + ".json");
  if (auto known = cached(file)) return *known;
  fs::create_directories(cache);
  const std::string what = fmt::format("the cost of {} with {} ports", setup.entry->name, setup.config.ports);
  const FileLock lock(cache / (key + ".lock"), what, "works out");
  if (auto known = cached(file)) return *known;  // another process has worked it out meanwhile
  const ProgressNote note(fmt::format("working out {} (once)", what));
  CostResult cost = work_out(circuit, flow, tools, placement);
  write_output(file, cost_to_json(cost).dump() + "\n");
  return cost;
}

}  // namespace xb
