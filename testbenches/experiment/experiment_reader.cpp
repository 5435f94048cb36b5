// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "host/base/errors.h"
#include "host/base/nearest_word.h"
#include "host/base/text_file.h"
#include "host/config/config_keys.h"
#include "testbenches/experiment/expectation_reader.h"
#include "testbenches/experiment/experiment_file.h"
#include "testbenches/experiment/plot_reader.h"
#include "testbenches/experiment/search_plan.h"
#include "testbenches/experiment/value_range.h"

namespace xb {
namespace {

constexpr std::array<const char*, 12> kEntries{"title",    "source",         "case",    "expect",
                                               "seeds",    "exclude",        "include", "search",
                                               "max-loss", "min-throughput", "quick",   "plot"};

/// Of a configuration key, or of an entry of the file.
[[noreturn]] void refuse_unknown_entry(const std::string& place, const std::string& key) {
  std::vector<std::string> known(kEntries.begin(), kEntries.end());
  if (std::find(known.begin(), known.end(), key) != known.end())
    throw InputError(
        fmt::format("{}: unknown key '{}'; allowed: at the top of an experiment file only", place, key));
  for (const auto& k : config_keys()) known.push_back(k.name);
  const std::string nearest = nearest_word(key, known);
  throw InputError(fmt::format(
      "{}: unknown key '{}'; allowed: {}", place, key,
      nearest.empty() ? fmt::format("a key of xbarlab run --help, or {}", fmt::join(kEntries, " "))
                      : fmt::format("'{}', the nearest, or another key of xbarlab "
                                    "run --help",
                                    nearest)));
}

bool is_config_key(const std::string& key) {
  const auto& keys = config_keys();
  return std::any_of(keys.begin(), keys.end(), [&](const ConfigKey& k) { return k.name == key; });
}

/// Reads the tables of one file; what is wrong goes into a list.
class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  Experiment read() {
    const std::string text =
        read_text_file(file_, "run", "an experiment file (xbarlab list experiments), or flags only");
    experiment_.text = SourceText(file_, text);
    const toml::table table = parse_toml(experiment_.text, text);
    experiment_.keys = read_keys(
        table, [&](const std::string& key, const toml::node& node) { return read_entry(key, node); });
    for (auto key = included_.rbegin(); key != included_.rend(); ++key) {
      if (!has_key(key->key)) experiment_.keys.insert(experiment_.keys.begin(), *key);
    }
    if (experiment_.seeds > 0 && has_key("seed"))
      errors_.add(fmt::format("{}: seeds: not allowed beside seed; allowed: one of them",
                              toml_place(file_, *table.get("seeds"))));
    if (!errors_.empty()) errors_.collect([&] { check_all_values(); });
    errors_.throw_if_any(experiment_.text);
    settle_all();
    errors_.throw_if_any(experiment_.text);
    return std::move(experiment_);
  }

  /// Keys that several experiments share: the included file has nothing else. `key` is for messages.
  std::vector<SweptKey> read_as_included(const std::string& key) {
    const std::string text = read_text_file(file_, key.c_str(), "a TOML file of keys");
    experiment_.text = SourceText(file_, text);
    auto keys = read_keys(parse_toml(experiment_.text, text), [](const auto&, const auto&) { return false; });
    errors_.throw_if_any(experiment_.text);
    return keys;
  }

 private:
  [[nodiscard]] bool has_key(const std::string& name) const {
    return std::any_of(experiment_.keys.begin(), experiment_.keys.end(),
                       [&](const SweptKey& key) { return key.key == name; });
  }

  void read_include(const toml::node& node) {
    const std::string place = toml_place(file_, node);
    const auto path = std::filesystem::path(file_).parent_path() /
                      toml_scalar(node, place, "include", "a file beside this one");
    included_ = Reader(path.lexically_normal().string()).read_as_included(place + ": include");
  }

  SweptKey read_key(const std::string& key, const toml::node& node) {
    SweptKey swept{key, {}, toml_place(file_, node)};
    const auto add = [&](const toml::node& scalar) {
      const std::string place = toml_place(file_, scalar);
      errors_.collect([&] {
        for (const auto& value : expand_ranges(key, {toml_scalar(scalar, place, key)}, place))
          swept.values.push_back(beside(file_, key, value));
        swept.value_places.push_back({swept.values.size(), place});
      });
    };
    const auto* list = node.as_array();
    if (list == nullptr) {
      add(node);
    } else if (list->empty()) {
      errors_.add(
          fmt::format("{}: {}: '[]' is not allowed; allowed: at least one value", swept.place, swept.key));
    } else {
      for (const auto& element : *list) add(element);
    }
    return swept;
  }

  /// Keys of a table in the order of the file; what `other(key, node)` takes is none.
  template <class Other>
  std::vector<SweptKey> read_keys(const toml::table& table, Other&& other) {
    std::map<std::pair<unsigned, unsigned>, SweptKey> found;  // by line and column
    for (const auto& [name, node] : table) {
      const std::string key(name.str());
      const auto position = node.source().begin;
      errors_.collect([&, &key_node = name, &value = node] {
        if (other(key, value)) return;
        if (!is_config_key(key)) refuse_unknown_entry(toml_place(file_, key_node), key);
        found.emplace(std::pair(position.line, position.column), read_key(key, value));
      });
    }
    std::vector<SweptKey> keys;
    for (auto& [position, swept] : found) keys.push_back(std::move(swept));
    return keys;
  }

