// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "host/base/errors.h"
#include "testbenches/cluster/chunk_file.h"
#include "testbenches/cluster/chunk_queue.h"
#include "testbenches/process/child_process.h"
#include "testbenches/process/interrupt.h"
#include "testbenches/process/names.h"
#include "testbenches/process/subprocess.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

bool has_ended(pid_t pid) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

/// Ends it with all that it has started: by TERM, which a batch system's command passes on, and then by KILL.
void end_group(pid_t pid) {
  constexpr int kPatience = 50;  // tenths of a second
  kill(-pid, SIGTERM);
  kill(-pid, SIGCONT);
  for (int n = 0; n < kPatience && !has_ended(pid); ++n) usleep(100000);
  kill(-pid, SIGKILL);
  wait_for(pid);
}

class ExecQueue : public ChunkQueue {
 public:
  ExecQueue(std::string command, std::size_t most) : command_(std::move(command)), running_(most) {}
  ~ExecQueue() override {
    cancel([](const ChunkId&, ChunkState) { return true; });
  }

  [[nodiscard]] std::string prefix() const override { return "exec-"; }
  [[nodiscard]] bool outlives_runner() const override { return false; }
  [[nodiscard]] std::size_t most() const override { return running_.size(); }
  [[nodiscard]] double period() const override { return 0.2; }

  void submit(const fs::path& folder, const std::vector<unsigned>& numbers) override {
    std::size_t slot = 0;
    for (const unsigned number : numbers) {
      while (slot < running_.size() && running_[slot].pid != 0) ++slot;
      if (slot == running_.size()) return;  // it will be seen not to run
      running_[slot].chunk = {folder.filename().string(), number};
      start(running_[slot], slot + 1, folder / std::to_string(number));
    }
  }

  std::optional<States> states() override {
    States states;
    for (Running& slot : running_) {
      if (slot.pid == 0) continue;
      if (has_ended(slot.pid))
        is_over(slot);
      else
        states[slot.chunk] = ChunkState::Running;
    }
    return states;
  }

  void cancel(const Which& which) override {
    for (Running& slot : running_) {
      if (slot.pid == 0 || !which(slot.chunk, ChunkState::Running)) continue;
      end_group(slot.pid);
      is_over(slot);
    }
  }

 private:
  struct Running {
    pid_t pid = 0;  ///< 0: none runs
    ChunkId chunk;
    std::unique_ptr<OnInterrupt> undo;
  };

  void start(Running& slot, std::size_t number, const fs::path& file) {
    const std::vector<std::string> words{"/bin/sh",     "-c",   command_ + " \"$@\"", "xbarlab",
                                         own_program(), "work", file.string()};
    StartedProgram program = start_program(words, SIGTERM, [&] {
      reset_signals();
      return setenv("XBARLAB_SLOT", std::to_string(number).c_str(), 1) == 0 && print_into(log_file(file));
    });
    if (program.pid < 0) throw RunError("no process for a chunk");
    slot.pid = program.pid;
    slot.undo = std::move(program.undo);
  }

  static void is_over(Running& slot) {
    slot.undo.reset();
    status_of(slot.pid);
    slot.pid = 0;
  }

  std::string command_;
  std::vector<Running> running_;
};

}  // namespace

std::unique_ptr<ChunkQueue> exec_queue(const std::string& command, std::size_t most) {
  return std::make_unique<ExecQueue>(command, most);
}

}  // namespace xb
