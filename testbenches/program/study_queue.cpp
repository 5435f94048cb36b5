// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/study_queue.h"

#include <fmt/format.h>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "testbenches/cluster/exec_queue.h"
#include "testbenches/cluster/slurm_queue.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSlurmJobs = 1000;  // in the queue, unless --jobs says less
constexpr double kUsualChunk = 20;            // seconds

void refuse_without_queue(const char* flag, const std::optional<std::string>& value, const char* where) {
  if (value)
    throw InputError(fmt::format("{}: '{}' is not allowed here; allowed: with {}", flag, *value, where));
}

}  // namespace

std::unique_ptr<ChunkQueue> study_queue(const RunCommand& command, unsigned jobs) {
  const std::string exec = "exec:", on = command.on.value_or("local");
  chunk_seconds(command);
  if (command.shard && (command.on || command.dry_run))
    throw InputError(fmt::format("--shard: '{}' is not allowed here; allowed: without {}", *command.shard,
                                 command.on ? "--on" : "--dry-run"));
  if (on == "slurm") {
    return std::make_unique<SlurmQueue>(command.out, command.jobs.given() ? jobs : kMostSlurmJobs,
                                        slurm_arguments(command.slurm_args.value_or("")));
  }
  refuse_without_queue("--slurm-args", command.slurm_args, "--on slurm");
  if (on.size() > exec.size() && on.rfind(exec, 0) == 0)
    return std::make_unique<ExecQueue>(on.substr(exec.size()), jobs);
  if (on != "local")
    throw InputError(fmt::format("--on: '{}' is not allowed; allowed: local, slurm, exec:COMMAND", on));
  if (!command.shard)
    refuse_without_queue("--chunk", command.chunk, "--on slurm or --on exec:COMMAND, or with --shard");
  return nullptr;
}

double chunk_seconds(const RunCommand& command) {
  constexpr double kLeast = 0.1, kMost = 86400;
  double seconds = kUsualChunk;
  if (command.chunk && !parse_number(*command.chunk, kLeast, kMost, seconds))
    throw InputError(
        fmt::format("--chunk: '{}' is not allowed; allowed: {}..{} seconds", *command.chunk, kLeast, kMost));
  return seconds;
}

ChunkCommand chunk_command(const RunCommand& command) {
  std::vector<std::string> words{"run"};
  if (!command.points.file.empty()) words.push_back(command.points.file);
  for (const SweptKey& flag : command.points.flags)
    words.push_back("--" + flag.key + "=" + flag.values.front());
  for (const auto& assignment : command.points.sets) words.push_back("--set=" + assignment);
  words.push_back(fmt::format("--chunk={}", chunk_seconds(command)));
  for (const char* word : {"--out", command.out.c_str(), "--jobs=1", "--quiet"}) words.emplace_back(word);
  return {fs::current_path().string(), words};
}

}  // namespace xb
