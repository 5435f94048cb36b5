// SPDX-License-Identifier: Apache-2.0
#include "host/config/key_kinds.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/base/units.h"
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

bool set_warmup(RunConfig& c, const std::string& text) {
  std::uint64_t value = 0;
  if (text == "auto") return c.warmup.reset(), true;
  if (!parse_number(text, 0, 1e12, value)) return false;
  c.warmup = value;
  return true;
}

nlohmann::ordered_json get_warmup(const RunConfig& c) {
  if (!c.warmup) return "auto";
  return *c.warmup;
}

bool set_output_period(RunConfig& c, const std::string& text) {
  if (!parse_output_periods(text)) return false;
  c.output_period = text;
  return true;
}

nlohmann::ordered_json get_output_period(const RunConfig& c) {
  unsigned period = 0;
  if (parse_number(c.output_period, 1, kMaxOutputPeriod, period)) return period;
  return c.output_period;
}

}  // namespace

ConfigKey choice_key(std::string name, Field<std::string> field, std::vector<std::string> values,
                     std::string help) {
  return text_key(
      std::move(name), field, fmt::format("{}", fmt::join(values, " ")), std::move(help),
      [=](const std::string& v) { return std::find(values.begin(), values.end(), v) != values.end(); },
      {values, {}, {}, ""});
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

ConfigKey number_or_word_key(std::string name, Field<std::string> field, std::vector<std::string> words,
                             unsigned low, unsigned high, const std::string& unit, std::string help) {
  ConfigKey key = text_key(
      std::move(name), field,
      fmt::format("{}, or {}..{}{}{}", fmt::join(words, ", "), low, high, unit.empty() ? "" : " ", unit),
      std::move(help),
      [=](const std::string& v) {
        unsigned number = 0;
        return std::find(words.begin(), words.end(), v) != words.end() || parse_number(v, low, high, number);
      },
      {words, ValueForm::Range{double(low), double(high), true}, {}, ""});
  key.get = [=](const RunConfig& c) -> nlohmann::ordered_json {
    unsigned number = 0;
    if (parse_number(c.*field, low, high, number)) return number;
    return c.*field;
  };
  return key;
}

ConfigKey time_or_auto_key(std::string name, Field<std::string> field, std::string help) {
  return text_key(std::move(name), field, fmt::format("auto, or {}", kAllowedTime), std::move(help),
                  [](const std::string& v) { return v == "auto" || parses(parse_time, v); },
                  {{"auto"}, {}, {}, kTimePattern});
}

ConfigKey memory_key(std::string name, Field<std::string> field, bool none, std::string help) {
  std::vector<std::string> words(none ? 1 : 0, "none");
  return text_key(std::move(name), field,
                  fmt::format("{}bytes with their unit, such as 128MiB (B, kB, MB, GB, KiB, MiB, GiB)",
                              none ? "none, or " : ""),
                  std::move(help),
                  [=](const std::string& v) { return (none && v == "none") || parses(parse_bytes, v); },
                  {words, {}, {}, "^[0-9.]+ *([kKMG]i?)?B$"});
}

ConfigKey output_period_key() {
  return {"output-period",
          fmt::format("1..{} beat times, or a list PORT:PERIOD,PORT:PERIOD", kMaxOutputPeriod),
          "period of slow receivers: a beat is taken every so many beat times",
          set_output_period,
          get_output_period,
          {{}, ValueForm::Range{1, kMaxOutputPeriod, true}, {}, "^[0-9]+:[0-9]+(,[0-9]+:[0-9]+)*$"}};
}

ConfigKey ci_key() {
  return {"ci",
          "0..1, or a percentage such as 1%",
          "half-width of the 95% intervals, relative to the mean, at which a run stops; 0: run all cycles",
          set_ci,
          [](const RunConfig& c) { return c.ci; },
          {{}, ValueForm::Range{0, 1, false}, {}, "^[0-9.]+%$"}};
}

ConfigKey warmup_key() {
  return {"warmup",
          "auto, or 0..1e12 cycles",
          "cycles before measuring starts; auto: until throughput and occupancy settle",
          set_warmup,
          get_warmup,
          {{"auto"}, ValueForm::Range{0, 1e12, true}, {}, ""}};
}

}  // namespace xb
