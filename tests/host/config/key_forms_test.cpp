// SPDX-License-Identifier: Apache-2.0
// What editors are told of keys (JSON Schema) is what the keys allow.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "host/base/errors.h"
#include "host/base/pattern.h"
#include "host/config/config_keys.h"
#include "host/exchange/schedule_registry.h"
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
  return !form.pattern.empty() && !Pattern(form.pattern).find(text).empty();
}

struct KeyCase {
  std::string key;
  std::vector<std::string> good, bad;
  std::string allowed;  // what the message must say
};

/// All that are registered, whichever these are, and `more`.
std::vector<std::string> schedule_names(const std::vector<std::string>& more = {}) {
  std::vector<std::string> names;
  for (const ScheduleEntry& entry : schedules()) names.push_back(entry.name);
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

/// Keys whose values are texts of a form of their own, and some others.
const std::vector<KeyCase> kCases{
    {"ports", {"2", "5", "64"}, {"0", "1", "65", "-2", "4294967298", "4.0", "4x", " 4", ""}, "2..64"},
    {"width", {"8", "64", "128", "256", "512"}, {"0", "4", "96", "1024", "64b"}, "64 128 256 512"},
    {"buffer", {"none", "1MiB", "64 kB"}, {"", "64", "-1kB", "auto"}, "none, or bytes with their unit"},
    {"alpha",
     {"0.125", "0.5", "1", "1.0", "8", "0:1,7:8"},
     {"0", "3", "16", "1/8", "", "0:3", "8:1", "0:1,0:1", "none"},
     "0.125 0.25 0.5 1 2 4 8"},
    {"ecn",
     {"none", "0", "1048576", "7..8:0", "100..400:0.1"},
     {"", "-1", "1048577", "7..8", "8..8:1", "7..8:1.1", "7..:1", "..8:1", "7:1", "7..8:"},
     "none, or K, or KMIN..KMAX:P, beats 0..1048576, KMIN < KMAX, probability 0..1"},
    {"traffic",
     {"uniform", "permutation", "one-hot", "bursty", "unbalanced", "diagonal", "log-diagonal", "hotspot",
      "alternate", "incast", "overrun", "capture:x.pcap", "capture:a b"},
     {"normal", "capture:", "capture", "Capture:x"},
     "uniform permutation one-hot bursty unbalanced diagonal log-diagonal hotspot alternate incast overrun"},
    {"flow",
     {"back-pressure", "drop", "pfc", "cbfc", "0:pfc", "0:pfc,7:drop", "1:cbfc,0:back-pressure"},
     {"Pfc", "pfc,drop", "8:pfc", "0:pfc,0:drop", "0:", "0:none", ""},
     "back-pressure drop pfc cbfc, or CLASS:FLOW,CLASS:FLOW"},
    {"pause-storm",
     {"none", "0.5:1000", "0:1", "1:1000000000"},
     {"", "0.5", "1.1:10", "0.5:0", ":10", "0.5:", "0.5:10:1"},
     "none, or SHARE:CYCLES, such as 0.5:1000"},
    {"host-pause",
     {"none", "3:0..1", "0/7:5..", "65535:1..1000000000000,2/0:5000..9000"},
     {"", "3", "3:", ":0..1", "3:5", "3/8:0..1", "3/:0..1", "65536:0..1", "3:0..0", "3:5..4", "3:..5", "3:..",
      "3:0..1000000000001", "3:0..1,", "-1:0..1", "3:0..1 "},
     "none, or HOST:FIRST..END, HOST/CLASS:FIRST..END, or without END, hosts 0..65535, cycles 0..1e12"},
    {"load",
     {"0", "1", "0.5", "1.0", "1e-3"},
     {"1.5", "-0.1", "1.0000001", "nan", "inf", "half", "0.5x", "0x1", " 0.5", "+0.5", "0.5 ", ""},
     "0..1"},
    {"clock",
     {"auto", "0.001", "156.25", "100000", "156.25MHz", "1.25GHz", "1kHz", "100 GHz", "100Gbps", "1bps",
      "10Gb/s"},
     {"0", "0.0009", "100000.1", "-1", "Auto", "101GHz", "999Hz", "0bps", "52Tbps", "1gbps", ""},
     "auto, 0.001..100000 MHz, a frequency such as 1.25GHz, or the rate of a link such as 100Gbps"},
    {"packet",
     {"auto", "1", "65535", "3..5", "7..7", "1..65535", "1B", "65535B", "64B..1518B", "1B..9000B", "1.5kB",
      "64B..9kB", "1KiB..63KiB", "imix", "64B:7,576B:4,1518B:1", "1:0.5,9:2", "7:1"},
     {"Auto",      "0",       "65536", "5..3",  "0..3",     "3..65536", "3..",    "..3",
      "3...5",     "1..2..3", "-1",    "3-5",   "",         "0B",       "65536B", "9B..8B",
      "B",         "64b",     "64 B",  "66kB",  "64B..9",   "64..99B",  "1.5B",   "1B..B",
      "64B:7,9:1", "1:1,1:2", "1:0",   "64KiB", "1.0001kB", "1 kB",     "1MiB",   "1:1,"},
     "1..65535 beats, bytes such as 64B, A..B of either, lengths with weights such as 64B:7,576B:4, or imix"},
    {"gap",
     {"0B", "20B", "9000B", "9kB"},
     {"20", "9001B", "-1B", "B", "", "20b", "1.5B", "9KiB"},
     "0B..9000B"},
    {"senders",
     {"all", "0", "0..65535", "1,5,8..11"},
     {"1,1", "65536", "random", ""},
     "all, or hosts 0..65535, each once, such as 1,5,8..11"},
    {"incast-bytes", {"1B", "64kB", "1GB"}, {"0B", "1.1GB", "64", ""}, "bytes with their unit"},
    {"flow-sizes",
     {"none", "web-search", "data-mining", "some/table.txt"},
     {"", "web", "table.csv", ".txt"},
     "none web-search data-mining, or a .txt file"},
    {"output-period",
     {"1", "1000", "0:100", "0:100,3:2", "63:1000"},
     {"0", "1001", "64:2", "0:0", "0:1001", "0:2,0:3", "0:2,", ",0:2", ":2", "0:", "0:2;1:2", "2,3", ""},
     "1..1000 beat times, or a list PORT:PERIOD,PORT:PERIOD"},
    {"schedule",
     schedule_names({"some/file.goal", ""}),
     {"shuffle", " ", ".goal", "file.toml"},
     fmt::format("{}, a .goal file, or nothing", fmt::join(schedule_names(), " "))},
    {"rtl", {"some/folder", ""}, {}, "a folder"},
    {"weights",
     {"equal", "0:1", "0:255,7:3"},
     {"", "8:1", "0:0", "0:256", "0:1,0:2", "0:1,", "0", "0:", "1", "0:1;1:2", "00:1", "-1:1"},
     "equal, or CLASS:WEIGHT,CLASS:WEIGHT, weights 1..255"},
    {"input-weights",
     {"equal", "0:1", "15:15,3:2"},
     {"", "16:1", "0:0", "0:16", "0:1,0:2", "00:1", "01:1", "1", "0:", ":1", "0:1,", "-1:1", "1x:1"},
     "equal, or INPUT:WEIGHT,INPUT:WEIGHT, inputs 0..15, weights 1..15"},
    {"class-mix",
     {"equal", "0:1", "0:.5,1:.5", "3:25%,1:75%"},
     {"", "0:.5", "0:.5,1:.6", "0:1.5", "8:1", "0:.5,0:.5"},
     "equal, or CLASS:SHARE,CLASS:SHARE, shares that add up to 1"},
    {"class-load",
     {"none", "0:1", "0:0,7:.3"},
     {"", "0:1.1", "0:-1", "8:1", "1"},
     "none, or CLASS:LOAD,CLASS:LOAD, loads 0..1"},
    {"class-cycles",
     {"none", "0:0..1", "7:5..1000000000000,1:3..9"},
     {"", "0:5", "0:5..5", "0:5..4", "0:-1..4", "8:0..1", "0:0..1000000000001", "0:1..2,0:3..4"},
     "none, or CLASS:FIRST..END"},
    {"class-packet",
     {"none", "0:1", "0:3..20,1:65535"},
     {"", "0:0", "0:65536", "0:3..2", "0:64B", "0:3..", "3..20"},
     "none, or CLASS:LENGTH,CLASS:LENGTH, lengths 1..65535 beats or A..B"},
    {"class-traffic",
     {"none", "0:uniform", "0:bursty,1:one-hot"},
     {"", "0:incast", "0:capture:x.pcap", "uniform", "0:Uniform"},
     "none, or CLASS:PATTERN,CLASS:PATTERN, patterns of traffic but incast"},
    {"device", {"some/switch.toml", ""}, {"switch.sv"}, "a .toml file that describes a switch"},
    {"transfers",
     {"all", "0..3>4,6", "0>1;2>2", "some/file.csv"},
     {"", "0", "0>", "1>65536", "file.txt"},
     "all, HOSTS>HOSTS;..."},
    {"step-time", {"auto", "1us"}, {"", "1", "-1us"}, "auto, or a time with its unit"},
    {"time-limit", {"1s", "1000s", "1ns"}, {"", "0s", "60", "-1s"}, "a time above 0 such as 60s"},
    {"cluster", {"ideal", "some/file.toml"}, {""}, "ideal tam-326 tam-416 jacunski"},
    {"timeout", {"auto", "10ms", "1 us"}, {"10", "", "-1us", "soon"}, "auto, or a time with its unit"},
    {"ack-delay", {"auto", "0s", "5us"}, {"5", "", "Auto"}, "auto, or a time with its unit"},
    {"host-delay",
     {"none", "exponential:20us", "daemon:10ms:200us"},
     {"", "exponential", "exponential:", "exponential:0s", "exponential:20", "daemon:10ms", "daemon:1ms:1ms",
      "daemon:1ms:0s", "daemon::1ms", "daemon:1ms:2us:3us"},
     "none, or exponential:MEAN or daemon:PERIOD:LENGTH"},
    {"memory", {"none", "128MiB", "1 GB"}, {"", "128", "-1MB", "all"}, "none, or bytes with their unit"},
    {"system-memory", {"0B", "24MiB"}, {"", "none", "24"}, "bytes with their unit"},
    {"paging",
     {"none", "100ms:10ms"},
     {"", "100ms", "10ms:10ms", "100ms:0s", "0s:0s", "daemon:100ms:10ms", "100ms:10"},
     "none, or PERIOD:LENGTH"},
    {"topology", {"one-switch", "mesh(4,4)", "x.toml"}, {"ring", "", "one"}, "one-switch"},
    {"ranks",
     {"all", "0,1", "0..1", "5,0..3,65535", "65534..65535", "7..7,3"},
     {"", "All", "3", "3..3", "0,0", "1,0..3", "0..3,2..5", "65536,0", "0..65536", "3..1", "0,", ",0,1",
      "0,,1", "0...1", "0..", "..3", "-1,2", "0;1", "0, 1"},
     "all, or hosts 0..65535, at least 2, each once, such as 0,1,5,8..11"},
    {"ci",
     {"0", "1", "0.01", "1%", "100%"},
     {"-0.1", "1.1", "101%", "%", "nan", ""},
     "0..1, or a percentage"},
    {"seed",
     {"0", "9007199254740992"},
     {"-1", "9007199254740993", "18446744073709551616", "0x1"},
     "0..9007199254740992"},
};

struct KeyRow {
  std::string values, standard, group;
  bool only_if_set = false;
};

/// Rows `| `key` | values (default) | meaning |` of the page's tables; behind the meaning of a key that is in
/// a record only if set there is a mark.
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
    const bool marked = line.find(" † |", values_end) != std::string::npos;
    REQUIRE(rows.count(name) == 0);
    if (open == std::string::npos)
      rows[name] = {cell, cell, group, marked};  // one value, which is the default
    else
      rows[name] = {cell.substr(0, open), cell.substr(open + 2, cell.size() - open - 3), group, marked};
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
    if (key.only_if_set != found->second.only_if_set)
      wrong.push_back(key.name + (key.only_if_set ? ": in a record only if set" : ": in every record"));
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

TEST_CASE("every key takes the values within its bounds, which have its form", "[host]") {
  for (const auto& c : kCases) {
    for (const auto& value : c.good) {
      CAPTURE(c.key, value);
      RunConfig config;
      CHECK_NOTHROW(set_key(config, c.key, value, ""));
      const ValueForm& form = find_key(c.key)->form;
      const auto number = nlohmann::ordered_json::parse(value, nullptr, false);
      const bool is_number = number.is_number() && (form.number || !form.numbers.empty());
      CHECK(has_form(form, is_number ? number : nlohmann::ordered_json(value)));
    }
  }
}

TEST_CASE("every key refuses what lies outside its bounds, and says what is allowed", "[host]") {
  for (const auto& c : kCases) {
    for (const auto& value : c.bad) {
      CAPTURE(c.key, value);
      RunConfig config;
      const auto message = message_of<InputError>([&] { set_key(config, c.key, value, "x.toml:7"); });
      CHECK(mentions(message,
                     {"x.toml:7: " + c.key + ": '" + value + "' is not allowed; allowed: ", c.allowed}));
      CHECK(message.find('\n') == std::string::npos);
    }
  }
}

TEST_CASE("every key with texts of its own is tested above", "[host]") {
  std::set<std::string> tested;
  for (const auto& c : kCases) tested.insert(c.key);
  for (const auto& key : config_keys()) {
    CAPTURE(key.name);
    CHECK((key.form.pattern.empty() || tested.count(key.name) == 1));
    CHECK_FALSE(key.help.empty());
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
  CHECK(wrong_after("length of a pause frame †", "length of a pause frame") ==
        Wrong{"pause-beats: in a record only if set"});
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
