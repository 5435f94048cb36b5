// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/study_flags.h"

#include <fmt/format.h>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "testbenches/cluster/cluster_run.h"
#include "testbenches/cluster/slurm_queue.h"
#include "testbenches/steps/step_search_point.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSlurmJobs = 1000;  // in the queue, unless --jobs says less
constexpr double kUsualChunk = 20;            // seconds

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

}  // namespace xb
