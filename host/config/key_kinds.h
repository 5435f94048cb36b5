// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "host/base/parse_number.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"

namespace xb {

// How keys are made: one function per kind of value.

inline ValueForm range_form(double low, double high, bool whole) {
  return {{}, ValueForm::Range{low, high, whole}, {}, ""};
}

/// A member of a configuration, or of a part of it.
template <class T, class Part = RunConfig>
using Field = T Part::*;

/// A number within low..high.
template <class T, class Part>
ConfigKey number_key(std::string name, Field<T, Part> field, double low, double high, const std::string& unit,
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
ConfigKey listed_key(std::string name, Field<T, Part> field, std::vector<T> values, std::string help) {
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
ConfigKey choice_key(std::string name, Field<std::string> field, std::vector<std::string> values,
                     std::string help);

/// One of the words of a choice.
template <class Choice, class Part>
ConfigKey choice_key(std::string name, Field<Choice, Part> field, std::string help) {
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

constexpr const char* kTimePattern = "^[0-9.]+ *(ps|ns|us|ms|s)$";

/// Whether a text is what `parse` takes, which throws std::invalid_argument for all else.
template <class T>
bool parses(T (*parse)(std::string_view), const std::string& text) {
  try {
    parse(text);
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

/// A text, kept as `takes` leaves it; false: it is not allowed.
ConfigKey text_key(std::string name, Field<std::string> field, std::string allowed, std::string help,
                   std::function<bool(std::string&)> takes, ValueForm form);

/// One of a few words, or a number within low..high; the field has its text.
ConfigKey number_or_word_key(std::string name, Field<std::string> field, std::vector<std::string> words,
                             unsigned low, unsigned high, const std::string& unit, std::string help);

ConfigKey time_or_auto_key(std::string name, Field<std::string> field, std::string help);
/// Bytes; `none` where that is allowed.
ConfigKey memory_key(std::string name, Field<std::string> field, bool none, std::string help);

// Keys of a form of their own.
ConfigKey clock_key();
ConfigKey packet_key();
ConfigKey gap_key();
ConfigKey incast_bytes_key();
ConfigKey flow_sizes_key();
ConfigKey output_period_key();
ConfigKey ci_key();
ConfigKey warmup_key();

}  // namespace xb
