// SPDX-License-Identifier: Apache-2.0
#include "host/link/flow_sizes.h"

#include <algorithm>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/named_entries.h"
#include "host/base/parse_number.h"
#include "host/base/text_file.h"

namespace xb {
namespace {

constexpr double kMostBytes = 1e12;
constexpr const char* kAllowed = "lines BYTES SHARE, both rising, from 0 or 1 byte on, the last SHARE 1";

/// One line, of which nothing follows the two numbers.
bool parse_point(const std::string& line, FlowSizes::Point& point) {
  std::istringstream words(line);
  std::string bytes, share, more;
  return words >> bytes >> share && !(words >> more) && parse_number(bytes, 0, kMostBytes, point.bytes) &&
         parse_number(share, 0, 1, point.share);
}

}  // namespace

std::uint64_t FlowSizes::draw(RandomStream& stream) const {
  const double u = stream.unit();
  const auto above =
      std::find_if(table_.begin(), table_.end() - 1, [&](const Point& p) { return u < p.share; });
  if (above == table_.begin()) return above->bytes;
  const std::uint64_t span = above->bytes - (above - 1)->bytes;
  return (above - 1)->bytes + 1 + static_cast<std::uint64_t>(stream.unit() * static_cast<double>(span));
}

/// Points that simulators of the literature share, read off the papers' figures: web search of Alizadeh et
/// al. (DCTCP), SIGCOMM 2010; data mining of Greenberg et al. (VL2), SIGCOMM 2009.
const std::vector<NamedFlowSizes>& named_flow_sizes() {
  static const std::vector<NamedFlowSizes> all{{"web-search", FlowSizes({{1, 0},
                                                                         {10000, .15},
                                                                         {20000, .2},
                                                                         {30000, .3},
                                                                         {50000, .4},
                                                                         {80000, .53},
                                                                         {200000, .6},
                                                                         {1000000, .7},
                                                                         {2000000, .8},
                                                                         {5000000, .9},
                                                                         {10000000, .97},
                                                                         {30000000, 1}})},
                                               {"data-mining", FlowSizes({{1, 0},
                                                                          {180, .1},
                                                                          {216, .2},
                                                                          {560, .3},
                                                                          {900, .4},
                                                                          {1100, .5},
                                                                          {1870, .6},
                                                                          {3160, .7},
                                                                          {10000, .8},
                                                                          {400000, .9},
                                                                          {3160000, .95},
                                                                          {100000000, .98},
                                                                          {1000000000, 1}})}};
  return all;
}

const FlowSizes* parse_flow_sizes(std::string_view name) {
  const NamedFlowSizes* found = find_named(named_flow_sizes(), name);
  return found == nullptr ? nullptr : &found->sizes;
}

FlowSizes read_flow_sizes(const std::string& path) {
  std::istringstream text(read_text_file(path, "flow-sizes", "a table of flow sizes"));
  std::vector<FlowSizes::Point> table;
  unsigned number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    line.erase(std::min(line.find('#'), line.size()));
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    FlowSizes::Point point{};
    bool right = parse_point(line, point);
    if (table.empty()) {
      point.bytes = std::max<std::uint64_t>(point.bytes, 1);
    } else {
      right = right && point.bytes > table.back().bytes && point.share >= table.back().share;
    }
    if (!right)
      throw InputError("{}:{}: flow-sizes: '{}' is not allowed; allowed: {}", path, number, line, kAllowed);
    table.push_back(point);
  }
  if (table.empty() || table.back().share != 1)
    throw InputError("{}:{}: flow-sizes: the table ends with a share of {}; allowed: {}", path, number,
                     table.empty() ? 0 : table.back().share, kAllowed);
  return FlowSizes(std::move(table));
}

}  // namespace xb
