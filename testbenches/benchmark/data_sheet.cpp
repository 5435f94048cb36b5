// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "host/base/ranges.h"
#include "testbenches/benchmark/bench_table.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

constexpr std::size_t kProseColumns = 120;

std::string made_by(const std::string& command) { return fmt::format("Made by\n\n    {}\n", command); }

/// The figure of a headline; `-` if the switch has no such one.
std::string figure_of(const TestedSwitch& tested, const std::string& name) {
  for (const BenchTable& table : tested.tables) {
    for (const auto& [headline, figure] : table.headlines) {
      if (headline == name) return figure;
    }
  }
  return "-";
}

/// Of all switches, each once, in order.
std::vector<std::string> headline_names(const std::vector<TestedSwitch>& switches) {
  std::vector<std::string> names;
  for (const TestedSwitch& tested : switches) {
    for (const BenchTable& table : tested.tables) {
      for (const auto& [name, figure] : table.headlines) {
        if (!contains(names, name)) names.push_back(name);
      }
    }
  }
  return names;
}

}  // namespace

std::string data_sheet(const TestedSwitch& tested, const std::string& command) {
  std::string text =
      fmt::format("# Data sheet: switch {}\n\n{}\n", bench_name(tested.plan.config), made_by(command));
  for (const std::string& line : plan_lines(tested.plan))
    text += wrap("* " + line, kProseColumns, "  ") + "\n";
  for (const BenchTable& table : tested.tables) text += "\n" + table_markdown(table);
  return text;
}

std::string sheets_side_by_side(const std::vector<TestedSwitch>& switches, const std::string& command) {
  std::string text = fmt::format("# Switches side by side\n\n{}\n", made_by(command));
  text += "The first frame size of each test, and 1518 bytes; the data sheets have all.\n\n| |";
  std::string rule = "\n|---|";
  for (const TestedSwitch& tested : switches) {
    text += fmt::format(" [{0}]({0}.md) |", bench_name(tested.plan.config));
    rule += "--:|";
  }
  text += rule + "\n";
  for (const std::string& name : headline_names(switches)) {
    text += "| " + name + " |";
    for (const TestedSwitch& tested : switches) text += " " + figure_of(tested, name) + " |";
    text += "\n";
  }
  return text;
}

std::string tables_text(const TestedSwitch& tested) {
  std::string text;
  for (const std::string& line : plan_lines(tested.plan)) text += line + "\n";
  for (const BenchTable& table : tested.tables) text += "\n" + table_text(table);
  return text;
}

std::string tables_json(const TestedSwitch& tested) {
  std::string lines;
  for (const BenchTable& table : tested.tables) lines += table_json(table, tested.plan).dump() + "\n";
  return lines;
}

}  // namespace xb
