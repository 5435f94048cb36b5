// SPDX-License-Identifier: Apache-2.0
// docs/keys.md names every key, its default and what it may be.
#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "tests/catch.h"

using namespace xb;

namespace {

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
