// SPDX-License-Identifier: Apache-2.0
// values.csv is what the lab has, no more and no less; the slot simulator makes it again, and notices if a
// rule is another one.
#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>

#include "experiments/reference/table.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "host/theory/formulas.h"
#include "host/theory/theory.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

const std::string kFolder = XBARLAB_SOURCE_DIR "/experiments/";
constexpr const char* kListed = "theory-sharing-loss.toml";

const std::vector<slots::Value>& values() {
  static const auto all = slots::read_values(kFolder + "reference/values.csv");
  return all;
}

/// The lab's point that a value is about.
RunConfig point_of(const slots::Value& value) {
  RunConfig config;
  const std::map<std::string, std::string> switches{{"fifo", "input"},
                                                    {"voq", "voq"},
                                                    {"crosspoint", "crosspoint"},
                                                    {"output", "output"},
                                                    {"shared", "shared"}};
  const auto set = [&](const std::string& key, const std::string& text) { set_key(config, key, text, ""); };
  set("switch", switches.at(value.model));
  set("depth", "1048576");
  if (value.model == "output" || value.model == "shared") set("packet", "16");
  if (value.model == "shared") set("flow", "drop");
  for (const auto& parameter : value.parameters) {
    const auto equals = parameter.find('=');
    const std::string key = parameter.substr(0, equals), text = parameter.substr(equals + 1);
    if (key == "queues" || key == "order") continue;  // of the model alone
    if (key == "inputs") {
      if (text == "longest") set("switch", "cicq-lqf");
    } else if (key == "cells") {
      if (value.model == "crosspoint") set("crosspoint-depth", text);
      if (value.model == "shared") set("depth", std::to_string(32 * std::stoul(text)));
    } else {
      set(key, text);
    }
  }
  return config;
}

std::map<std::string, std::size_t> lines_by_place() {
  std::map<std::string, std::size_t> count;
  for (const auto& value : values()) ++count[value.place];
  return count;
}

template <class Table>
std::size_t entries(const Table& table) {
  std::size_t count = 0;
  for (const auto& row : table) {
    for (const double value : row.value) count += value != 0 ? 1 : 0;
  }
  return count;
}

bool has_parameter(const slots::Value& value, const std::string& parameter) {
  return std::find(value.parameters.begin(), value.parameters.end(), parameter) != value.parameters.end();
}

/// The first value with these parameters, some of them.
slots::Value value_with(const std::string& place, const std::set<std::string>& parameters) {
  for (const auto& value : values()) {
    std::size_t found = 0;
    for (const auto& parameter : value.parameters) found += parameters.count(parameter);
    if (value.place == place && found == parameters.size()) return value;
  }
  throw std::invalid_argument("no such value");
}

slots::Value with(slots::Value value, const std::string& from, const std::string& to) {
  for (auto& parameter : value.parameters) {
    if (parameter == from) parameter = to;
  }
  return value;
}

}  // namespace

TEST_CASE("reference values are those that theories return", "[reference]") {
  for (const auto& value : values()) {
    if (value.place == kListed) continue;
    CAPTURE(value.place, value.model, value.parameters);
    const Theory* theory = find_theory(value.place);
    REQUIRE(theory != nullptr);
    CHECK(theory->value(point_of(value)) == value.value);
    CHECK(value.half_width >= 0);
    CHECK(value.half_width < .2 * value.value);
  }
}

TEST_CASE("every entry of the theories' tables is a reference value, once", "[reference]") {
  std::set<std::pair<std::string, std::vector<std::string>>> seen;
  for (const auto& value : values()) {
    auto key = value.parameters;
    key.push_back(value.model);
    CHECK(seen.emplace(value.place, key).second);
  }
  const std::map<std::string, std::size_t> expected{
      {"window-saturation", 16 * kWindowSaturation.size()},
      {"input-wait", 3 * kInputWait.size()},
      {"voq-wait", entries(kMatchingWait) + entries(kCrosspointWait)},
      {"voq-saturation", entries(kPimSaturation)},
      {"unbalanced-throughput", entries(kUnbalanced)},
      {"bursty-wait", 3 * kBurstyWait.size()},
      {"sharing-loss-turns", kSharingLossTurns.size()},
      {kListed, 6}};
  CHECK(lines_by_place() == expected);
}

