// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/criterion_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "host/base/nearest_word.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/point/run_config.h"
#include "host/run/measure_use.h"
#include "testbenches/experiment/expectation_reader.h"
#include "testbenches/labs/criterion.h"
#include "testbenches/labs/made_file.h"
#include "testbenches/labs/unit.h"
#include "testbenches/sources/verilog_names.h"

namespace xb {
namespace {

/// What decides whose code runs, and where, is not the unit's to say.
const std::vector<std::string> kNotOfUnits{"rtl", "device", "cluster"};

OtherKeys keys_of_run(const TomlValue::Read& read) {
  return {{"a text or a number", read},
          key_names(kNotOfUnits),
          fmt::format("{}, but for {}", kKeysOfRun, fmt::join(kNotOfUnits, " "))};
}

}  // namespace

RunConfig LabKeys::config(const std::string& engine, const Answers& answers) const {
  RunConfig config;
  set_key(config, "engine", engine, "run");
  for (const Key& key : keys) set_key(config, key.key, key.value, "run");
  for (const Key& key : from_answers) {
    const std::string value = answers.text(key.value);
    of_student([&] { set_key(config, key.key, value, "answers.toml: " + key.value); });
  }
  return config;
}

std::vector<std::string> LabKeys::flags(const Answers& answers) const {
  std::vector<std::string> flags;
  for (const Key& key : keys) flags.insert(flags.end(), {"--" + key.key, key.value});
  for (const Key& key : from_answers) flags.insert(flags.end(), {"--" + key.key, answers.text(key.value)});
  return flags;
}

CriterionTable::CriterionTable(TomlValue value, const Answers& skeleton, std::filesystem::path unit)
    : value_(std::move(value)), skeleton_(skeleton), unit_(std::move(unit)) {}

void CriterionTable::read(const TomlKey& key) {
  known_.insert(key.name);
  const OtherKeys later = any_others();
  value_.read_table({key}, &later);
}

InputError CriterionTable::refusal(const std::string& key, const std::string& value,
                                   const std::string& allowed) const {
  const toml::node* const found = value_.node.as_table()->get(key);
  return InputError("{}: criterion.{}: '{}' is not allowed; allowed: {}",
                    value_.reader.place((found == nullptr ? value_.node : *found).source()), key, value,
                    allowed);
}

std::string CriterionTable::text(const std::string& key) {
  std::string text;
  const auto read_line = [&](const TomlValue& value) {
    if (value.text().find('\n') != std::string::npos) value.refuse();
    text = value.text();
  };
  read({key, {"a text of one line", read_line}, kNeeded});
  return text;
}

std::string CriterionTable::text_or(const std::string& key, const std::string& otherwise) {
  known_.insert(key);
  return has(key) ? text(key) : otherwise;
}

double CriterionTable::number(const std::string& key, double low, double high) {
  double number = low;
  read({key, number_to(number, low, high), kNeeded});
  return number;
}

double CriterionTable::number_or(const std::string& key, double low, double high, double otherwise) {
  read({key, number_to(otherwise, low, high)});
  return otherwise;
}

std::vector<unsigned> CriterionTable::wholes(const std::string& key, unsigned low, unsigned high) {
  std::vector<unsigned> values;
  const auto read_all = [&](const TomlValue& list) {
    if (!list.node.is_array() || list.node.as_array()->empty()) list.refuse();
    list.each([&](const TomlValue& value) {
      values.push_back(static_cast<unsigned>(value.whole(low, high)));
      if (std::count(values.begin(), values.end(), values.back()) > 1) value.refuse();
    });
  };
  read({key, {fmt::format("a list of numbers {}..{}, none twice", low, high), read_all}, kNeeded});
  return values;
}

std::filesystem::path CriterionTable::sealed_file_or_none(const std::string& key, const std::string& sha256) {
  known_.insert(sha256);
  const std::string name = text_or(key, "");
  if (name.empty()) return {};
  const std::string wanted = text(sha256);
  if (wanted.empty()) return {};
  const std::filesystem::path file = value_.reader.beside(name);
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    throw refusal(key, name, "a file that is there, relative to this one");
  const std::string digest = sha256_of(file);
  if (digest != wanted)
    throw refusal(sha256, wanted, fmt::format("the SHA-256 of {}, which is {}", file.string(), digest));
  return std::filesystem::absolute(file);
}

std::string CriterionTable::word(const std::string& key, const std::vector<std::string>& words,
                                 const std::string& what) {
  std::string word;
  read({key, word_to(word, words, what), kNeeded});
  return word;
}

std::string CriterionTable::answer(const std::string& key) { return word(key, skeleton_.names()); }

std::vector<std::string> CriterionTable::answers(const std::string& key) {
  std::vector<std::string> names;
  const auto read_all = [&](const TomlValue& list) {
    if (!list.node.is_array() || list.node.as_array()->empty()) list.refuse();
    list.each([&](const TomlValue& name) { names.push_back(name.word(skeleton_.names())); });
  };
  read({key, {"a list of names of answers.toml", read_all}, kNeeded});
  return names;
}

std::string CriterionTable::key(const std::string& key) {
  return word(key, key_names(kNotOfUnits), kKeysOfRun);
}

std::string CriterionTable::measure(const std::string& key) { return measure_ = text(key); }

LabKeys CriterionTable::run(const std::string& engine) {
  LabKeys run;
  RunConfig config;
  set_key(config, "engine", engine, "run");
  const OtherKeys given = keys_of_run([&](const TomlValue& value) {
    const std::string text = beside(value.reader.file(), value.name, value.scalar());
    set_key(config, value.name, text, value.place());
    run.keys.push_back({value.name, text});
  });
  const OtherKeys taken = keys_of_run([&](const TomlValue& value) {
    run.from_answers.push_back({value.name, value.word(skeleton_.names())});
  });
  bool is_read = false;
  const auto read_run = [&](const TomlValue& value) {
    is_read = value.read_table({}, &given);
    if (!is_read || has("from-answers")) return;
    try {
      resolve(config);
    } catch (const InputError& error) {
      value.fail(error.what());
    }
  };
  read({"run", {"a table: { key = value, ... }", read_run}, kNeeded});
  read({"from-answers", table_of(taken)});
  if (is_read && !measure_.empty() && measure_of(config, measure_) == nullptr) {
    const std::string numbers = numbers_of_measure(config, measure_);
    throw refusal("measure", measure_,
                  numbers.empty() ? allowed_names(measures_of(config), {}, measure_) : numbers);
  }
  return run;
}

void CriterionTable::finish() const {
  TomlKeys known;
  for (const std::string& key : known_) known.push_back({key, any_others().kind});
  value_.read_table(known);
}

RtlFolder rtl_folder(CriterionTable& table) {
  RtlFolder folder;
  const auto read = [&folder](const TomlValue& value) {
    folder.name = value.text();
    const bool below = folder.name == "rtl" || folder.name.rfind("rtl/", 0) == 0;
    if (!below || folder.name.find("..") != std::string::npos || folder.name.back() == '/') value.refuse();
  };
  table.read({"rtl", {"rtl, or a folder below, such as rtl/arbiter", read}, kNeeded});
  const std::filesystem::path skeleton = table.unit_folder() / "skeleton" / folder.name;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(skeleton, error)) {
    if (made_name(entry.path()).extension() != ".sv") continue;
    const auto modules = verilog_names(made_text(entry.path())).modules;
    folder.handed_out.insert(modules.begin(), modules.end());
  }
  return folder;
}

}  // namespace xb
