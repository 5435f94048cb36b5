// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/study_flags.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/point/run_config.h"
#include "testbenches/cluster/cluster_run.h"
#include "testbenches/cluster/slurm_queue.h"
#include "testbenches/process/names.h"
#include "testbenches/program/study_report.h"
#include "testbenches/steps/step_search_point.h"
#include "testbenches/study/search_rounds.h"
#include "testbenches/study/study_progress.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSlurmJobs = 1000;  // in the queue, unless --jobs says less
constexpr double kUsualChunk = 20;            // seconds

/// For so many seconds from the first point on, and while the file of the chunk is there, if it is one.
std::function<bool()> until_over(double seconds, const fs::path& chunk) {
  return [seconds, chunk, end = std::make_shared<double>(0)] {
    if (*end == 0) *end = steady_seconds() + seconds;
    std::error_code error;
    return steady_seconds() < *end && (chunk.empty() || fs::exists(chunk, error));
  };
}

/// The points that the runner of this chunk expects of the share, those in its index: one whose hash other
/// shares have, too, is run with the first part that has it. Throws RunError if a point is another one here;
/// of a search or a benchmark the first one, since others may be of a later round.
StudyPoints expected_of(const Study& study, const Share& share) {
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
  std::optional<std::size_t> search;
  for (const StudyPoint& point : study.points) {
    const auto at = is_own.find(point.hash);
    const bool comes_later = (point.search > 0 || study.trial) && point.search == search;
    search = point.search;
    if (at != is_own.end() && at->second) own.add(point.config(), point.hash, point.search, point.cost);
    if (at != is_own.end() || comes_later) continue;
    throw RunError(
        "a {} of the study is another {} on {}, {}, of {}; allowed: the same "
        "checkout, tools and files on all machines",
        study.noun, study.noun, host_name(), point.hash, study.identifier.versions().dump());
  }
  return own;
}

/// Throws RunError unless all points of the share are done.
void report(const Study& study, const StudyOutcome& outcome, const StudyFlags& flags) {
  const StudyReport counts = count_points(study);
  const std::string text =
      fmt::format("{} of {} {}s of share {} done, {} failed; results in {}", counts.done, study.points.size(),
                  study.noun, *flags.shard, counts.failed, flags.out);
  if (!outcome.stopped.empty()) throw RunError(outcome.stopped + "\n  " + text);
  if (outcome.interrupted) end_as_interrupted();
  if (counts.failed > 0) throw RunError(text);
  if (!flags.quiet) fmt::print("{}\n", text);
}

}  // namespace

void StudyFlags::add_to(Verb& verb, const std::string& noun, const char* shard_is) {
  verb.text("--on", "WHERE", on, "place of the runs, with --out: local, slurm, or exec:COMMAND a job");
  verb.text("--slurm-args", "OPTIONS", slurm_args, "options of sbatch, with --on slurm");
  verb.text("--chunk", "SECONDS", chunk,
            fmt::format("time after which a job begins no {}, with --on (default 20)", noun));
  verb.text("--shard", "K/N", shard, fmt::format("{} a share of the {}s: the K-th of N", shard_is, noun));
  verb.on("--retry-failed", retry_failed, fmt::format("with --out run failed {}s again", noun).c_str());
}

void StudyFlags::refuse_without_out() const {
  for (const auto& [flag, value] :
       {std::pair{"--on", on}, {"--slurm-args", slurm_args}, {"--chunk", chunk}, {"--shard", shard}})
    refuse_without(flag, value, "--out");
  if (retry_failed) throw InputError("--retry-failed: not allowed here; allowed: with --out");
}

double StudyFlags::chunk_seconds() const {
  constexpr double kLeast = 0.1, kMost = 86400;
  double seconds = kUsualChunk;
  if (chunk && !parse_number(*chunk, kLeast, kMost, seconds))
    throw not_allowed("--chunk", *chunk, "{}..{} seconds", kLeast, kMost);
  return seconds;
}

