// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/share_command.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <optional>

#include "host/base/errors.h"
#include "testbenches/process/names.h"
#include "testbenches/program/study_report.h"
#include "testbenches/steps/step_search_point.h"
#include "testbenches/study/search_rounds.h"
#include "testbenches/study/study_progress.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

/// For so many seconds from the first point on, and while the file of the chunk is there, if it is one.
std::function<bool()> until_over(double seconds, const fs::path& chunk) {
  return [seconds, chunk, end = std::make_shared<double>(0)] {
    if (*end == 0) *end = steady_seconds() + seconds;
    std::error_code error;
    return steady_seconds() < *end && (chunk.empty() || fs::exists(chunk, error));
  };
}

/// Of the script that this process was told to be; empty: of none.
fs::path own_chunk() {
  const char* const variable = std::getenv(kChunkVariable);
  return variable == nullptr ? "" : variable;
}

}  // namespace

ShareRun::ShareRun(const StudyFlags& flags, const fs::path& folder, nlohmann::ordered_json versions)
    : flags_(flags),
      share_(parse_share(*flags.shard)),
      chunk_(own_chunk()),
      study_{StudyFolder(folder, "." + (is_chunk() ? worker_name(chunk_) : random_name())),
             {},
             Identifier(std::move(versions))},
      options_{flags.jobs.jobs(), false, flags.quiet, run_or_search} {
  study_.folder.create();
  if (flags.chunk) options_.goes_on = until_over(flags.chunk_seconds(), chunk_);
  if (!is_chunk()) return;
  options_.origin = origin_here();
  options_.origin["chunk"] = chunk_.lexically_relative(chunk_.parent_path().parent_path()).string();
}

StudyOutcome ShareRun::run(Study& points, bool retry_failed) const {
  StudyOptions options = options_;
  options.retry_failed = retry_failed;
  return run_study(points, options);
}

/// The points that the runner of this chunk expects of the share, those in its index: one whose hash other
/// shares have, too, is run with the first part that has it. Throws RunError if a point is another one here;
/// of a search or a benchmark the first one, since others may be of a later round.
Study ShareRun::expected() const {
  std::map<std::string, bool> is_own;
  std::ifstream index(study_.folder.path() / "index.jsonl");
  for (std::string line; std::getline(index, line);) {
    std::size_t part = 0;
    std::array<char, 33> hash{};
    const char* const format = R"({"number":%zu,"point":"%32[0-9a-f]","search":%zu)";
    if (std::sscanf(line.c_str(), format, &part, hash.data(), &part) >= 2)
      is_own.emplace(hash.data(), share_.has(part - 1));
  }
  Study own{study_.folder, {}, study_.identifier, study_.trial, study_.command};
  std::optional<std::size_t> search;
  for (const StudyPoint& point : study_.points) {
    const auto at = is_own.find(point.hash);
    const bool comes_later = (point.search > 0 || study_.trial) && point.search == search;
    search = point.search;
    if (at != is_own.end() && at->second)
      own.points.add(point.config(), point.hash, point.search, point.cost);
    if (at != is_own.end() || comes_later) continue;
    throw RunError(fmt::format(
        "a {} of the study is another {} on {}, {}, of {}; allowed: the same "
        "checkout, tools and files on all machines",
        study_.noun(), study_.noun(), host_name(), point.hash, study_.identifier.versions().dump()));
  }
  return own;
}

void ShareRun::run_all() {
  if (is_chunk()) study_ = expected();
  report(study_, run(study_, flags_.retry_failed));
}

void ShareRun::report(const Study& points, const StudyOutcome& outcome) const {
  const StudyReport counts = count_points(points);
  const std::string text =
      fmt::format("{} of {} {}s of share {} done, {} failed; results in {}", counts.done,
                  points.points.size(), points.noun(), *flags_.shard, counts.failed, flags_.out);
  if (!outcome.stopped.empty()) throw RunError(outcome.stopped + "\n  " + text);
  if (outcome.interrupted) end_as_interrupted();
  if (counts.failed > 0) throw RunError(text);
  if (!flags_.quiet) fmt::print("{}\n", text);
}

void share_command(const RunCommand& command, const Experiment& experiment) {
  ShareRun run(command, command.out, study_versions());
  const auto is_own = [&](std::size_t part) { return run.share().has(part); };
  if (!experiment.search) {
    experiment.each_point([&](const RunConfig& config) { run.study().add(config); }, is_own);
    return run.run_all();
  }
  std::vector<SearchPlan> own;
  std::size_t part = 0;
  for (SearchPlan& plan : search_plans(experiment)) {
    if (is_own(part++)) own.push_back(std::move(plan));
  }
  StudySearches searches(experiment.search, std::move(own));
  if (run.is_chunk()) {
    searches.look(run.study());
    return run.run_all();
  }
  const StudyRunner runner = [&](Study& points, bool retry_failed) { return run.run(points, retry_failed); };
  run.report(run.study(), run_searches(searches, run.study(), command.retry_failed, runner));
}

}  // namespace xb
