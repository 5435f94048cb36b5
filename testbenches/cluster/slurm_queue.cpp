// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/slurm_queue.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <wordexp.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/lower_case.h"
#include "host/base/parse_number.h"
#include "host/base/ranges.h"
#include "host/base/shell_word.h"
#include "testbenches/cluster/chunk_file.h"
#include "testbenches/process/names.h"
#include "testbenches/process/subprocess.h"
#include "testbenches/sources/digest.h"
#include "testbenches/study/study_progress.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr double kAnswerSeconds = 60;  // that a command of Slurm may take

/// One line of what a command says.
std::string message_of(const Captured& captured) {
  std::string text = captured.errors.empty() ? captured.out : captured.errors;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ';');
  return text.empty() ? fmt::format("exit status {}", captured.status) : text;
}

/// As sbatch reads names of files: % begins a pattern.
std::string literal(const std::string& path) {
  std::string text;
  for (const char c : path) text += c == '%' ? std::string("%%") : std::string(1, c);
  return text;
}

std::optional<ChunkState> state_of(const std::string& name) {
  for (const char* ended : {"BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL",
                            "OUT_OF_MEMORY", "PREEMPTED", "REVOKED", "SPECIAL_EXIT", "TIMEOUT"}) {
    if (name == ended) return {};
  }
  for (const char* waits : {"PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD"}) {
    if (name == waits) return ChunkState::Waiting;
  }
  return ChunkState::Running;
}

}  // namespace

std::vector<SlurmTask> read_slurm_listing(const std::string& text, const std::string& prefix) {
  constexpr std::size_t kFields = 5;
  constexpr double kMostTasks = 1e9;
  std::vector<SlurmTask> tasks;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::array<std::string, kFields> field;
    std::istringstream cells(line);
    for (std::string& cell : field) std::getline(cells, cell, '|');
    SlurmTask task{field[0], {field[3], 0}, false, state_of(field[2])};
    if (field[3].rfind(prefix, 0) != 0 || !parse_number(field[1], 0, kMostTasks, task.chunk.second)) continue;
    const bool waits = task.state == ChunkState::Waiting;
    task.held = waits && (lower_case(field[4]).find("held") != std::string::npos ||
                          field[2].find("HOLD") != std::string::npos);
    tasks.push_back(std::move(task));
  }
  return tasks;
}

bool slurm_did_not_answer(const std::string& message) {
  constexpr const char* kMessages[] = {
      "Unable to contact",    "Socket timed out",        "Connection refused",
      "Connection timed out", "Connection reset",        "Zero Bytes were transmitted",
      "temporarily unable",   "Message receive failure", "Unexpected message received",
      "Transport endpoint"};
  return any_of(kMessages, [&](const char* words) { return message.find(words) != std::string::npos; });
}

namespace {

class SlurmQueue : public ChunkQueue {
 public:
  SlurmQueue(const fs::path& study, std::size_t most, std::vector<std::string> arguments)
      : most_(most), arguments_(std::move(arguments)), start_(steady_seconds()) {
    for (const char* program : {"sbatch", "squeue", "scancel"}) {
      if (program_on_path(program).empty())
        throw InputError(
            "--on: 'slurm' is not allowed here ({} is not installed); allowed: local, "
            "exec:COMMAND, and slurm where its commands are on PATH",
            program);
    }
    constexpr std::size_t kDigits = 10;
    prefix_ = fmt::format("xb-{}-",
                          digest_of(fs::weakly_canonical(fs::absolute(study)).string()).substr(0, kDigits));
  }

  [[nodiscard]] std::string prefix() const override { return prefix_; }
  [[nodiscard]] bool outlives_runner() const override { return true; }
  [[nodiscard]] std::size_t most() const override { return most_; }
  [[nodiscard]] double period() const override {
    constexpr double kLeast = 1, kMost = 15, kShare = 0.05;
    return std::clamp((steady_seconds() - start_) * kShare, kLeast, kMost);
  }

