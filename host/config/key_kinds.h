// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string>
#include <vector>

#include "host/base/parse_number.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"

namespace xb {

// How keys are made: one function per kind of value.

inline ValueForm range_form(double low, double high, bool whole) {
  return {{}, ValueForm::Range{low, high, whole}, {}, ""};
}

/// A number within low..high.
template <class T, class Part>
ConfigKey number_key(std::string name, T Part::*field, double low, double high, std::string unit,
                     std::string help) {
  const std::string range = std::is_floating_point_v<T> ? fmt::format("{}..{}", low, high)
                                                        : fmt::format("{:.0f}..{:.0f}", low, high);
  return {std::move(name),
          range + (unit.empty() ? "" : " " + unit),
          std::move(help),
          [=](RunConfig& c, const std::string& v) { return parse_number(v, low, high, c.*field); },
          [=](const RunConfig& c) { return c.*field; },
          range_form(low, high, !std::is_floating_point_v<T>)};
}

/// A number out of a list.
template <class T, class Part>
ConfigKey listed_key(std::string name, T Part::*field, std::vector<T> values, std::string help) {
  std::string allowed;
  for (const T value : values) allowed += fmt::format("{}{}", allowed.empty() ? "" : " ", value);
  return {std::move(name),
          std::move(allowed),
          std::move(help),
          [=](RunConfig& c, const std::string& v) {
            T given{};
            if (!parse_number(v, 0, 1e6, given)) return false;
            for (const T value : values) {
              if (given == value) return c.*field = value, true;
            }
            return false;
          },
          [=](const RunConfig& c) { return c.*field; },
          {{}, {}, {values.begin(), values.end()}, ""}};
}

/// A word out of a list.
ConfigKey choice_key(std::string name, std::string RunConfig::*field, std::vector<std::string> values,
                     std::string help);

/// One of the words of a choice.
template <class Choice, class Part>
ConfigKey choice_key(std::string name, Choice Part::*field, std::string help) {
  constexpr auto all = words(Choice{});
  return {std::move(name),
          fmt::format("{}", fmt::join(all, " ")),
          std::move(help),
          [=](RunConfig& c, const std::string& v) {
            const std::optional<Choice> given = find_choice<Choice>(v);
            if (given) c.*field = *given;
            return given.has_value();
          },
          [=](const RunConfig& c) { return word(c.*field); },
          {{all.begin(), all.end()}, {}, {}, ""}};
}

// Keys of a form of their own.
ConfigKey rtl_key();
ConfigKey device_key();
ConfigKey cluster_key();
ConfigKey schedule_key();
ConfigKey time_or_auto_key(std::string name, std::string RunConfig::*field, std::string help);
ConfigKey global_window_key();
ConfigKey host_delay_key();
/// Bytes; `none` where that is allowed.
ConfigKey memory_key(std::string name, std::string RunConfig::*field, bool none, std::string help);
ConfigKey paging_key();
ConfigKey traffic_key();
ConfigKey clock_key();
ConfigKey packet_key();
ConfigKey gap_key();
ConfigKey output_period_key();
ConfigKey ports_key();
ConfigKey topology_key();
ConfigKey link_latency_key();
ConfigKey adaptive_key();
ConfigKey deadlock_key();
ConfigKey ranks_key();
ConfigKey transfers_key();
ConfigKey time_limit_key();
ConfigKey ci_key();
ConfigKey warmup_key();

}  // namespace xb