std::unique_ptr<ChunkQueue> study_queue(const StudyFlags& flags, const fs::path& folder) {
  const std::string exec = "exec:", on = flags.on.value_or("local");
  const unsigned jobs = flags.jobs.jobs();
  (void)flags.chunk_seconds();
  if (flags.shard && (flags.on || flags.dry_run))
    throw InputError("--shard: '{}' is not allowed here; allowed: without {}", *flags.shard,
                     flags.on ? "--on" : "--dry-run");
  if (on == "slurm") {
    return slurm_queue(folder, flags.jobs.given() ? jobs : kMostSlurmJobs,
                       slurm_arguments(flags.slurm_args.value_or("")));
  }
  refuse_without("--slurm-args", flags.slurm_args, "--on slurm");
  if (on.size() > exec.size() && on.rfind(exec, 0) == 0) return exec_queue(on.substr(exec.size()), jobs);
  if (on != "local") throw not_allowed("--on", on, "local, slurm, exec:COMMAND");
  if (!flags.shard)
    refuse_without("--chunk", flags.chunk, "--on slurm or --on exec:COMMAND, or with --shard");
  return nullptr;
}

HeldFolder::HeldFolder(const StudyFolder& folder, const ChunkQueue* queue) {
  folder.create();
  if (folder.is_scratch()) return;
  lock_.emplace(folder.path() / ".lock", folder.path().string(), "runs");
  if (queue != nullptr) return;
  withdraw_chunks(folder);
  folder.take_leftovers();
}

StudyRunner study_runner(const StudyFlags& flags, ChunkQueue* queue, const std::vector<std::string>& words,
                         const StudyGrowth& growth) {
  if (queue == nullptr) {
    return [&flags, growth](Study& study, bool retry_failed) {
      StudyOptions options{flags.jobs.jobs(), retry_failed, flags.quiet, run_or_search};
      options.grow = growth;
      return run_study(study, options);
    };
  }
  std::vector<std::string> all = words;
  all.push_back(fmt::format("--chunk={}", flags.chunk_seconds()));
  for (const char* word : {"--out", flags.out.c_str(), "--jobs=1", "--quiet"}) all.emplace_back(word);
  return [&flags, queue, chunk = ChunkCommand{fs::current_path().string(), all}](Study& study,
                                                                                 bool retry_failed) {
    return run_on_cluster(study, {retry_failed, flags.quiet, chunk}, *queue);
  };
}

void run_share(const StudyFlags& flags, const fs::path& folder, nlohmann::ordered_json versions,
               const LookAtShare& look) {
  const Share share = parse_share(*flags.shard);
  const char* const variable = std::getenv(kChunkVariable);
  const fs::path chunk = variable == nullptr ? "" : variable;
  const std::string worker = chunk.empty() ? random_name() : worker_name(chunk);
  Study study{StudyFolder(folder, "." + worker), {}, Identifier(std::move(versions))};
  study.folder.create();
  StudyOptions options{flags.jobs.jobs(), flags.retry_failed, flags.quiet, run_or_search};
  if (flags.chunk) options.goes_on = until_over(flags.chunk_seconds(), chunk);
  if (chunk.empty()) {
    const StudyRunner run = [&](Study& points, bool retry_failed) {
      options.retry_failed = retry_failed;
      return run_study(points, options);
    };
    const auto look_at = [&](bool retry_failed) { return look(study, share, retry_failed); };
    return report(study, run_rounds(study, flags.retry_failed, run, look_at), flags);
  }
  options.origin = origin_here();
  options.origin["chunk"] = chunk.lexically_relative(chunk.parent_path().parent_path()).string();
  look(study, share, false);
  study.points = expected_of(study, share);
  report(study, run_study(study, options), flags);
}

void run_share(const StudyFlags& flags, const Experiment& experiment) {
  std::optional<StudySearches> searches;
  const auto look = [&](Study& study, const Share& share, bool retry_failed) {
    const auto is_own = [&](std::size_t part) { return share.has(part); };
    if (!experiment.search) {
      if (study.points.size() > 0) return false;
      experiment.each_point([&](const RunConfig& config) { study.add(config); }, is_own);
      return true;
    }
    if (!searches) {
      std::vector<SearchPlan> own;
      std::size_t part = 0;
      for (SearchPlan& plan : search_plans(experiment)) {
        if (is_own(part++)) own.push_back(std::move(plan));
      }
      searches.emplace(experiment.search, std::move(own));
    }
    searches->look(study, retry_failed);
    return searches->wants();
  };
  run_share(flags, flags.out, study_versions(), look);
}

}  // namespace xb
