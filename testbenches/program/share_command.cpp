// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/share_command.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>

#include "host/base/errors.h"
#include "testbenches/cluster/chunk_file.h"
#include "testbenches/process/names.h"
#include "testbenches/program/study_queue.h"
#include "testbenches/steps/step_search_point.h"
#include "testbenches/study/search_rounds.h"
#include "testbenches/study/study_progress.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

/// Leaves the points that the runner of this chunk expects of the share, those in its index: one whose hash
/// other shares have, too, is run with the first part that has it. Throws RunError if a point, or the first
/// one of a search, is another one here.
void take_expected(Study& study, const Share& share) {
  std::map<std::string, bool> is_own;
  std::ifstream index(study.folder.path() / "index.jsonl");
  for (std::string line; std::getline(index, line);) {
    std::size_t part = 0;
    std::array<char, 33> hash{};
    const char* const format = R"({"number":%zu,"point":"%32[0-9a-f]","search":%zu)";
    if (std::sscanf(line.c_str(), format, &part, hash.data(), &part) >= 2)
      is_own.emplace(hash.data(), share.has(part - 1));
  }
  StudyPoints own;
  std::size_t search = 0;
  for (const StudyPoint& point : study.points) {
    const auto at = is_own.find(point.hash);
    const bool comes_later = point.search > 0 && point.search == search;  // in another round
    search = point.search;
    if (at != is_own.end() && at->second) own.add(point.config(), point.hash, point.search);
    if (at != is_own.end() || comes_later) continue;
    throw RunError(
        fmt::format("a point of the study is another point on {}, {}, of {}; allowed: the same "
                    "checkout, tools and files on all machines",
                    host_name(), point.hash, study.identifier.versions().dump()));
  }
  study.points = std::move(own);
}

/// For so many seconds from the first point on, and while the file of the chunk is there, if it is one.
std::function<bool()> until_over(double seconds, const fs::path& chunk) {
  return [seconds, chunk, end = std::make_shared<double>(0)] {
    if (*end == 0) *end = steady_seconds() + seconds;
    std::error_code error;
    return steady_seconds() < *end && (chunk.empty() || fs::exists(chunk, error));
  };
}

/// Throws RunError unless all points of it are done.
void report(const Study& study, const StudyOutcome& outcome, const RunCommand& command) {
  std::size_t done = 0, failed = 0;
  for (const StudyPoint& point : study.points) {
    const bool is_done = study.folder.has_result(point.hash);
    done += is_done ? 1 : 0;
    failed += !is_done && study.folder.has_failure(point.hash) ? 1 : 0;
  }
  const std::string text = fmt::format("{} of {} points of share {} done, {} failed; results in {}", done,
                                       study.points.size(), *command.shard, failed, command.out);
  if (!outcome.stopped.empty()) throw RunError(outcome.stopped + "\n  " + text);
  if (outcome.interrupted) end_as_interrupted();
  if (failed > 0) throw RunError(text);
  if (!command.quiet) fmt::print("{}\n", text);
}

}  // namespace

void share_command(const RunCommand& command, const Experiment& experiment, unsigned jobs) {
  const Share share = parse_share(*command.shard);
  const char* const variable = std::getenv(kChunkVariable);
  const fs::path chunk = variable == nullptr ? "" : variable;
  const std::string worker = chunk.empty() ? random_name() : worker_name(chunk);
  Study study{StudyFolder(command.out, "." + worker), {}, Identifier(study_versions())};
  study.folder.create();
  StudyOptions options{jobs, command.retry_failed, command.quiet, run_or_search};
  if (command.chunk) options.goes_on = until_over(chunk_seconds(command), chunk);
  if (!chunk.empty()) {
    options.origin = origin_here();
    options.origin["chunk"] = chunk.lexically_relative(chunk.parent_path().parent_path()).string();
  }
  const StudyRunner run = [&](Study& points, bool retry_failed) {
    options.retry_failed = retry_failed;
    return run_study(points, options);
  };
  const auto run_points = [&] {
    if (!chunk.empty()) take_expected(study, share);
    return run(study, command.retry_failed);
  };
  if (!experiment.search) {
    experiment.each_point([&](const RunConfig& config) { study.add(config); },
                          [&](std::size_t part) { return share.has(part); });
    return report(study, run_points(), command);
  }
  std::vector<SearchPlan> own;
  std::size_t part = 0;
  for (SearchPlan& plan : search_plans(experiment)) {
    if (share.has(part++)) own.push_back(std::move(plan));
  }
  StudySearches searches(experiment.search, std::move(own));
  const LookAtSearches look = [](StudySearches& all, Study& points, bool retry) { all.look(points, retry); };
  if (chunk.empty())
    return report(study, run_searches(searches, study, command.retry_failed, run, look), command);
  searches.look(study);
  report(study, run_points(), command);
}

}  // namespace xb
