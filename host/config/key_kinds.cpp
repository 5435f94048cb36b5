// SPDX-License-Identifier: Apache-2.0
#include "host/config/key_kinds.h"

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
