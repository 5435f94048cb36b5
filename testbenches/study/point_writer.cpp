// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <new>

#include "host/base/text_file.h"
#include "host/config/key_use.h"
#include "host/config/setup.h"
#include "testbenches/process/child_process.h"
#include "testbenches/process/names.h"
#include "testbenches/process/subprocess.h"
#include "testbenches/study/identity.h"
#include "testbenches/study/study_run.h"
#include "testbenches/tracing/run_point.h"

namespace xb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr const char* kLog = "output";  // of a point that runs

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

/// As records have it: the same wherever the program was called.
std::string command_of(const Study& study, const StudyPoint& point) {
  return study.trial ? study.command : "xbarlab run " + flags_of(point.config());
}

/// In the folder of a point; in none, none.
fs::path log_in(const fs::path& folder) { return folder.empty() ? folder : folder / kLog; }

std::string log_text(const fs::path& log) {
  std::fflush(nullptr);
  return text_while_there(log.string());
}

/// What a worker that has ended itself has said; empty: nothing.
std::string last_words(const std::string& log) {
  const std::string begin = "xbarlab: ";
  const std::size_t at = log.rfind(begin);
  if (at == std::string::npos || (at > 0 && log[at - 1] != '\n')) return "";
  return log.substr(at + begin.size(), log.find('\n', at) - at - begin.size());
}

std::string take_log(const fs::path& log) {
  std::string text = log_text(log);
  unlink(log.c_str());
  return text;
}

/// For tests: a line per execution in the file that the environment names, so that they can be counted.
void count_execution(const std::string& hash) {
  const char* path = std::getenv("XBARLAB_STUDY_LOG");
  if (path == nullptr) return;
  const int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  const std::string line = hash + "\n";
  if (fd < 0 || write(fd, line.data(), line.size()) < 0) return;
  close(fd);
}

/// The first line of what git says of a checkout; empty: nothing.
std::string git_line(const fs::path& checkout, std::vector<std::string> words) {
  constexpr double kSeconds = 600;
  words.insert(words.begin(), {"git", "-C", checkout.string()});
  const std::string said = capture(words, kSeconds).out;
  return said.substr(0, said.find('\n'));
}

Json notes_of(const Study& study, const StudyPoint& point, const Json& origin, const std::string& started) {
  Json notes{{"point", point.hash}, {"command", command_of(study, point)}};
  if (origin.is_object()) notes.update(origin);
  notes["started"] = started;
  notes["ended"] = utc_now();
  return notes;
}

}  // namespace

Json origin_here() {
  // What is installed in a repository of somebody else's is not of its commits.
  const bool is_checkout = std::filesystem::exists(source_dir() / ".git");
  const std::string commit = is_checkout ? git_line(source_dir(), {"rev-parse", "HEAD"}) : "";
  Json origin{{"host", host_name()}, {"git_commit", commit.empty() ? Json(nullptr) : Json(commit)}};
  if (!commit.empty())
    origin["git_changed"] =
        !git_line(source_dir(), {"status", "--porcelain", "--untracked-files=no"}).empty();
  return origin;
}

RunResult run_simulation(const Setup& setup) { return run_point(setup); }

PointOutcome write_study_point(Study& study, const StudyPoint& point, const Json& origin,
                               const PointRunner& run) {
  const fs::path log = log_in(study.folder.begin(point.hash));
  std::fflush(nullptr);
  print_into(log);
  count_execution(point.hash);
  const std::string started = utc_now();
  const auto begin = Clock::now();
  std::string failure, record;
  Json whole;
  try {
    const RunConfig config = point.config();
    const Json& versions = study.identifier.versions();
    PointIdentity identity = study.identifier.identify(config);
    identity.hash = point.hash;
    if (study.trial) {
      whole = {{"schema", 1}, {"version", versions}};
      whole.update(study.trial(point.hash));
    } else {
      whole = to_json(config, run(resolve(config)), versions);
    }
    record = record_text(identity, whole);
  } catch (const std::bad_alloc&) {
    failure = out_of_memory(command_of(study, point));
  } catch (const std::exception& error) {
    failure = error.what();
  }
  const std::string printed = take_log(log);
  Json notes = notes_of(study, point, origin, started);
  notes["wall_seconds"] = std::chrono::duration<double>(Clock::now() - begin).count();
  const bool done = failure.empty();
  if (!done) notes["message"] = failure;
  if (done && !study.trial) notes["cpu_seconds"] = whole["result"]["cpu_seconds"];
  const PointOutcome outcome = done ? PointOutcome::Done : PointOutcome::Failed;
  study.folder.write(point.hash, outcome, done ? record : printed, notes);
  return outcome;
}

void commit_lost_point(const Study& study, const StudyPoint& point, const std::string& message,
                       const Json& origin) {
  const std::string printed = log_text(log_in(study.folder.leftover_of(point.hash)));
  const std::string said = last_words(printed);
  Json notes = notes_of(study, point, origin, utc_now());
  notes["message"] = said.empty() ? message : said;
  study.folder.begin(point.hash);
  study.folder.write(point.hash, PointOutcome::Failed, printed, notes);
  study.folder.publish(point.hash, PointOutcome::Failed);
}

}  // namespace xb
