// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden/artifacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "host/base/errors.h"
#include "host/base/shell_word.h"
#include "host/config/setup.h"
#include "testbenches/process/output_file.h"
#include "testbenches/tracing/wave_files.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const CaseOutcome& outcome, const fs::path& folder) {
  return folder / fmt::format("{}-{}", outcome.of->name, outcome.engine);
}

}  // namespace

void remove_artifacts(const CaseOutcome& outcome, const fs::path& folder) {
  const fs::path own = folder_of(outcome, folder);
  std::error_code ignored;
  for (const char* name : {"want.trace", "got.trace", "window.fst", "window.gtkw", "window.svg"})
    fs::remove(own / name, ignored);
  fs::remove(own, ignored);  // unless something else is in it
}

std::string trimmed_trace(const std::string& trace, std::uint64_t first_cycle, std::uint64_t last_cycle) {
  std::string text;
  std::istringstream lines(trace);
  for (std::string line; std::getline(lines, line);) {
    const bool comment = line.empty() || line.front() == '#';
    const std::uint64_t cycle = comment ? 0 : std::strtoull(line.c_str(), nullptr, 10);
    if (comment || (cycle >= first_cycle && cycle <= last_cycle)) text += line + '\n';
  }
  return text;
}

std::string write_artifacts(const CaseOutcome& outcome, const fs::path& folder) {
  const fs::path own = folder_of(outcome, folder);
  std::error_code error;
  fs::create_directories(own, error);
  if (error)
    throw InputError("--artifacts: '{}' is not allowed ({}); allowed: a folder to write in", folder.string(),
                     error.message());
  const std::uint64_t first = outcome.first_cycle - std::min(kArtifactBefore, outcome.first_cycle);
  const std::uint64_t last = outcome.first_cycle + kArtifactAfter;
  write_output(own / "want.trace", trimmed_trace(golden_text(*outcome.of), first, last));
  write_output(own / "got.trace", trimmed_trace(outcome.run.trace, first, last));
  const std::uint64_t last_run = outcome.run.cycles - 1;
  TraceFlags flags;
  flags.from = std::min(first, last_run);
  flags.cycles = last - *flags.from + 1;
  flags.marker = Hit{std::min(outcome.first_cycle, last_run), outcome.headline};
  try {
    const WaveFiles files = write_wave_files(outcome.of->setup(outcome.engine), flags, own / "window", true);
    return fmt::format("gtkwave {}", shell_word(files.save_file.string()));
  } catch (const std::runtime_error& failure) {
    // Such as an assertion that ends the run earlier: it is on where signals are recorded.
    return fmt::format("no waveform, since {}", failure.what());
  }
}

}  // namespace xb
