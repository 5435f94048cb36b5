// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "host/base/errors.h"
#include "host/base/ranges.h"
#include "host/base/table_reader.h"
#include "host/base/text_file.h"
#include "host/config/config_keys.h"
#include "testbenches/experiment/expectation_reader.h"
#include "testbenches/experiment/experiment_file.h"
#include "testbenches/experiment/plot.h"
#include "testbenches/experiment/search_plan.h"

namespace xb {
namespace {

/// Keys that are swept, in the order of the file.
OtherKeys swept_keys(std::vector<SweptKey>& to, const std::string& but = {}) {
  const auto read = [&to](const TomlValue& value) {
    SweptKey swept{value.name, {}, value.place()};
    const auto* list = value.node.as_array();
    if (list != nullptr && list->empty()) value.refuse_for("at least one value");
    each_key_value(value, [&](std::string text, std::string place) {
      swept.values.push_back(std::move(text));
      auto& places = swept.value_places;
      if (places.empty() || places.back().place != place) places.push_back({0, std::move(place)});
      places.back().end = swept.values.size();
    });
    to.push_back(std::move(swept));
  };
  return {{kValuesOfKey, read}, key_names(), kKeysOfRun + but, true};
}
constexpr const char* kNotHere = "; title, seeds, plot and the like at the top of an experiment file only";

/// Keys that several experiments share: the included file has nothing else. `key` is for messages.
std::vector<SweptKey> read_included(const std::string& file, const std::string& key) {
  std::vector<SweptKey> keys;
  TableReader reader(file, read_text_file(file, key.c_str(), "a TOML file of keys"));
  std::vector<std::string> entries = goal_entries();
  entries.insert(entries.end(), {"title", "source", "case", "expect", "limits", "seeds", "exclude", "include",
                                 "quick", "plot", "check", "golden"});
  for (const std::string& name : entries) {
    if (const toml::node* const node = reader.table().get(name))
      reader.errors.add(
          fmt::format("{}: {}: not allowed in an included file; allowed: in the experiment file itself",
                      reader.place(node->source()), name));
  }
  reader.throw_if_any();
  const OtherKeys swept = swept_keys(keys, kNotHere);
  reader.read({}, &swept);
  reader.throw_if_any();
  return keys;
}

/// Reads one file; what is wrong goes into a list.
class Reader {
 public:
  Reader(const std::string& file, const std::string& beside)
      : reader_(beside.empty() ? file : beside,
                read_text_file(file, "run", "an experiment file (xbarlab list experiments), or flags only")) {
  }

  Experiment read() {
    experiment_.text = reader_.source();
    const OtherKeys swept = swept_keys(experiment_.keys);
    reader_.read(entries(), &swept);
    for (auto key = included_.rbegin(); key != included_.rend(); ++key) {
      if (!gives(experiment_.keys, key->key)) experiment_.keys.insert(experiment_.keys.begin(), *key);
    }
    if (experiment_.seeds > 0 && gives_seed())
      errors_.add(fmt::format("{}: seeds: not allowed beside seed; allowed: one of them",
                              reader_.place(reader_.table().get("seeds")->source())));
    // With the other errors of the file; by themselves, flags may replace these values first.
    if (!errors_.empty()) experiment_.check_values(errors_);
    reader_.throw_if_any();
    settle_all();
    reader_.throw_if_any();
    return std::move(experiment_);
  }

 private:
  [[nodiscard]] bool gives_seed() const {
    const auto in = [](const std::vector<SweptKey>& keys) { return gives(keys, "seed"); };
    return in(experiment_.keys) || any_of(experiment_.cases, in);
  }

  /// What is no key of a run.
  TomlKeys entries() {
    const auto seeds = [this](const TomlValue& value) {
      experiment_.seeds = parse_seeds(value.scalar(), value.place());
    };
    const auto include = [this](const TomlValue& value) {
      included_ = read_included(reader_.beside(value.scalar()).string(), value.place() + ": include");
    };
    const auto read_case = [this](const TomlValue& value) {
      const OtherKeys swept = swept_keys(experiment_.cases.emplace_back(), kNotHere);
      value.read_table({}, &swept);
    };
    const auto exclude = [this](const TomlValue& value) {
      if (value.node.as_table()->empty())
        value.fail("not allowed without a key; allowed: keys and their values");
      Exclusion exclusion{{}, value.place()};
      if (read_key_values(value, exclusion.keys)) experiment_.exclusions.push_back(std::move(exclusion));
    };
    TomlKeys keys{{"title", scalar_to(experiment_.title)},
                  {"source", scalar_to(experiment_.source)},
                  {"case", tables_of(read_case)},
                  {"expect", expectations_to(experiment_.expectations)},
                  {"limits", limits_to(experiment_.expectations)},
                  {"seeds", {fmt::format("1..{}", kMostSeeds), seeds}},
                  {"exclude", tables_of(exclude)},
                  {"include", {"a file beside this one", include}},
                  {"quick", truth_to(experiment_.quick)},
                  {"plot", plots_to(experiment_.plots)},
                  // What pytest-xbarlab runs besides the points.
                  {"check", table_of(any_others())},
                  {"golden", table_of(any_others())}};
    for (const std::string& entry : goal_entries()) {
      const auto read = [this, entry](const TomlValue& value) {
        set_goal(experiment_.search, entry, value.scalar(), value.place());
      };
      keys.push_back({entry, {allowed_goal(entry), read}});
    }
    return keys;
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
      erase_if(idle, excludes);
    });
    for (const Exclusion* exclusion : idle)
      errors_.add(exclusion->place +
                  ": exclude: no point has these values; allowed: values that points of the file have");
  }

  TableReader reader_;
  ErrorList& errors_ = reader_.errors;
  Experiment experiment_;
  std::vector<SweptKey> included_;
};

}  // namespace

Experiment read_experiment(const std::filesystem::path& file, const std::filesystem::path& beside) {
  return Reader(file.string(), beside.string()).read();
}

}  // namespace xb
