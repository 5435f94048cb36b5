// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "host/config/config_keys.h"
#include "testbenches/terminal/text_table.h"

namespace xb {

struct Experiment;
struct Point;
struct RunConfig;

/// The n-th configuration of a list, from 0 on.
using ConfigAt = std::function<RunConfig(std::size_t)>;

/// Keys and measures that stay where a terminal is too narrow for all.
using ColumnNames = std::set<std::string>;
/// Of an experiment: those in its title and its expectations, and the key that it searches.
ColumnNames named_columns(const Experiment& experiment);

/// The keys in which some of `count` configurations differ, `but` for these; each configuration is asked for
/// once.
std::vector<const ConfigKey*> differing_keys(std::size_t count, const ConfigAt& config,
                                             const std::vector<std::string>& but = {});

/// The same as columns of a table.
class KeyColumns {
 public:
  KeyColumns(TextTable& table, std::size_t count, const ConfigAt& config,
             const std::vector<std::string>& but = {}, const ColumnNames& named = {});

  void add_cells(std::vector<std::string>& row, const RunConfig& config) const;
  /// Of a row about all of them.
  void add_dashes(std::vector<std::string>& row) const { row.insert(row.end(), keys_.size(), "-"); }

 private:
  std::vector<const ConfigKey*> keys_;
};

ConfigAt configs_of(const std::vector<Point>& points);

/// Configurations that differ in their seeds only, in the order of the first ones; of equal ones the first.
std::vector<std::vector<std::size_t>> groups_over_seeds(std::size_t count, const ConfigAt& config);

/// How a point, or what a search has found, is called in tables: its number.
std::string number_of(const std::vector<Point>& points, std::size_t n);

}  // namespace xb
