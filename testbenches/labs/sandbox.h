// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/process/subprocess.h"

namespace xb {

/// What a command with a student's code may take, each of its processes; files, processes and `wall_seconds`
/// all together.
struct SandboxLimits {
  unsigned cpu_seconds = 60;
  std::uint64_t memory_bytes = std::uint64_t{4} << 30U;
  std::uint64_t file_bytes = std::uint64_t{1} << 28U;  ///< of a file, and of all temporary ones together
  unsigned open_files = 256;
  unsigned processes = 256;  ///< and threads; where it is isolated, or run by root
  unsigned files = 10000;    ///< and folders, in those of the job; they have 4 times `file_bytes` together
  double wall_seconds = 600;
};

enum class Isolation {
  Bubblewrap,  ///< no network, and no file but the lab's, the compiler's and those of the job
  None         ///< only the limits
};

/// A command on a student's files.
struct SandboxJob {
  std::vector<std::string> command;  ///< `xbarlab` as its first word is this program
  std::filesystem::path work;        ///< the folder that it runs in, and may write to
  std::vector<std::pair<std::string, std::string>> environment;  ///< names and values, besides the usual ones
  std::vector<std::string> read_only;                            ///< what is in it that may not be written to
  std::filesystem::path models;  ///< what it has as the folder of models; empty: the lab's, or none
  SandboxLimits limits;
};

/// Where the folder of the job is inside.
constexpr const char* kSandboxWork = "/lab";

/// Why bubblewrap cannot isolate anything here, a line; empty: it can.
const std::string& no_isolation_because();

/// Runs it to its end. Throws RunError if it could not be isolated.
Captured run_sandboxed(const SandboxJob& job, Isolation isolation);

/// What the command has said, with names of files as they are in the folder of the job.
std::string without_sandbox_paths(const std::string& text, const SandboxJob& job);

/// Why a run of a student's code did not end well, in a line for the student: the first cycle that differs
/// from the twin in words, an error of the compiler with its place, or the limit that it met.
std::string run_ending(const Captured& captured, const SandboxLimits& limits);

/// Whether it was stopped because it took too long.
bool met_time_limit(const Captured& captured);

/// `lock-step difference in cycle 5: xb_switch_input.m_axis_tvalid_o[3]: rtl 0, systemc 1`, as a run says it,
/// in words: "cycle 5: output 3 shows nothing, where the twin's shows a beat". Other lines as they are.
std::string difference_in_words(const std::string& line);

}  // namespace xb
