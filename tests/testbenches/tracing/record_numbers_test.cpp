// SPDX-License-Identifier: Apache-2.0
// The measures that a run has by its configuration, beside the numbers that its record has.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/base/pattern.h"
#include "host/config/setup.h"
#include "host/run/measure_use.h"
#include "host/run/run_result.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"

using namespace xb;

namespace {

using Json = nlohmann::ordered_json;

/// The paths of all numbers, those in lists with theirs.
void list_numbers(const Json& node, const std::string& path, std::vector<std::string>& paths) {
  if (node.is_number()) paths.push_back(path);
  if (!node.is_structured()) return;
  for (const auto& [name, child] : node.items())  // of a list: its numbers
    list_numbers(child, path.empty() ? name : path + "." + name, paths);
}

/// What nobody expects: lists that say what no measure is of, and samples.
bool is_list(const std::string& path) {
  static const Pattern lists(
      ".*(by_input|by_output|dropped_per_queue|_by_flow|distribution|series|worst_flows)[.].*|"
      "classes[.][0-9]+[.](class|hol[.]blame[.].*)|(switches|links|host_links|blocking)[.].*|setup[.].*");
  return lists.fits(path);
}

Json record_of(const RunConfig& config) {
  Json record = result_to_json(config, run_point(resolve(config)));
  CHECK(result_to_json(config, result_from_json(record)) == record);
  for (const char* beside : kBesideResult) record.erase(beside);
  return record;
}

}  // namespace

TEST_CASE("the numbers of a record are the measures of its run", "[testbenches]") {
  const std::string keys = GENERATE(
      "", "switch voq, load .5", "switch output, packet 64B..1518B, width 256, depth 16, gap 20B",
      "switch shared, packet 3, depth 64, flow drop, load .9", "switch input, reference oq, load .5",
      "classes 2, load .8", "classes 2, load .8, reference oq, switch voq",
      "switch input, classes 2, flow 0:pfc,1:drop, load .8",
      "flow pfc, pause-storm .1:100, load .9, packet 4", "switch output, ecn 20, load .95",
      "switch shared, sharing pushout, flow drop, depth 32, load .9",
      "flow-sizes web-search, packet 64B..1518B", "traffic incast, fan-in 4", "traffic overrun, flow pfc",
      "schedule shift", "schedule shift, reaction dctcp, ecn 10, switch output",
      "schedule shift, global-window auto", "topology k-ring, load .2", "topology k-ring, schedule liquid",
      "topology mesh(4,4), load .1, reference oq", "topology fat-tree(4), load .2, packet 64B, classes 2");
  CAPTURE(keys);
  const RunConfig config = config_of("engine fast, cycles 4000, ports 8", Keys(keys));
  const Json record = record_of(config);
  std::vector<std::string> numbers;
  list_numbers(record, "", numbers);
  for (const std::string& path : numbers) {
    CAPTURE(path);
    if (!is_list(path)) CHECK(measure_of(config, path) != nullptr);
  }
  static const Pattern place("[A-Z]+");
  for (const std::string& name : measures_of(config)) {
    const std::string path = place.replace(name, "0");
    CAPTURE(path);
    CHECK(measure_of(config, path) != nullptr);
    std::string pointer = "/" + path;
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    // Only where its queue is at an input.
    if (path != "ecn.input") CHECK(record.contains(Json::json_pointer(pointer)));
  }
}
