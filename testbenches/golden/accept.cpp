// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include "host/base/called_as.h"
#include "host/base/descriptor.h"
#include "host/base/errors.h"
#include "host/base/ranges.h"
#include "host/base/shell_word.h"
#include "host/base/text_file.h"
#include "host/config/key_use.h"
#include "host/config/setup.h"
#include "testbenches/golden/golden_check.h"
#include "testbenches/process/output_file.h"
#include "waves/compare/diff_text.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

/// Exclusive among those who lock the same folder, as long as it is open. Leaves no file in it. Waits until
/// no other process holds it. Throws RunError if the folder cannot be locked.
Descriptor locked(const fs::path& folder) {
  Descriptor lock(open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (lock.number() < 0 || TEMP_FAILURE_RETRY(flock(lock.number(), LOCK_EX)) != 0)
    throw RunError("{}: cannot be locked: {}", folder.string(), std::strerror(errno));
  return lock;
}

constexpr const char* kLogBegin =
    "# Accepted golden traces\n\n"
    "Written by `xbarlab golden FOLDER --accept CASE --reason TEXT`, the latest last.\n\n"
    "| case | reason | cycles | point |\n"
    "|---|---|---|---|\n";

void check_reason(const std::string& reason) {
  const bool has_word = reason.find_first_not_of(" \t") != std::string::npos;
  const bool one_line =
      none_of(reason, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; });
  if (!has_word || !one_line)
    throw not_allowed("--reason", reason, "a sentence on one line that says why the switch now does this");
}

std::optional<std::string> text_there(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error) && !error) return std::nullopt;
  return read_text_file(path.string(), "golden", "a text file");
}

/// In a cell of a table in Markdown.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c == '\t' ? ' ' : c;
  }
  return escaped;
}

/// The run on an engine, which is all right by itself.
CaseRun good_run(const GoldenCase& one, const std::string& engine, const CaseRunner& runner) {
  CaseRun run = runner(one.setup(engine), {kMostGoldenCycles, true});
  if (run.stopped)
    throw InputError(
        "{}: a run of more than {} cycles is not allowed as golden; allowed: fewer, "
        "such as by the key cycles or fewer packets",
        one.point_file.string(), kMostGoldenCycles);
  if (!run.failure.empty())
    throw RunError("{}: not accepted, the run on {} failed: {}", one.name, engine, run.failure);
  return run;
}

/// Against what was there; the old one need not be readable.
std::string change_text(const GoldenCase& one, const std::string& old_text, const CaseRun& run) {
  const std::string name = one.golden_file.string();
  try {
    const DiffResult diff = compare_texts(old_text, name, run.trace, "the new " + name);
    if (diff.same) return fmt::format("{}: the same {} cycles, other comments\n", one.name, run.cycles);
    DiffAdvice advice;
    advice.reproduce =
        fmt::format("{} run {} --line-trace FILE", called_as(), shell_word(one.point_file.string()));
    return diff_text(diff, advice);
  } catch (const InputError& error) {
    return fmt::format("{}: {} cycles instead of a file that cannot be read: {}\n", one.name, run.cycles,
                       error.what());
  }
}

}  // namespace

std::string accept_case(const GoldenCase& one, const std::string& reason, const CaseRunner& runner) {
  check_reason(reason);
  const Descriptor alone = locked(one.golden_file.parent_path());  // two at once would lose a line of the log
  const CaseRun first = good_run(one, one.engines.front(), runner);
  for (std::size_t i = 1; i < one.engines.size(); ++i) {
    const CaseRun other = good_run(one, one.engines[i], runner);
    if (other.trace == first.trace) continue;
    const DiffResult diff = compare_texts(first.trace, one.engines.front(), other.trace, one.engines[i]);
    throw RunError("{}: not accepted, the engines differ\n{}", one.name, diff_text(diff));
  }
  const auto old_text = text_there(one.golden_file);
  if (old_text == first.trace) return fmt::format("{}: nothing to accept, all is as it was\n", one.name);
  const fs::path log_file = one.golden_file.parent_path() / kAcceptedLog;
  std::string log_text = text_there(log_file).value_or(kLogBegin);
  if (!log_text.empty() && log_text.back() != '\n') log_text += '\n';
  log_text += fmt::format("| {} | {} | {} | `{}` |\n", cell(one.name), cell(reason), first.cycles,
                          flags_of(one.setup(word(RunConfig().engine)).config));
  OutputFile golden(one.golden_file), log(log_file);
  golden.write(first.trace);
  log.write(log_text);
  golden.commit();
  log.commit();
  if (!old_text) return fmt::format("{}: new, {} cycles\n", one.name, first.cycles);
  return change_text(one, *old_text, first);
}

}  // namespace xb
