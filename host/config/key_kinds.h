// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/base/parse_number.h"
#include "host/base/units.h"
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

/// A text, kept as `takes` leaves it; false: it is not allowed.
ConfigKey text_key(std::string name, Field<std::string> field, std::string allowed, std::string help,
                   std::function<bool(std::string&)> takes, ValueForm form);

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

/// What a text gives, read here and kept with it: the word without a value, one of `words`, or what has the
/// pattern.
template <auto parse, const char* word, const char* ending, class Part>
ConfigKey named_key(std::string name, Field<Given<parse, word, ending>, Part> field,
                    std::vector<std::string> words, std::string allowed, std::string help,
                    std::string pattern) {
  if constexpr (kIsText<word>) words.insert(words.begin(), word);
  ConfigKey key{std::move(name),
                std::move(allowed),
                std::move(help),
                [=](RunConfig& c, const std::string& v) {
                  auto given = Given<parse, word, ending>::read(v);
                  if (given) c.*field = std::move(*given);
                  return given.has_value();
                },
                [=](const RunConfig& c) { return (c.*field).text(); },
                {std::move(words), {}, {}, std::move(pattern)}};
  key.file_ending = ending;
  return key;
}

/// The same without words of its own.
template <auto parse, const char* word, class Part>
ConfigKey given_key(std::string name, Field<Given<parse, word>, Part> field, std::string allowed,
                    std::string help, std::string pattern) {
  if constexpr (kIsText<word>) allowed.insert(0, std::string(word) + ", or ");
  return named_key(std::move(name), field, {}, std::move(allowed), std::move(help), std::move(pattern));
}

template <auto parse, const char* word, class Part>
ConfigKey time_key(std::string name, Field<Given<parse, word>, Part> field, std::string help,
                   std::string allowed = kAllowedTime) {
  return given_key(std::move(name), field, std::move(allowed), std::move(help), "^[0-9.]+ *(ps|ns|us|ms|s)$");
}

template <auto parse, const char* word, class Part>
ConfigKey bytes_key(std::string name, Field<Given<parse, word>, Part> field, std::string help,
                    std::string allowed = kAllowedBytes) {
  return given_key(std::move(name), field, std::move(allowed), std::move(help), "^[0-9.]+ *([kKMG]i?)?B$");
}

/// A number within low..high, or one of a few words, each with what it stands for.
template <class T, class Part>
ConfigKey number_or_word_key(std::string name, Field<std::optional<T>, Part> field,
                             std::vector<std::pair<std::string, std::optional<T>>> words, double low,
                             double high, const std::string& unit, std::string help) {
  ConfigKey key;
  key.name = std::move(name);
  key.help = std::move(help);
  for (const auto& [word, value] : words) {
    key.allowed += word + ", ";
    key.form.words.push_back(word);
  }
  key.allowed += fmt::format("or {:.0f}..{:.0f} {}", low, high, unit);
  key.form.number = {low, high, true};
  key.set = [=](RunConfig& c, const std::string& v) {
    for (const auto& [word, value] : words) {
      if (v == word) return c.*field = value, true;
    }
    T number{};
    return parse_number(v, low, high, number) && (c.*field = number, true);
  };
  key.get = [=](const RunConfig& c) -> nlohmann::ordered_json {
    for (const auto& [word, value] : words) {
      if (c.*field == value) return word;
    }
    return *(c.*field);
  };
  return key;
}

// Keys of a form of their own.
ConfigKey clock_key();
ConfigKey packet_key();
ConfigKey gap_key();
ConfigKey output_period_key();
ConfigKey ci_key();

}  // namespace xb
