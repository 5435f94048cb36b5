// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/run/run_result.h"
#include "testbenches/experiment/key_columns.h"

namespace xb {

struct Point;

/// One point in full, a line per measure with its unit.
std::string describe_point(const Point& point);

/// Several points, a row each: the keys in which they differ, and the main measures.
/// `named`: those that stay on a narrow terminal, with the results.
std::string tabulate_points(const std::vector<Point>& points, const ColumnNames& named = {});

/// Tables of switches and links, and the tree of blocking.
std::string describe_network(const RunResult& result);

/// How many links of shortest paths carried nothing, and the first few of them.
std::string describe_idle_links(const NetworkResult& network);

/// `a -> b`.
std::string link_name(const LinkResult& link);

/// Ranks in order as `0..3, 7`.
std::string rank_ranges(const std::vector<unsigned>& ranks);

}  // namespace xb
