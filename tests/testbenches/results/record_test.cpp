// SPDX-License-Identifier: Apache-2.0
// A record identifies its run: its `config`, given again, gives the record again.
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "host/base/errors.h"
#include "host/config/cluster_file.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/point/run_config.h"
#include "testbenches/experiment/experiment_file.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/testbenches/results/drawn_keys.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

using Json = nlohmann::ordered_json;

RunConfig point_of(const GivenKeys& given) {
  Experiment experiment;
  for (const auto& key : given) experiment.replace(key);
  return experiment.points().at(0);
}

/// Leaves out what is refused, one key after the other, so that most draws end as a run.
std::optional<GivenKeys> admitted(GivenKeys given) {
  for (;;) {
    try {
      point_of(given);
      return given;
    } catch (const InputError& error) {
      const std::string message = error.what();
      const std::string key = message.substr(0, message.find(':'));
      const auto culprit =
          std::find_if(given.begin(), given.end(), [&](const SweptKey& k) { return k.key == key; });
      if (culprit == given.end()) return {};
      given.erase(culprit);
    }
  }
}

std::string as_text(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

/// The members of a record's config, as flags.
GivenKeys given_of(const Json& config) {
  GivenKeys given;
  for (const auto& [key, value] : config.items()) given.push_back({key, {as_text(value)}, "--" + key});
  return given;
}

/// What RunConfig::flags() prints, read as a shell reads it.
GivenKeys given_of(const std::string& flags) {
  std::vector<std::string> words;
  bool quoted = false, in_word = false;
  for (std::size_t n = 0; n < flags.size(); ++n) {
    const char c = flags[n];
    if (c == ' ' && !quoted) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == '\'')
      quoted = !quoted;
    else if (c == '\\' && !quoted)
      words.back() += flags[++n];
    else
      words.back() += c;
  }
  GivenKeys given;
  for (std::size_t n = 0; n + 1 < words.size(); n += 2)
    given.push_back({words[n].substr(2), {words[n + 1]}, words[n]});
  return given;
}

/// The point of an experiment file with the members of a record's config.
RunConfig through_file(const Json& config) {
  const ScratchFolder folder;
  const auto file = folder.path() / "x.toml";
  {
    std::ofstream toml(file);
    for (const auto& [key, value] : config.items()) toml << key << " = " << value.dump() << "\n";
  }
  return read_experiment(file).points().at(0);
}

/// All of a record that another run of the same configuration must give again.
std::string reproducible(const RunConfig& config, const RunResult& result) {
  Json record = to_json(config, result, nullptr);
  for (const char* field : {"cpu_seconds", "cycles_per_cpu_second"}) record["result"].erase(field);
  return record.dump();
}

std::string outcome(const RunConfig& config) {
  try {
    return reproducible(config, run_point(config));
  } catch (const RunError& error) {
    return error.what();  // ranks that wait for each other for ever
  } catch (const InputError&) {
    return "";  // what only the hosts refuse
  }
}

/// With the cluster's frame as the packet where that is not given.
Json resolved(RunConfig config) {
  std::vector<std::string> given;
  for (const auto& key : config_keys()) given.push_back(key.name);
  try {
    take_cluster_defaults(config, given);
  } catch (const InputError&) {
    // A cluster that is not there has no frame.
  }
  return to_json(without_unused(config));
}

}  // namespace

TEST_CASE("what is drawn is of keys, each of which has something to be drawn", "[testbenches]") {
  for (const auto* list : {&kShort, &kLongEnds}) {
    for (const KeyValuesToDraw& values : *list) CHECK(find_key(values.key) != nullptr);
  }
  std::mt19937_64 random(1);
  for (const auto& key : config_keys()) {
    CAPTURE(key.name);
    RunConfig config;
    for (const bool runnable : {false, true})
      CHECK_NOTHROW(set_key(config, key.name, draw_value(key, runnable, random), ""));
  }
}

