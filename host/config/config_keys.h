// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xb {

struct RunConfig;
struct SwitchSettings;

/// The form of a key's values, for editors (JSON Schema): any of these. `set` may know more.
struct ValueForm {
  struct Range {
    double low, high;
    bool whole;
  };
  std::vector<std::string> words;
  std::optional<Range> number;
  std::vector<double> numbers;
  std::string pattern;  ///< ECMA-262 regular expression of a text; empty: none
};

/// When a run uses a key. Otherwise the key has to have its default.
struct KeyUse {
  std::string with;  ///< what uses it, for the message
  std::function<bool(const RunConfig&)> used;
  bool by_all = false;  ///< every point must: others are changed by it, too
};

/// How much of a point a key decides, from most to least: who leaves out the keys of a role leaves out those
/// of the roles behind it.
enum class KeyRole {
  Measured,  ///< what is measured
  Detail,    ///< the same, but no theory depends on it
  Run,       ///< how long it is run, and what is looked at besides
  Engine,    ///< what runs it
  Sample     ///< which run of several alike it is, and how much of it is recorded
};

/// One configuration key: the same name as flag, TOML key and JSON member.
struct ConfigKey {
  std::string name;
  std::string allowed;  ///< values or range, for messages and help
  std::string help;
  /// Takes the value as text; false if it is not allowed.
  std::function<bool(RunConfig&, const std::string&)> set;
  std::function<nlohmann::ordered_json(const RunConfig&)> get;
  ValueForm form = {};
  bool only_if_set = false;  ///< a record that has the default does not have the key
  /// Whether a record has the key; null: always.
  bool (*in_record)(const RunConfig& config) = nullptr;
  std::vector<KeyUse> uses = {};  ///< all must hold; empty: every run uses it
  bool in_searches = false;       ///< used where only steps are searched for, too
  KeyRole role = KeyRole::Measured;
  bool of_each_switch = false;  ///< a switch of a network may have its own value
  /// What it sets of a switch at run time; null: nothing.
  void (*set_switch)(const RunConfig& config, SwitchSettings& settings) = nullptr;
  bool elaborated = false;            ///< decides which circuit of the switch is built
  const char* group = "";             ///< of key_groups()
  std::string before_file = {};       ///< what the path of a file follows in a value
  const char* file_ending = nullptr;  ///< of that path; "": any; null: no value has one

  /// The same key, used only so.
  template <class... More>
  [[nodiscard]] ConfigKey when(KeyUse use, More... more) && {
    return uses.insert(uses.end(), {std::move(use), std::move(more)...}), std::move(*this);
  }
  [[nodiscard]] ConfigKey as(KeyRole its_role) && { return role = its_role, std::move(*this); }
  /// The same key, used where only steps are searched for, too: there it matters which transfers there are
  /// over which links, and all else only in runs.
  [[nodiscard]] ConfigKey for_searches() && { return in_searches = true, std::move(*this); }
  /// The same key, in records only where it is not at its default: it came when there were records already.
  [[nodiscard]] ConfigKey if_set() && { return only_if_set = true, std::move(*this); }
  [[nodiscard]] ConfigKey recorded_if(bool (*is_recorded)(const RunConfig&)) && {
    return in_record = is_recorded, std::move(*this);
  }
  /// The same key, of which each switch may have a value of its own.
  [[nodiscard]] ConfigKey each() && { return of_each_switch = true, std::move(*this); }
  /// The same key, which sets this of a switch: of each its own, or of all the same.
  [[nodiscard]] ConfigKey sets(void (*to)(const RunConfig&, SwitchSettings&)) && {
    return std::move(*this).each().sets_of_all(to);
  }
  [[nodiscard]] ConfigKey sets_of_all(void (*to)(const RunConfig&, SwitchSettings&)) && {
    return set_switch = to, std::move(*this);
  }
  /// The same key, fixed when a switch is elaborated.
  [[nodiscard]] ConfigKey elaborates() && { return elaborated = true, std::move(*this); }
  /// The same key, with values that name files.
  [[nodiscard]] ConfigKey of_file(const char* ending, std::string before = {}) && {
    file_ending = ending;
    before_file = std::move(before);
    return std::move(*this);
  }
  /// Where in a value the path of a file begins; npos: it has none.
  [[nodiscard]] std::size_t file_at(const std::string& value) const;
};

/// All keys, in the order of help and records.
const std::vector<ConfigKey>& config_keys();
/// Headings that help and docs/keys.md have the keys below, in their order.
const std::vector<const char*>& key_groups();
constexpr const char* kKeysOfRun = "the keys of xbarlab run --help";  ///< for messages
/// Their names, but for some.
std::vector<std::string> key_names(const std::vector<std::string>& but = {});
/// Those of the settings of a switch, and of what it is elaborated with.
std::vector<std::string> setting_names();

/// The key of that name; null: there is none.
const ConfigKey* find_key(const std::string& name);
/// The keys whose values name files, and those files.
std::vector<std::pair<std::string, std::string>> files_of(const RunConfig& config);
/// A configuration with names of these files instead of their paths.
nlohmann::ordered_json without_folders(nlohmann::ordered_json config,
                                       const std::vector<std::pair<std::string, std::string>>& files);

/// A key's value as flags and files write it: a text as it stands, all else as JSON.
std::string value_text(const nlohmann::ordered_json& value);

/// Sets one key. Throws InputError: one line `place: key: value is not allowed; allowed: ...`.
void set_key(RunConfig& config, const std::string& key, const std::string& value, const std::string& place);
/// Whether somebody has set it so, perhaps to its default.
bool is_given(const RunConfig& config, const std::string& key);

/// {every key, defaults included, but for keys that are there only if set}
nlohmann::ordered_json to_json(const RunConfig& config);
/// to_json(a) == to_json(b), in less time.
bool same_record(const RunConfig& a, const RunConfig& b);

}  // namespace xb