  /// Whether it is an entry of the file, not a configuration key.
  bool read_entry(const std::string& key, const toml::node& node) {
    const std::string place = toml_place(file_, node);
    const auto single = [&](const std::string& allowed) { return toml_scalar(node, place, key, allowed); };
    if (key == "title")
      experiment_.title = single("a text");
    else if (key == "source")
      experiment_.source = single("a text");
    else if (key == "quick")
      read_quick(node);
    else if (key == "seeds")
      experiment_.seeds = parse_seeds(single(fmt::format("1..{}", kMostSeeds)), place);
    else if (key == "include")
      read_include(node);
    else if (is_goal_entry(key))
      set_goal(experiment_.search, key, single(allowed_goal(key)), place);
    else if (key == "case")
      read_cases(node);
    else if (key == "exclude")
      read_exclusions(node);
    else if (key == "plot")
      experiment_.plots = read_plots(node, file_, errors_);
    else if (key == "expect")
      experiment_.expectations = read_expectations(node, file_, errors_);
    else
      return false;
    return true;
  }

  void read_quick(const toml::node& node) {
    if (!node.is_boolean())
      throw InputError(fmt::format("{}: quick: not allowed; allowed: true false", toml_place(file_, node)));
    experiment_.quick = node.as_boolean()->get();
  }

  void read_cases(const toml::node& node) {
    const auto* list = node.as_array();
    if (list == nullptr || !list->is_array_of_tables())
      throw InputError(
          fmt::format("{}: case: not allowed; allowed: [[case]], once or more", toml_place(file_, node)));
    for (const auto& element : *list)
      experiment_.cases.push_back(
          read_keys(*element.as_table(), [](const auto&, const auto&) { return false; }));
  }

  void read_exclusions(const toml::node& node) {
    const auto* list = node.as_array();
    if (list == nullptr || !list->is_array_of_tables())
      throw InputError(fmt::format("{}: exclude: not allowed; allowed: [[exclude]], once or more",
                                   toml_place(file_, node)));
    for (const auto& element : *list) {
      const auto& table = *element.as_table();
      const std::string place = toml_place(file_, element);
      if (table.empty())
        errors_.add(place + ": exclude: not allowed without a key; allowed: keys and their values");
      else
        errors_.collect([&] { experiment_.exclusions.push_back({read_key_values(table, file_), place}); });
    }
  }

  /// With the other errors of the file, those of its values; by themselves, flags may replace them first.
  void check_all_values() {
    const auto check = [&](const SweptKey& swept) {
      for (std::size_t n = 0; n < swept.values.size(); ++n) {
        RunConfig probe;
        errors_.collect([&] { set_key(probe, swept.key, swept.values[n], swept.place_of(n)); });
      }
    };
    for (const auto& swept : experiment_.keys) check(swept);
    for (const auto& one : experiment_.cases) std::for_each(one.begin(), one.end(), check);
  }

  /// What can be said only of the points of the file as it stands.
  void settle_all() {
    if (!experiment_.exclusions.empty()) {
      Experiment whole = experiment_;
      whole.exclusions.clear();
      check_exclusions(whole);
    }
    if (experiment_.expectations.empty()) return;
    // Listed values are for the points, whatever their seeds.
    Experiment one_seed = experiment_;
    one_seed.seeds = 0;
    const bool searching{one_seed.search};
    std::vector<Settling> settlings;
    for (auto& expectation : experiment_.expectations) settlings.emplace_back(expectation, searching);
    each_judged(one_seed, [&](const RunConfig& point) {
      for (Settling& settling : settlings) settling.take(point);
    });
    for (const Settling& settling : settlings) errors_.collect([&] { settling.check(); });
  }

  /// What expectations are about: each point, or what stands for a search.
  static void each_judged(const Experiment& experiment,
                          const std::function<void(const RunConfig& point)>& take) {
    if (!experiment.search) return experiment.each_point(take);
    for (const SearchPlan& plan : search_plans(experiment)) take(plan.stands_for());
  }

  /// `whole` is the experiment without them.
  void check_exclusions(const Experiment& whole) {
    std::vector<const Exclusion*> idle;
    for (const auto& exclusion : experiment_.exclusions) idle.push_back(&exclusion);
    whole.each_combination([&](const RunConfig& point) {
      const auto excludes = [&](const Exclusion* exclusion) { return exclusion->excludes(point); };
      idle.erase(std::remove_if(idle.begin(), idle.end(), excludes), idle.end());
    });
    for (const Exclusion* exclusion : idle)
      errors_.add(exclusion->place +
                  ": exclude: no point has these values; allowed: values that points of the file have");
  }

  std::string file_;
  Experiment experiment_;
  std::vector<SweptKey> included_;
  ErrorList errors_;
};

}  // namespace

Experiment read_experiment(const std::filesystem::path& path) { return Reader(path.string()).read(); }

}  // namespace xb