TEST_CASE("values that an experiment lists are reference values", "[reference]") {
  std::vector<double> listed, expected;
  std::ifstream file(kFolder + kListed);
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("values = [", 0) != 0) continue;
    for (const auto& number : slots::split(line.substr(10, line.find(']') - 10), ','))
      listed.push_back(slots::number_of(number, "a number"));
  }
  for (const auto& value : values()) {
    if (value.place == kListed) expected.push_back(value.value);
  }
  CHECK(listed == expected);
}

TEST_CASE("the slot simulator makes reference values again", "[reference]") {
  std::size_t made = 0;
  for (std::size_t n = 0; n < values().size(); n += 5) {
    const slots::Value& value = values()[n];
    // Long waits and rare losses need more slots, what grows with the run needs as many as it had.
    if ((value.measure == "wait" && value.value > 12) || (value.measure == "loss" && value.value < 1e-3) ||
        has_parameter(value, "unbalance=0"))
      continue;
    CAPTURE(value.place, value.model, value.parameters, value.value);
    const double slots = value.measure == "loss" ? 600000 : 50000;
    const slots::Estimate again = slots::remake(value, slots / static_cast<double>(value.slots));
    CAPTURE(again.mean, again.half_width);
    // Twice its interval: of fifty, one or the other is outside the single one by chance.
    CHECK(slots::agrees(value, {again.mean, 2 * again.half_width}));
    CHECK(again.half_width < .1 * value.value);
    ++made;
  }
  CHECK(made > 40);
}

TEST_CASE("the slot simulator notices another rule", "[reference]") {
  struct Change {
    const char* place;
    std::set<std::string> parameters;
    const char *from, *to;
  };
  const std::vector<Change> changes{
      // who wins an output, and who may bid
      {"input-wait", {"ports=16", "load=0.55", "arbiter=random"}, "arbiter=random", "arbiter=oldest"},
      {"input-wait",
       {"ports=16", "load=0.55", "arbiter=round-robin"},
       "arbiter=round-robin",
       "arbiter=random"},
      {"window-saturation", {"ports=2", "window=4", "arbiter=random"}, "arbiter=random", "arbiter=oldest"},
      {"window-saturation",
       {"ports=2", "window=2", "arbiter=oldest"},
       "arbiter=oldest",
       "arbiter=round-robin"},
      {"window-saturation", {"ports=16", "window=4", "arbiter=random"}, "window=4", "window=5"},
      // pointers that move although the grant is not accepted; one round too many
      {"voq-wait", {"load=0.7", "scheduler=islip", "iterations=1"}, "scheduler=islip", "scheduler=rrm"},
      {"voq-wait", {"load=0.8", "scheduler=islip", "iterations=2"}, "iterations=2", "iterations=3"},
      {"voq-saturation", {"ports=16", "iterations=2"}, "iterations=2", "iterations=1"},
      // crosspoints
      {"voq-wait", {"load=0.9", "cells=1"}, "cells=1", "cells=2"},
      {"unbalanced-throughput",
       {"unbalance=0.5", "inputs=round-robin"},
       "inputs=round-robin",
       "inputs=longest"},
      {"unbalanced-throughput", {"unbalance=0.5", "inputs=longest"}, "inputs=longest", "inputs=round-robin"},
      // when the cells of a slot leave a memory
      {"sharing-loss-turns", {"cells=16"}, "order=turns", "order=slotted"},
      {kListed, {"cells=16"}, "order=slotted", "order=turns"},
      {"bursty-wait", {"load=0.5", "burst=16", "scheduler=islip", "iterations=4"}, "burst=16", "burst=32"}};
  for (const auto& change : changes) {
    const slots::Value value = value_with(change.place, change.parameters);
    const double share = 100000. / static_cast<double>(value.slots);
    CAPTURE(value.place, value.parameters, change.to);
    CHECK(slots::agrees(value, slots::remake(value, share)));
    CHECK_FALSE(slots::agrees(value, slots::remake(with(value, change.from, change.to), share)));
  }
}

TEST_CASE("a file of reference values that is wrong is named with its line", "[reference]") {
  CHECK(message_of<std::invalid_argument>([] { slots::read_values("nowhere.csv"); }) ==
        "nowhere.csv: cannot be read, or does not begin with: "
        "place,model,parameters,measure,value,half-width,slots");
}
