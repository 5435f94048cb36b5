// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/criterion_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "host/base/nearest_word.h"
#include "host/base/toml_place.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/run/measure_table.h"
#include "testbenches/experiment/expectation_reader.h"
#include "testbenches/labs/criterion.h"
#include "testbenches/labs/unit.h"

namespace xb {
namespace {

/// What decides whose code runs, and where, is not the unit's to say.
constexpr std::array<const char*, 3> kNotOfUnits{"rtl", "device", "cluster"};

bool is_key_of_run(const std::string& name) {
  const auto& keys = config_keys();
  const auto same = [&](const ConfigKey& known) { return known.name == name; };
  const bool is_refused = std::find(kNotOfUnits.begin(), kNotOfUnits.end(), name) != kNotOfUnits.end();
  return !is_refused && std::any_of(keys.begin(), keys.end(), same);
}

std::string nearest_of(const std::string& word, const std::vector<std::string>& words) {
  const std::string nearest = nearest_word(word, words);
  return nearest.empty() ? std::string() : fmt::format("'{}', the nearest; of ", nearest);
}

}  // namespace

RunConfig LabKeys::config(const std::string& engine, const Answers& answers) const {
  RunConfig config;
  set_key(config, "engine", engine, "run");
  for (const Key& key : keys) set_key(config, key.key, key.value, "run");
  for (const Key& key : from_answers) {
    const std::string value = answers.text(key.value);
    try {
      set_key(config, key.key, value, "answers.toml: " + key.value);
    } catch (const InputError& error) {
      throw NotReached(error.what());
    }
  }
  return config;
}

std::vector<std::string> LabKeys::flags(const Answers& answers) const {
  std::vector<std::string> flags;
  for (const Key& key : keys) flags.insert(flags.end(), {"--" + key.key, key.value});
  for (const Key& key : from_answers) flags.insert(flags.end(), {"--" + key.key, answers.text(key.value)});
  return flags;
}

CriterionTable::CriterionTable(const toml::table& table, std::string file, const Answers& skeleton,
                               std::filesystem::path unit)
    : table_(table), file_(std::move(file)), skeleton_(skeleton), unit_(std::move(unit)) {}

const toml::node& CriterionTable::node(const std::string& key) {
  known_.insert(key);
  const toml::node* const found = table_.get(key);
  if (found == nullptr)
    throw InputError(fmt::format("{}: criterion: no '{}'; allowed: with it", toml_place(file_, table_), key));
  return *found;
}

std::string CriterionTable::place(const std::string& key) const {
  const toml::node* const found = table_.get(key);
  return toml_place(file_, found == nullptr ? static_cast<const toml::node&>(table_) : *found);
}

InputError CriterionTable::refusal(const std::string& key, const std::string& value,
                                   const std::string& allowed) const {
  return InputError(
      fmt::format("{}: criterion.{}: '{}' is not allowed; allowed: {}", place(key), key, value, allowed));
}

std::string CriterionTable::text(const std::string& key) {
  const auto value = node(key).value_exact<std::string>();
  if (!value || value->empty() || value->find('\n') != std::string::npos)
    throw refusal(key, value.value_or(""), "a text of one line");
  return *value;
}

std::string CriterionTable::text_or(const std::string& key, const std::string& otherwise) {
  known_.insert(key);
  return has(key) ? text(key) : otherwise;
}

double CriterionTable::number(const std::string& key, double low, double high) {
  const toml::node& found = node(key);
  const auto value = found.value<double>();
  if (!value || found.is_boolean() || !(*value >= low && *value <= high))
    throw refusal(key, toml_scalar(found, place(key), "criterion." + key, "a number"),
                  fmt::format("a number, {:g}..{:g}", low, high));
  return *value;
}

double CriterionTable::number_or(const std::string& key, double low, double high, double otherwise) {
  known_.insert(key);
  return has(key) ? number(key, low, high) : otherwise;
}

std::vector<unsigned> CriterionTable::wholes(const std::string& key, unsigned low, unsigned high) {
  std::vector<unsigned> values;
  const toml::array* const list = node(key).as_array();
  const std::size_t size = list == nullptr ? 0 : list->size();
  for (std::size_t n = 0; n < size; ++n) {
    const auto value = list->get(n)->value_exact<std::int64_t>();
    const bool fits = value && *value >= low && *value <= high;
    if (fits && std::find(values.begin(), values.end(), *value) == values.end())
      values.push_back(static_cast<unsigned>(*value));
  }
  if (values.empty() || values.size() != size)
    throw refusal(key, "", fmt::format("a list of numbers {}..{}, none twice", low, high));
  return values;
}

std::filesystem::path CriterionTable::sealed_file_or_none(const std::string& key, const std::string& sha256) {
  known_.insert(sha256);
  const std::string name = text_or(key, "");
  if (name.empty()) return {};
  const std::filesystem::path file = std::filesystem::path(file_).parent_path() / name;
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    throw refusal(key, name, "a file that is there, relative to this one");
  const std::string digest = sha256_of(file), wanted = text(sha256);
  if (digest != wanted)
    throw refusal(sha256, wanted, fmt::format("the SHA-256 of {}, which is {}", file.string(), digest));
  return std::filesystem::absolute(file);
}

std::string CriterionTable::answer_named(const std::string& key, const toml::node& node) const {
  const auto name = node.value_exact<std::string>();
  const std::vector<std::string> names = skeleton_.names();
  if (!name || std::find(names.begin(), names.end(), *name) == names.end())
    throw InputError(
        fmt::format("{}: criterion.{}: '{}' is not allowed; allowed: {}{}, as in the skeleton's answers.toml",
                    toml_place(file_, node), key, name.value_or(""), nearest_of(name.value_or(""), names),
                    fmt::join(names, " ")));
  return *name;
}

std::string CriterionTable::answer(const std::string& key) { return answer_named(key, node(key)); }

std::vector<std::string> CriterionTable::answers(const std::string& key) {
  const toml::array* const list = node(key).as_array();
  if (list == nullptr || list->empty()) throw refusal(key, "", "a list of names of answers.toml");
  std::vector<std::string> names;
  for (const auto& element : *list) names.push_back(answer_named(key, element));
  return names;
}

std::string CriterionTable::key(const std::string& key) {
  const std::string name = text(key);
  if (!is_key_of_run(name)) throw refusal(key, name, "a key of xbarlab run --help");
  return name;
}

std::string CriterionTable::measure(const std::string& key) {
  const std::string name = text(key);
  const std::vector<std::string> known = plotted_measures();
  if (std::find(known.begin(), known.end(), name) == known.end())
    throw refusal(key, name, fmt::format("{}{}", nearest_of(name, known), fmt::join(known, " ")));
  return name;
}

std::vector<LabKeys::Key> CriterionTable::pairs(const std::string& key) {
  const toml::table* const pairs = node(key).as_table();
  if (pairs == nullptr) throw refusal(key, "", "a table: { key = value, ... }");
  std::vector<LabKeys::Key> found;
  for (const auto& [name, value] : *pairs) {
    const std::string word(name.str());
    const std::string at = toml_place(file_, value);
    if (std::find(kNotOfUnits.begin(), kNotOfUnits.end(), word) != kNotOfUnits.end())
      throw InputError(
          fmt::format("{}: criterion.{}.{}: not allowed; allowed: other keys of a run", at, key, word));
    found.push_back({word, toml_scalar(value, at, word, "a text, a number, true or false")});
  }
  return found;
}

LabKeys CriterionTable::run(const std::string& engine) {
  known_.insert("from-answers");
  LabKeys run;
  run.keys = pairs("run");
  const toml::table& given = *table_.get("run")->as_table();
  RunConfig config;
  set_key(config, "engine", engine, "run");
  for (LabKeys::Key& key : run.keys) {
    key.value = beside(file_, key.key, key.value);
    set_key(config, key.key, key.value, toml_place(file_, *given.get(key.key)));
  }
  if (has("from-answers")) {
    run.from_answers = pairs("from-answers");
    const toml::table& taken = *table_.get("from-answers")->as_table();
    for (const LabKeys::Key& key : run.from_answers) {
      answer_named("from-answers", *taken.get(key.key));
      if (!is_key_of_run(key.key)) throw refusal("from-answers", key.key, "a key of xbarlab run --help");
    }
    return run;  // whether the point can run is known with its answers
  }
  try {
    resolve(config);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: criterion.run: {}", place("run"), error.what()));
  }
  return run;
}

void CriterionTable::finish() const {
  for (const auto& [name, value] : table_) {
    const std::string key(name.str());
    if (known_.count(key) == 1) continue;
    const std::vector<std::string> known(known_.begin(), known_.end());
    throw InputError(fmt::format("{}: unknown key 'criterion.{}'; allowed for this kind: {}{}",
                                 toml_place(file_, name), key, nearest_of(key, known),
                                 fmt::join(known, " ")));
  }
}

}  // namespace xb
