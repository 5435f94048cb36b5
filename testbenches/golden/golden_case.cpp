// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden/golden_case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <system_error>

#include "host/base/called_as.h"
#include "host/base/errors.h"
#include "host/base/nearest_word.h"
#include "host/base/ranges.h"
#include "host/base/shell_word.h"
#include "host/config/setup.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPointEnding = ".toml";
constexpr const char* kGoldenEnding = ".trace";

/// Refuses what would break a line of a report, an annotation or the log.
void check_name(const fs::path& folder, const std::string& name) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (any_of(name, is_control))
    throw InputError(
        "golden: a case '{}' is not allowed in {}; allowed: names without line "
        "breaks and the like",
        name, folder.string());
}

std::set<std::string> names_in(const fs::path& folder, const char* ending) {
  std::error_code error;
  std::set<std::string> names;
  fs::directory_iterator entries(folder, error);
  if (error) {
    throw InputError(
        "golden: '{}' is not allowed ({}); allowed: a folder of cases, NAME.toml beside "
        "NAME.trace",
        folder.string(), error.message());
  }
  for (const auto& entry : entries) {
    if (entry.path().extension() != ending) continue;
    names.insert(entry.path().stem().string());
    check_name(folder, entry.path().stem().string());
  }
  return names;
}

void read_point(GoldenCase& one) {
  std::error_code error;
  if (fs::symlink_status(one.point_file, error).type() == fs::file_type::not_found)
    throw InputError(
        "{}: no {} beside it, nothing runs it; allowed: a golden file of a case that is there, or "
        "none",
        one.golden_file.string(), one.point_file.filename().string());
  one.experiment = read_experiment(one.point_file);
  if (!one.experiment.expectations.empty())
    throw InputError("{}: expect: not allowed in a golden case; allowed: keys", one.point_file.string());
  for (const SweptKey& swept : one.experiment.keys) {
    if (swept.key == "engine") one.engines = swept.values;
  }
  const std::set<std::string> distinct(one.engines.begin(), one.engines.end());
  if (distinct.size() != one.engines.size())
    throw InputError("{}: engine: one twice is not allowed; allowed: each once", one.point_file.string());
  const std::vector<Setup> setups = one.experiment.setups();
  const bool engine_given =
      any_of(one.experiment.keys, [](const SweptKey& swept) { return swept.key == "engine"; });
  if (setups.size() != (engine_given ? one.engines.size() : 1))
    throw InputError("{}: {} points are not allowed in a golden case; allowed: one point",
                     one.point_file.string(), setups.size());
  const RunConfig& config = setups.front().config;
  const bool has_twin = config.device.empty() && config.rtl.empty();
  if (!engine_given && !has_twin) one.engines = {"rtl"};
}

GoldenCase read_case(const fs::path& folder, const std::string& name) {
  GoldenCase one;
  one.name = name;
  one.point_file = folder / (name + kPointEnding);
  one.golden_file = folder / (name + kGoldenEnding);
  one.engines = {"rtl", "systemc", "fast"};
  try {
    read_point(one);
  } catch (const InputError& error) {
    one.error = error.what();
  }
  return one;
}

}  // namespace

Setup GoldenCase::setup(const std::string& engine) const {
  Experiment on_engine = experiment;
  on_engine.replace({"engine", {engine}, "--engine"});
  return on_engine.setups().front();
}

std::vector<GoldenCase> read_golden_cases(const fs::path& folder) {
  std::set<std::string> names = names_in(folder, kPointEnding);
  names.merge(names_in(folder, kGoldenEnding));
  if (names.empty())
    throw InputError(
        "golden: '{}' has no case in it; allowed: a folder with a point, NAME.toml, whose golden file then "
        "comes from {} golden {} --accept NAME --reason TEXT",
        folder.string(), called_as(), shell_word(folder.string()));
  std::vector<GoldenCase> cases;
  for (const std::string& name : names) cases.push_back(read_case(folder, name));
  return cases;
}

const GoldenCase& find_golden_case(const std::vector<GoldenCase>& cases, const char* flag,
                                   const std::string& name) {
  std::vector<std::string> names;
  for (const GoldenCase& one : cases) {
    if (one.name == name) return one;
    names.push_back(one.name);
  }
  throw not_allowed(flag, name, "{}", allowed_names(names, {}, name));
}

std::string accept_command(const GoldenCase& one) {
  const fs::path folder = one.point_file.parent_path();
  return fmt::format("{} golden {} --accept {} --reason \"...\"", called_as(),
                     shell_word(folder.empty() ? "." : folder.string()), shell_word(one.name));
}

}  // namespace xb
