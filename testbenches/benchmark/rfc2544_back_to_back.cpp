// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/trial_search.h"

namespace xb {

BenchTables rfc2544_back_to_back(const BenchPlan& setup, TrialBook& book) {
  BenchTable table{"rfc2544 back-to-back", "RFC 2544 26.4 Back-to-back frames",
                   "Ports in pairs: the longest burst of frames with the least gap that comes out without "
                   "loss; no longer than a trial. Bursts that meet at an output are in RFC 8239 4.",
                   size_columns({{"burst_frames", "frames", BenchFormat::Whole},
                                 {"burst_beats", "beat times", BenchFormat::Whole},
                                 {"whole_trial", "as long as a trial"}})};
  add_size_rows(table, setup, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    const auto trial_of = [&](std::size_t frames) {
      Trial trial = pattern_trial(setup, port_pairs(), size, {});
      for (FrameStream& stream : trial.streams) stream.frames = frames;
      return trial;
    };
    const Trial trial = setup.trial(size);
    const std::size_t most = std::max<std::size_t>(2, trial.frames_in(setup.beats));
    const auto passes = [&](const TrialResult& result) { return passes_clean(setup, result); };
    const TrialSearch search = search_largest(book, most, trial_of, passes);
    if (search.open) return;
    row["burst_frames"] = search.value.value_or(0);
    const unsigned beat_bytes = setup.config.beat_bytes();
    row["burst_beats"] = (search.value.value_or(0) * trial.frame_line() + beat_bytes - 1) / beat_bytes;
    row["whole_trial"] = search.all ? "yes" : "no";
  });
  return {table};
}

}  // namespace xb
