// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "host/run/measure_table.h"
#include "host/theory/theory.h"
#include "testbenches/experiment/experiment_file.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kNumberText = "^[-+]?[0-9.]+([eE][-+]?[0-9]+)?$";
constexpr const char* kRangeText = "^ *-?[0-9.]+ *[.][.] *-?[0-9.]+[ \\t]+step[ \\t]+[0-9.]+ *$";

Json text() { return {{"type", "string"}}; }
Json matching(const std::string& pattern) { return {{"type", "string"}, {"pattern", pattern}}; }

/// One value of a key, as TOML has it: a number may be text, and a range stands for numbers.
Json value_schema(const ValueForm& form) {
  Json any = Json::array();
  if (!form.words.empty()) any.push_back({{"enum", form.words}});
  if (form.number) {
    any.push_back({{"type", form.number->whole ? "integer" : "number"},
                   {"minimum", form.number->low},
                   {"maximum", form.number->high}});
  }
  if (!form.numbers.empty()) any.push_back({{"enum", form.numbers}});
  if (form.number || !form.numbers.empty()) {
    any.push_back(matching(kNumberText));
    any.push_back(matching(kRangeText));
  }
  if (!form.pattern.empty()) any.push_back(matching(form.pattern));
  return {{"anyOf", any}};
}

Json one_or_more(const Json& one) {
  return {{"anyOf", {one, {{"type", "array"}, {"items", one}, {"minItems", 1}}}}};
}

std::string described(const ConfigKey& key) { return fmt::format("{}. Allowed: {}.", key.help, key.allowed); }

Json default_of(const ConfigKey& key) {
  static const RunConfig defaults;
  return key.get(defaults);
}

/// A key where it may be swept.
Json key_schema(const ConfigKey& key) {
  Json schema{{"description", described(key)}, {"default", default_of(key)}};
  schema.update(one_or_more({{"$ref", "#/definitions/" + key.name}}));
  return schema;
}

