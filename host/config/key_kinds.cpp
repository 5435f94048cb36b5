// SPDX-License-Identifier: Apache-2.0
#include "host/config/key_kinds.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/link/link_rates.h"

namespace xb {
namespace {

bool set_ci(RunConfig& c, const std::string& text) {
  const bool percent = !text.empty() && text.back() == '%';
  double value = 0;
  if (!parse_number(percent ? text.substr(0, text.size() - 1) : text, 0, percent ? 100 : 1, value))
    return false;
  c.ci = percent ? value / 100 : value;
  return true;
}

}  // namespace

ConfigKey choice_key(std::string name, Field<std::string> field, std::vector<std::string> values,
                     std::string help) {
  return text_key(
      std::move(name), field, fmt::format("{}", fmt::join(values, " ")), std::move(help),
      [=](const std::string& v) { return std::find(values.begin(), values.end(), v) != values.end(); },
      {values, {}, {}, ""});
}

ConfigKey word_or_file_key(std::string name, Field<std::string> field, std::vector<std::string> words,
                           const char* ending, std::string allowed, std::string help, std::string before) {
  const std::string usual = RunConfig{}.*field;
  if (std::find(words.begin(), words.end(), usual) == words.end()) words.insert(words.begin(), usual);
  const std::string pattern = *ending == 0 ? fmt::format("^{}.", before) : fmt::format("[.]{}$", ending + 1);
  ConfigKey key = text_key(std::move(name), field, std::move(allowed), std::move(help), {},
                           {std::move(words), {}, {}, pattern})
                      .of_file(ending, std::move(before));
  key.set = [key, field](RunConfig& c, const std::string& v) {
    const auto& known = key.form.words;
    if (key.file_at(v) == std::string::npos && std::find(known.begin(), known.end(), v) == known.end())
      return false;
    return c.*field = v, true;
  };
  return key;
}

ConfigKey text_key(std::string name, Field<std::string> field, std::string allowed, std::string help,
                   std::function<bool(std::string&)> takes, ValueForm form) {
  return {std::move(name),
          std::move(allowed),
          std::move(help),
          [=](RunConfig& c, std::string v) { return takes(v) && (c.*field = std::move(v), true); },
          [=](const RunConfig& c) { return c.*field; },
          std::move(form)};
}

ConfigKey output_period_key() {
  ConfigKey key =
      given_key("output-period", &RunConfig::output_period,
                fmt::format("1..{} beat times, or a list PORT:PERIOD,PORT:PERIOD", kMaxOutputPeriod),
                "period of slow receivers: a beat is taken every so many beat times",
                "^[0-9]+:[0-9]+(,[0-9]+:[0-9]+)*$");
  key.form.number = {1, kMaxOutputPeriod, true};
  key.get = [get = key.get](const RunConfig& c) -> nlohmann::ordered_json {
    if (c.output_period->listed) return get(c);
    return c.output_period->of[0];
  };
  return key;
}

ConfigKey ci_key() {
  return {"ci",
          "0..1, or a percentage such as 1%",
          "half-width of the 95% intervals, relative to the mean, at which a run stops; 0: run all cycles",
          set_ci,
          [](const RunConfig& c) { return c.ci; },
          {{}, ValueForm::Range{0, 1, false}, {}, "^[0-9.]+%$"}};
}

}  // namespace xb
