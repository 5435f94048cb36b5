// SPDX-License-Identifier: Apache-2.0
#include "testbenches/steps/team_listing.h"

#include <fmt/format.h>

#include <iterator>

#include "host/base/cpu_clock.h"
#include "host/step_methods/congestion_graph.h"
#include "host/step_methods/simultaneities.h"
#include "testbenches/process/output_file.h"

namespace xb {
namespace {

void add_line(std::string& text, const TransferSet& transfers, const CongestionGraph& graph,
              const BitRows::Word* set) {
  all_bits(set, graph.words(), [&](unsigned t) {
    fmt::format_to(std::back_inserter(text), "{}>{} ", transfers[t].source, transfers[t].destination);
    return true;
  });
  if (!text.empty() && text.back() == ' ') text.back() = '\n';
}

}  // namespace

void list_simultaneities(Listing listing, const TransferSet& transfers, const std::string& path,
                         double cpu_seconds) {
  constexpr std::size_t kBuffer = 1U << 16U;
  constexpr std::uint64_t kBetweenLooks = 4096;  // categories
  const bool teams = listing == Listing::FullTeams;
  const CongestionGraph graph(transfers);
  SimultaneityWalk walk(transfers, graph, {true, teams});
  OutputFile output(path);
  std::string text;
  const double end = cpu_now() + cpu_seconds;
  bool over = false;
  std::uint64_t found = 0;
  walk.begin();
  for (auto step = walk.next(kBetweenLooks); step != SimultaneityWalk::Step::End && !over;
       step = walk.next(kBetweenLooks)) {
    if (step == SimultaneityWalk::Step::Found) {
      ++found;
      add_line(text, transfers, graph, walk.found());
    }
    over = cpu_seconds > 0 && cpu_now() >= end;
    if (text.size() < kBuffer) continue;
    output.write(text);
    text.clear();
  }
  text += fmt::format("# {} full {}{}\n", found, teams ? "teams" : "simultaneities",
                      over ? " so far; the time is over" : "");
  output.write(text);
  output.commit();
}

}  // namespace xb
