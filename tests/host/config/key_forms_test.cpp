// SPDX-License-Identifier: Apache-2.0
// What editors are told of keys (JSON Schema) is what the keys allow.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

bool takes(const ConfigKey& key, const std::string& value) {
  RunConfig config;
  try {
    return key.set(config, value);
  } catch (const InputError&) {
    return false;
  }
}

bool has_form(const ValueForm& form, const nlohmann::ordered_json& value) {
  if (value.is_number()) {
    const double number = value.get<double>();
    const bool in_range = form.number && number >= form.number->low && number <= form.number->high;
    return in_range || std::find(form.numbers.begin(), form.numbers.end(), number) != form.numbers.end();
  }
  const std::string text = value.get<std::string>();
  if (std::find(form.words.begin(), form.words.end(), text) != form.words.end()) return true;
  return !form.pattern.empty() && std::regex_search(text, std::regex(form.pattern));
}

struct KeyRow {
  std::string values, standard, group;
};

/// Rows `| `key` | values (default) | meaning |` of the page's tables.
std::map<std::string, KeyRow> key_rows_of(std::istream& page) {
  std::map<std::string, KeyRow> rows;
  std::string group;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("## ", 0) == 0) group = line.substr(3);
    if (line.rfind("| `", 0) != 0) continue;
    const auto name_end = line.find("` | ");
    const auto values_end = line.find(" | ", name_end + 4);
    const auto cell = line.substr(name_end + 4, values_end - name_end - 4);
    const auto open = cell.rfind(" (");
    const std::string name = line.substr(3, name_end - 3);
    REQUIRE(rows.count(name) == 0);
    if (open == std::string::npos)
      rows[name] = {cell, cell, group};  // one value, which is the default
    else
      rows[name] = {cell.substr(0, open), cell.substr(open + 2, cell.size() - open - 3), group};
  }
  return rows;
}

/// The words of what a key may be; powers of ten and two written out.
std::set<std::string> key_words_of(std::string text) {
  const std::vector<std::pair<std::string, std::string>> same{{"10^12", "1000000000000"},
                                                              {"1e12", "1000000000000"},
                                                              {"10^9", "1000000000"},
                                                              {"10^6", "1000000"},
                                                              {"2^53", "9007199254740992"}};
  for (const auto& [power, number] : same) {
    const auto at = text.find(power);
    if (at != std::string::npos) text.replace(at, power.size(), number);
  }
  std::replace(text.begin(), text.end(), ',', ' ');
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// What is wrong with the page, a line each.
std::vector<std::string> wrong_in_keys_page(std::istream& page) {
  auto rows = key_rows_of(page);
  std::vector<std::string> wrong;
  for (const auto& key : config_keys()) {
    const auto found = rows.find(key.name);
    if (found == rows.end()) {
      wrong.push_back(key.name + ": not in the page");
      continue;
    }
    const auto allowed = key_words_of(key.allowed);
    const auto written = key_words_of(found->second.values);
    for (const auto& word : written) {
      if (allowed.count(word) == 0) wrong.push_back(key.name + ": '" + word + "' is in the page only");
    }
    // All choices are named, and of prose the ranges.
    const bool choices =
        key.allowed.find(',') == std::string::npos && key.allowed.find("..") == std::string::npos;
    for (const auto& word : allowed) {
      if ((choices || word.find("..") != std::string::npos) && written.count(word) == 0)
        wrong.push_back(key.name + ": '" + word + "' is not in the page");
    }
    if (key.group != found->second.group)
      wrong.push_back(key.name + ": below '" + found->second.group + "', of the group '" + key.group + "'");
    RunConfig config;
    const std::string standard = found->second.standard;
    const bool nothing = key.name == "schedule" && standard == "none";
    if (!key.set(config, nothing ? "" : standard) || to_json(config) != to_json(RunConfig{}))
      wrong.push_back(key.name + ": '" + standard + "' is not the default");
    rows.erase(found);
  }
  for (const auto& [name, row] : rows) wrong.push_back(name + ": no such key");
  return wrong;
}

}  // namespace

TEST_CASE("every key takes the words and numbers of its form, and its default has it", "[host]") {
  const RunConfig defaults;
  for (const ConfigKey& key : config_keys()) {
    CAPTURE(key.name);
    const ValueForm& form = key.form;
    CHECK((!form.words.empty() || form.number || !form.numbers.empty() || !form.pattern.empty()));
    for (const std::string& word : form.words) {
      CAPTURE(word);
      CHECK(takes(key, word));
    }
    for (const double number : form.numbers) CHECK(takes(key, fmt::format("{}", number)));
    CHECK(has_form(form, key.get(defaults)));
  }
}

TEST_CASE("every key refuses numbers beside its form's range", "[host]") {
  for (const ConfigKey& key : config_keys()) {
    if (!key.form.number) continue;
    CAPTURE(key.name);
    const ValueForm::Range& range = *key.form.number;
    const auto text = [&](double value) {
      return range.whole ? fmt::format("{:.0f}", value) : fmt::format("{}", value);
    };
    const double step = range.whole ? 1 : 0.001;
    CHECK(takes(key, text(range.low)));
    CHECK(takes(key, text(range.high)));
    CHECK_FALSE(takes(key, text(range.low - step)));
    CHECK_FALSE(takes(key, text(2 * range.high + step)));
    if (range.whole) CHECK_FALSE(takes(key, fmt::format("{:.1f}", range.low + 0.5)));
  }
}