  void submit(const fs::path& folder, const std::vector<unsigned>& numbers) override {
    const fs::path script = folder / "script";
    std::ofstream(script) << "#!/bin/sh\nexec " << shell_word(own_program()) << " work "
                          << shell_word(folder.string() + "/") << "\"$SLURM_ARRAY_TASK_ID\"\n";
    std::vector<std::string> command{
        "sbatch",
        "--parsable",
        "--no-requeue",  // what was lost is seen and submitted here
        "--ntasks=1",
        "--job-name=" + folder.filename().string(),
        fmt::format("--array={}", fmt::join(numbers, ",")),
        "--output=" + log_file(literal((folder / "%a").string())).string(),
    };
    command.insert(command.end(), arguments_.begin(), arguments_.end());
    command.push_back(script.string());
    const Captured said = capture(command, kAnswerSeconds);
    const std::string message = message_of(said);
    if (said.status != 0 && said.status < 128 && !slurm_did_not_answer(message))
      throw RunError("Slurm refuses: " + message);
  }

  std::optional<States> states() override {
    const auto listed = tasks();
    if (!listed) return {};
    States states;
    std::vector<SlurmTask> held;
    for (const SlurmTask& task : *listed) {
      if (task.held)
        held.push_back(task);
      else if (task.state)
        states[task.chunk] = *task.state;
    }
    cancel_tasks(held);  // they would wait for ever
    return states;
  }

  void cancel(const Which& which) override {
    auto listed = tasks();
    if (!listed) return;
    const auto stays = [&](const SlurmTask& task) { return !task.state || !which(task.chunk, *task.state); };
    listed->erase(std::remove_if(listed->begin(), listed->end(), stays), listed->end());
    cancel_tasks(*listed);
  }

 private:
  std::optional<std::vector<SlurmTask>> tasks() {
    const Captured said = capture(
        {"squeue", "--noheader", "--array", fmt::format("--user={}", geteuid()), "--format=%F|%K|%T|%j|%r"},
        kAnswerSeconds);
    if (said.status != 0) return {};
    return read_slurm_listing(said.out, prefix_);
  }

  static void cancel_tasks(const std::vector<SlurmTask>& tasks) {
    constexpr std::size_t kMostWords = 500;
    std::map<std::string, std::vector<std::string>> of_name;
    for (const SlurmTask& task : tasks)
      of_name[task.chunk.first].push_back(fmt::format("{}_{}", task.job, task.chunk.second));
    for (const auto& [name, words] : of_name) {
      for (std::size_t begin = 0; begin < words.size(); begin += kMostWords) {
        // By name too: the number may be another job's by now.
        std::vector<std::string> command{"scancel", "--name=" + name};
        const std::size_t end = std::min(words.size(), begin + kMostWords);
        command.insert(command.end(), words.begin() + static_cast<std::ptrdiff_t>(begin),
                       words.begin() + static_cast<std::ptrdiff_t>(end));
        capture(command, kAnswerSeconds);
      }
    }
  }

  std::string prefix_;
  std::size_t most_;
  std::vector<std::string> arguments_;
  double start_;
};

}  // namespace

std::unique_ptr<ChunkQueue> slurm_queue(const fs::path& study, std::size_t most,
                                        const std::vector<std::string>& arguments) {
  return std::make_unique<SlurmQueue>(study, most, arguments);
}

std::vector<std::string> slurm_arguments(const std::string& text) {
  wordexp_t words{};
  const int status = wordexp(text.c_str(), &words, WRDE_NOCMD);
  std::vector<std::string> list;
  if (status == 0) list.assign(words.we_wordv, words.we_wordv + words.we_wordc);
  if (status == 0 || status == WRDE_NOSPACE) wordfree(&words);
  if (status == 0) return list;
  throw not_allowed("--slurm-args", text, "options of sbatch, as for a shell");
}

}  // namespace xb
