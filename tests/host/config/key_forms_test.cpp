// SPDX-License-Identifier: Apache-2.0
// What editors are told of keys (JSON Schema) is what the keys allow.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

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