Json table_of(Json properties) {
  return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

Json keys_schema() {
  Json properties = Json::object();
  for (const ConfigKey& key : config_keys()) properties[key.name] = key_schema(key);
  return properties;
}

Json with_words(Json schema, const std::string& words) {
  schema["description"] = words;
  return schema;
}

Json expectation_schema() {
  Json theory_names = Json::array();
  for (const Theory& theory : theories()) theory_names.push_back(theory.name);
  const Json number{{"type", "number"}};
  Json properties{
      {"origin", with_words({{"enum", {"printed", "equation", "literature", "independent", "regression"}}},
                            "where the value comes from: printed in the paper, worked out from its equation, "
                            "other literature, an independent program, or the lab itself, before")},
      {"claim", with_words(text(), "what the source says, in a sentence")},
      {"refuted", with_words(text(), "why that does not come out here; the check fails if it does")},
      {"not-testable", with_words(text(), "why it cannot be tested here; with claim and origin only")},
      {"over", with_words({{"$ref", "#/definitions/keys"}},
                          "judge the ratio to the point with these values, all others being the same")},
      {"measure",
       with_words(text(), "path into the record's result, such as queueing.mean; in a search, found")},
      {"of", with_words({{"enum", {"points", "mean"}}}, "each point, or the mean of all")},
      {"per", with_words({{"enum", {"cycle", "slot", "cell", "beat"}}}, "unit of the expected value")},
      {"tolerance",
       with_words({{"anyOf", {{{"type", "number"}, {"minimum", 0}}, matching("^([0-9.eE+-]+ *%?|none)$")}}},
                  "in the measure's unit, or a percentage of the expected value; none: not judged")},
      {"theory", with_words({{"enum", theory_names}}, "name of the theory that gives the values")},
      {"values", with_words({{"type", {"number", "array"}}}, "one for all points, or one for each")},
      {"at-least", with_words(number, "least value, without a tolerance")},
      {"at-most", with_words(number, "largest value, without a tolerance")},
      {"where", with_words({{"$ref", "#/definitions/keys"}}, "only points that have these values")}};
  Json schema = table_of(std::move(properties));
  schema["anyOf"] = {{{"required", {"measure"}}}, {{"required", {"not-testable"}}}};
  return schema;
}

Json plot_schema() {
  Json key_names = Json::array();
  for (const ConfigKey& key : config_keys()) key_names.push_back(key.name);
  const Json key{{"enum", key_names}}, measure{{"enum", plotted_measures()}};
  Json properties{
      {"figure", with_words({{"enum", plot_figures()}}, "one of the report's figures")},
      {"y", with_words(one_or_more(measure), "measures, by the names that expect.measure has for them")},
      {"x", with_words(key, "key along the axis")},
      {"by", with_words(one_or_more(key), "keys that tell lines apart; a plot each for the others' values")},
      {"where", with_words({{"$ref", "#/definitions/keys"}}, "only points that have these values")},
      {"title", with_words(text(), "above the plot")},
      {"log", with_words({{"type", "boolean"}, {"default", false}}, "logarithmic scale of y")}};
  return table_of(std::move(properties));
}

/// The entries of a file that are no keys of a point.
Json entries_schema() {
  const Json expectation{{"$ref", "#/definitions/expectation"}};
  const Json tables{{"type", "array"}, {"items", {{"$ref", "#/definitions/keys"}}}};
  Json seeds = value_schema({{}, ValueForm::Range{1, kMostSeeds, true}, {}, ""});
  return {
      {"title", with_words(text(), "what the experiment shows, in words")},
      {"source", with_words(text(), "who published it, in words")},
      {"quick", with_words({{"type", "boolean"}}, "part of reproduce --quick")},
      {"include", with_words(text(), "file beside this one whose keys come first")},
      {"seeds", with_words(std::move(seeds), "seeds 1, 2, ... of each point, instead of seed")},
      {"search",
       with_words({{"enum", {"none", "saturation", "depth", "headroom"}}, {"default", "none"}},
                  "search the values of a key instead of running all of them: of load, the "
                  "largest that is carried; of depth, the least that keeps a target; of headroom, the "
                  "least with which no packet finds an input full")},
      {"max-loss",
       with_words({{"anyOf",
                    {{{"type", "number"}, {"exclusiveMinimum", 0}, {"maximum", 1}}, matching(kNumberText)}}},
                  "target of search depth: share of the offered packets that may be lost")},
      {"min-throughput",
       with_words({{"anyOf",
                    {{{"type", "number"}, {"minimum", 0}, {"maximum", 1}},
                     matching(kNumberText),
                     matching("^[0-9.]+ *%$")}}},
                  "target of search depth: of the line rate, or a percentage of the offered load")},
      {"case", with_words(tables, "sweeps of their own: keys besides the file's")},
      {"exclude", with_words(tables, "points that are left out: those that match all keys of one table")},
      {"plot", with_words({{"type", "array"}, {"items", {{"$ref", "#/definitions/plot"}}}},
                          "what the report shows, instead of what it chooses itself")},
      {"check", with_words({{"type", "object"}}, "for pytest-xbarlab: device, and flags of device check")},
      {"golden", with_words({{"type", "object"}}, "for pytest-xbarlab: folder, and flags of golden")},
      {"expect", with_words({{"anyOf", {expectation, {{"type", "array"}, {"items", expectation}}}}},
                            "what the points must measure")},
      {"limits", with_words(one_or_more(matching("^ *[^ <>]+ *[<>]= *[-0-9.][^ ]* *$")),
                            "the same in short: a measure, >= or <=, and a number")}};
}

}  // namespace

Json experiment_schema() {
  Json definitions = Json::object();
  for (const ConfigKey& key : config_keys()) definitions[key.name] = value_schema(key.form);
  definitions["keys"] = table_of(keys_schema());
  definitions["expectation"] = expectation_schema();
  definitions["plot"] = plot_schema();
  Json properties = entries_schema();
  properties.update(keys_schema());
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
              {"title", "Experiment file of xbarlab"},
              {"type", "object"},
              {"properties", std::move(properties)},
              {"additionalProperties", false},
              {"definitions", std::move(definitions)}};
  return schema;
}

}  // namespace xb
