// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cost/cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "testbenches/cost/circuit.h"
#include "testbenches/cost/cost_flow.h"
#include "testbenches/cost/cost_tools.h"
#include "testbenches/cost/timing.h"
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

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string read(const fs::path& path) { return read_text_file(path.string(), "cost", "a file"); }

/// A digest of all that the answer depends on.
std::string key_of(const Circuit& circuit, const CostFlow& flow, const CostTools& tools, unsigned seed) {
  Digest digest;
  digest.add(fmt::format("{}\n{}\n{} {}\n", circuit.identity(), flow.commands, word(flow.target), seed));
  digest.add(fmt::format("{}\n{}\n", tools.yosys_version, tools.nextpnr_version));
  for (const char* part : {"circuit", "cost", "cost_flow", "harness", "instance_tree", "timing"})
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
  if (sources.users.empty()) throw RunError("cost: yosys ended with {}: {}", status, error);
  throw InputError("cost: {}", sources.says(sources.with_paths(error)));
}

/// Clock and path, or why there are none: the circuit may be too large.
void place(const CostTools& tools, unsigned seed, const fs::path& folder, CostResult& cost) {
  // By standard input and output, so that nextpnr may be in another root.
  const std::string command = fmt::format(
      "exec {} --um5g-85k --speed 8 --package CABGA756 --json /proc/self/fd/0 --lpf-allow-unconstrained "
      "--freq 250 --timing-allow-fail --seed {} --report /proc/self/fd/1 <netlist.json >report",
      tools.nextpnr, seed);
  const int status = run_program({"sh", "-c", command}, folder, folder / "nextpnr.log");
  constexpr int kSaysWhy = 1;
  if (status != 0) cost.fmax_why = error_in(read(folder / "nextpnr.log"));
  if (status > kSaysWhy) throw RunError("cost: nextpnr ended with {}: {}", status, cost.fmax_why);
  if (status != 0) return;
  const InstanceTree tree(read(folder / "hierarchy"), kHarness);
  read_timing(Json::parse(read(folder / "report")), tree, cost);
}

CostResult work_out(const Circuit& circuit, const CostFlow& flow, const CostTools& tools, unsigned seed) {
  const ScratchArea area;
  CostResult cost;
  cost.target = word(flow.target);
  cost.yosys = tools.yosys_version;
  cost.nextpnr = tools.nextpnr_version;
  cost.fmax_why = tools.no_nextpnr;
  cost.harness_ff = circuit.write(area.path());
  synthesize(circuit, flow, tools, area.path());
  count_cells(flow, Json::parse(read(area.path() / "stat")), cost);
  if (cost.fmax_why.empty()) place(tools, seed, area.path(), cost);
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

CostResult cost_of(const Setup& setup, unsigned placement_seed) {
  const CostFlow& flow = cost_flow(setup.config.cost);
  const CostTools tools = find_cost_tools(flow.placed);
  const Circuit circuit(setup);
  const fs::path cache = build_dir() / "costs";
  const std::string key = key_of(circuit, flow, tools, placement_seed);
  const fs::path file = cache / (key + ".json");
  if (auto known = cached(file)) return *known;
  fs::create_directories(cache);
  const std::string what = fmt::format("the cost of {} with {} ports", setup.entry->name, setup.config.ports);
  const FileLock lock(cache / (key + ".lock"), what, "works out");
  if (auto known = cached(file)) return *known;  // another process has worked it out meanwhile
  const ProgressNote note(fmt::format("working out {} (once)", what));
  CostResult cost = work_out(circuit, flow, tools, placement_seed);
  write_output(file, cost_to_json(cost).dump() + "\n");
  return cost;
}

}  // namespace xb