TEST_CASE("every key of words and numbers refuses other texts, and says what is allowed", "[host]") {
  for (const ConfigKey& key : config_keys()) {
    if (!key.form.pattern.empty()) continue;
    for (std::string text : key.form.words) {
      text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
      CHECK_FALSE(takes(key, text));
    }
    for (const char* text : {"", "#", "0x1", "1 "}) {
      CAPTURE(text);
      RunConfig config;
      CHECK(mentions(
          message_of<InputError>([&] { set_key(config, key.name, text, "x.toml:7"); }),
          {fmt::format("x.toml:7: {}: '{}' is not allowed; allowed: {}", key.name, text, key.allowed)}));
    }
  }
}

/// Values of a form, its ends and words.
std::vector<std::string> values_of(const ValueForm& form) {
  std::vector<std::string> values = form.words;
  for (const double number : form.numbers) values.push_back(fmt::format("{}", number));
  if (form.number) values.push_back(fmt::format("{}", form.number->low));
  if (form.number) values.push_back(fmt::format("{}", form.number->high));
  return values;
}

/// The keys that have another value than the default where one is set to `value`.
std::set<std::string> changed_by(const ConfigKey& key, const std::string& value) {
  RunConfig config;
  CHECK(key.set(config, value));
  std::set<std::string> changed;
  for (const ConfigKey& any : config_keys()) {
    if (any.get(config) != any.get(RunConfig())) changed.insert(any.name);
  }
  if (key.name == "schedule") changed.erase("packet");  // with it the length is its cluster's
  return changed;
}

TEST_CASE("every key sets itself, and no other", "[host]") {
  for (const ConfigKey& key : config_keys()) {
    CAPTURE(key.name);
    bool changes = !key.form.pattern.empty();
    for (const std::string& value : values_of(key.form)) {
      const std::set<std::string> changed = changed_by(key, value);
      changes = changes || !changed.empty();
      CHECK((changed.empty() || changed == std::set{key.name}));
    }
    CHECK(changes);
  }
  ConfigKey wrong = *find_key("period");
  wrong.set = find_key("jitter")->set;
  CHECK(changed_by(wrong, "7") == std::set<std::string>{"jitter"});
}

TEST_CASE("texts that keys take match their patterns", "[host]") {
  const std::vector<std::pair<std::string, std::vector<std::string>>> texts{
      {"packet", {"1..4", "64..1500", "64B", "64B..1518B"}},
      {"gap", {"0B", "20B"}},
      {"ci", {"1%", "0.5%"}},
      {"output-period", {"0:10", "0:10,3:2"}},
      {"schedule", {"x.goal", "some/x.goal"}},
      {"cluster", {"x.toml"}},
      {"topology", {"mesh(4,4)", "k-ring", "two-switches(16,16)", "some/net.toml"}},
      {"ranks", {"0,1,5,8..11", "0..3"}},
      {"transfers", {"0..3>4,6", "x.csv"}},
      {"step-time", {"10us", "1.5ms"}},
      {"time-limit", {"60s"}},
      {"timeout", {"122us"}},
      {"memory", {"128MiB", "1GB", "5kB"}},
      {"host-delay", {"exponential:10us", "daemon:10ms:1ms"}},
      {"paging", {"10ms:1ms"}}};
  for (const auto& [name, values] : texts) {
    const auto& keys = config_keys();
    const auto key = std::find_if(keys.begin(), keys.end(),
                                  [&, &wanted = name](const auto& k) { return k.name == wanted; });
    REQUIRE(key != keys.end());
    for (const std::string& value : values) {
      CAPTURE(name, value);
      CHECK(takes(*key, value));
      CHECK(has_form(key->form, value));
    }
  }
}

// docs/keys.md names every key, its default and what it may be.

TEST_CASE("the page of keys names each key, its values and its default", "[host]") {
  std::ifstream page(XBARLAB_SOURCE_DIR "/docs/keys.md");
  REQUIRE(page);
  CHECK(wrong_in_keys_page(page) == std::vector<std::string>{});
}

TEST_CASE("the test of the page of keys sees what is wrong", "[host]") {
  std::ifstream file(XBARLAB_SOURCE_DIR "/docs/keys.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const auto wrong_after = [&](const std::string& from, const std::string& to) {
    std::string text = page;
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    std::istringstream changed(text.replace(at, from.size(), to));
    return wrong_in_keys_page(changed);
  };
  using Wrong = std::vector<std::string>;
  CHECK(wrong_after("| 2..64 (16) |", "| 2..64 (8) |") == Wrong{"ports: '8' is not the default"});
  CHECK(wrong_after("| 2..64 (16) |", "| 2..32 (16) |") ==
        Wrong{"ports: '2..32' is in the page only", "ports: '2..64' is not in the page"});
  CHECK(wrong_after("islip pim rrm", "islip pim") == Wrong{"scheduler: 'rrm' is not in the page"});
  CHECK(wrong_after("## Which hosts", "## Where") ==
        Wrong{"ranks: below 'Where', of the group 'Which hosts'"});
  CHECK(wrong_after("| `ports` |", "| `posts` |") == Wrong{"ports: not in the page", "posts: no such key"});
}

TEST_CASE("the page has the groups of the help, in their order", "[host]") {
  std::ifstream page(XBARLAB_SOURCE_DIR "/docs/keys.md");
  std::vector<std::string> headings;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("## ", 0) == 0) headings.push_back(line.substr(3));
  }
  CHECK(headings == std::vector<std::string>(key_groups().begin(), key_groups().end()));
}