TEST_CASE("a configuration survives being written as flags, as JSON and as TOML", "[testbenches]") {
  std::mt19937_64 random(1);
  unsigned tried = 0, scheduled = 0;
  for (unsigned n = 0; n < 3000; ++n) {
    RunConfig config;
    for (const auto& key : random_keys(false, random)) set_key(config, key.key, key.values.front(), "");
    CAPTURE(to_json(config).dump());
    const Json written = to_json(without_unused(config));
    RunConfig again;
    for (const auto& key : given_of(written)) set_key(again, key.key, key.values.front(), "");
    RunConfig by_flags;
    for (const auto& key : given_of(flags_of(config))) set_key(by_flags, key.key, key.values.front(), "");
    // The flags leave to a cluster what it gives; the next test has the runs.
    const bool has_defaults = config.cluster.text() == "jacunski" || config.cluster.text() == kFile;
    for (const RunConfig* read : {&again, &by_flags}) {
      if (read == &by_flags && has_defaults && config.schedule) continue;
      REQUIRE(resolved(*read) == resolved(config));
      REQUIRE(flags_of(*read) == flags_of(config));
    }
    ++tried;
    scheduled += config.schedule ? 1 : 0;
  }
  CHECK(scheduled > tried / 4);
}

namespace {

/// For so many random runs of schedules, and of stochastic traffic.
void check_records_come_again(unsigned runs, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  unsigned scheduled = 0, stochastic = 0;
  for (unsigned tries = 0; tries < 400 && std::min(scheduled, stochastic) < runs; ++tries) {
    const auto given = admitted(random_keys(true, random));
    if (!given) continue;
    const RunConfig point = point_of(*given);
    unsigned& count = point.schedule ? scheduled : stochastic;
    if (count == runs) continue;
    CAPTURE(flags_of(point));
    const std::string record = outcome(point);
    if (record.empty()) continue;
    ++count;
    const Json config = to_json(point, {}, nullptr).at("config");
    REQUIRE(outcome(point_of(given_of(config))) == record);
    REQUIRE(outcome(point_of(given_of(flags_of(point)))) == record);
    REQUIRE(outcome(through_file(config)) == record);
  }
  CHECK(scheduled >= runs);
  CHECK(stochastic >= runs);
}

}  // namespace

TEST_CASE("a record's configuration gives the record again", "[testbenches]") {
  check_records_come_again(4, 1);
}

TEST_CASE("every record's configuration gives the record again", "[testbenches][long]") {
  check_records_come_again(15, 2);
}

TEST_CASE("a packet of one beat that was asked for is not the cluster's frame", "[testbenches]") {
  const GivenKeys shift{{"ports", {"4"}, ""},
                        {"schedule", {"shift"}, ""},
                        {"cluster", {"tam-326"}, ""},
                        {"engine", {"fast"}, ""}};
  GivenKeys one_beat = shift;
  one_beat.push_back({"packet", {"1"}, ""});
  GivenKeys automatic = shift;
  automatic.push_back({"packet", {"auto"}, ""});
  CHECK(point_of(shift).packet_max == 190);
  CHECK(point_of(automatic).packet_max == 190);
  CHECK(point_of(one_beat).packet_max == 1);
  CHECK(to_json(point_of(shift)) != to_json(point_of(one_beat)));
  CHECK(flags_of(point_of(shift)) != flags_of(point_of(one_beat)));
  CHECK(*run_point(point_of(shift)).completion_cycles != *run_point(point_of(one_beat)).completion_cycles);
}

TEST_CASE("a cluster's own keys hold where others are not given", "[testbenches]") {
  const GivenKeys cluster{{"ports", {"32"}, ""},
                          {"schedule", {"logical-ring"}, ""},
                          {"cluster", {"jacunski"}, ""},
                          {"engine", {"fast"}, ""}};
  const RunConfig point = point_of(cluster);
  CHECK(point.depth == 16);
  CHECK(point.route_delay == 31);
  CHECK(point.packets_per_message == 1);
  CHECK(*run_point(point).completion_seconds == Approx(205.78e-6).epsilon(0.001));  // the paper's table 2
  GivenKeys other = cluster;
  other.push_back({"depth", {"1024"}, ""});  // the default, but given
  CHECK(point_of(other).depth == 1024);
}
