// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "host/base/named_entries.h"
#include "host/base/parse_number.h"
#include "host/base/units.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"

namespace xb {

// How keys are made: one function per kind of value.

/// A member of a configuration, or of a part of it.
template <class T, class Part = RunConfig>
using Field = T Part::*;

template <class Part, class Config>
auto& part_of(Config& config) {
  if constexpr (std::is_same_v<Part, TrafficConfig>)
    return *config.traffic;
  else
    return config;
}

/// A number within low..high.
template <class T, class Part>
ConfigKey number_key(std::string name, Field<T, Part> field, double low, double high, const std::string& unit,
                     std::string help) {
  const std::string range = std::is_floating_point_v<T> ? fmt::format("{}..{}", low, high)
                                                        : fmt::format("{:.0f}..{:.0f}", low, high);
  return {
      std::move(name),
      range + (unit.empty() ? "" : " " + unit),
      std::move(help),
      [=](RunConfig& c, const std::string& v) { return parse_number(v, low, high, part_of<Part>(c).*field); },
      [=](const RunConfig& c) { return part_of<Part>(c).*field; },
      {{}, ValueForm::Range{low, high, !std::is_floating_point_v<T>}, {}, ""}};
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
              if (given == value) return part_of<Part>(c).*field = value, true;
            }
            return false;
          },
          [=](const RunConfig& c) { return part_of<Part>(c).*field; },
          {{}, {}, {values.begin(), values.end()}, ""}};
}

/// A text, kept as `takes` leaves it; false: it is not allowed.
inline ConfigKey text_key(std::string name, Field<std::string> field, std::string allowed, std::string help,
                          const std::function<bool(std::string&)>& takes, ValueForm form) {
  return {std::move(name),
          std::move(allowed),
          std::move(help),
          [=](RunConfig& c, std::string v) { return takes(v) && (c.*field = std::move(v), true); },
          [=](const RunConfig& c) { return c.*field; },
          std::move(form)};
}

/// One of the words of a choice.
template <class Choice, class Part>
ConfigKey choice_key(std::string name, Field<Choice, Part> field, std::string help) {
  constexpr auto all = words(Choice{});
  return {std::move(name),
          fmt::format("{}", fmt::join(all, " ")),
          std::move(help),
          [=](RunConfig& c, const std::string& v) {
            const std::optional<Choice> given = find_choice<Choice>(v);
            if (given) part_of<Part>(c).*field = *given;
            return given.has_value();
          },
          [=](const RunConfig& c) { return word(part_of<Part>(c).*field); },
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
                  if (given) part_of<Part>(c).*field = std::move(*given);
                  return given.has_value();
                },
                [=](const RunConfig& c) { return (part_of<Part>(c).*field).text(); },
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
  key.allowed += fmt::format("or {:.0f}..{:.0f}{}{}", low, high, unit.empty() ? "" : " ", unit);
  key.form.number = {low, high, true};
  key.set = [=](RunConfig& c, const std::string& v) {
    for (const auto& [word, value] : words) {
      if (v == word) return part_of<Part>(c).*field = value, true;
    }
    T number{};
    return parse_number(v, low, high, number) && (part_of<Part>(c).*field = number, true);
  };
  key.get = [=](const RunConfig& c) -> nlohmann::ordered_json {
    for (const auto& [word, value] : words) {
      if (part_of<Part>(c).*field == value) return word;
    }
    return *(part_of<Part>(c).*field);
  };
  return key;
}

inline std::string listed(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

/// The entries of a registry that name the key.
template <class Entry>
std::string users_of(const std::vector<Entry>& entries, const std::string& key) {
  return listed(names_using(entries, key));
}

/// The ports of a configuration are a key's.
inline bool has_ports(const RunConfig& config) { return config.has_ports(); }

inline constexpr const char* kClassPattern = "^[0-7]:[^,]+(,[0-7]:[^,]+)*$";
inline const KeyUse kWithClasses{"classes 2..8", [](const RunConfig& c) { return c.has_classes(); }};

inline constexpr const char* kHostsPattern = "^[0-9]+([.][.][0-9]+)?(,[0-9]+([.][.][0-9]+)?)*$";

// All keys, a row each.
std::vector<ConfigKey> switch_keys();
std::vector<ConfigKey> traffic_keys();
std::vector<ConfigKey> schedule_keys();
std::vector<ConfigKey> network_keys();
std::vector<ConfigKey> host_keys();
std::vector<ConfigKey> run_keys();

}  // namespace xb
