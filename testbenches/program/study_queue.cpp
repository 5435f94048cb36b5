// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/study_queue.h"

#include <fmt/format.h>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "testbenches/cluster/exec_queue.h"
#include "testbenches/cluster/slurm_queue.h"

namespace xb {
namespace {

constexpr std::size_t kMostSlurmJobs = 1000;  // in the queue, unless --jobs says less
constexpr double kUsualChunk = 20;            // seconds

void refuse_without_queue(const char* flag, const std::optional<std::string>& value, const char* where) {
  if (value)
    throw InputError(fmt::format("{}: '{}' is not allowed here; allowed: with {}", flag, *value, where));
}

}  // namespace

std::unique_ptr<ChunkQueue> study_queue(const RunCommand& command, unsigned jobs) {
  const std::string exec = "exec:", on = command.on.value_or("local");
  if (on == "slurm") {
    return std::make_unique<SlurmQueue>(command.out, command.jobs.given() ? jobs : kMostSlurmJobs,
                                        slurm_arguments(command.slurm_args.value_or("")));
  }
  refuse_without_queue("--slurm-args", command.slurm_args, "--on slurm");
  if (on.size() > exec.size() && on.rfind(exec, 0) == 0)
    return std::make_unique<ExecQueue>(on.substr(exec.size()), jobs);
  if (on != "local")
    throw InputError(fmt::format("--on: '{}' is not allowed; allowed: local, slurm, exec:COMMAND", on));
  refuse_without_queue("--chunk", command.chunk, "--on slurm or --on exec:COMMAND");
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

}  // namespace xb
