// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <map>
#include <new>
#include <optional>
#include <sstream>
#include <vector>

#include "host/base/descriptor.h"
#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/base/text_file.h"
#include "testbenches/process/interrupt.h"

namespace xb {
namespace {

// First byte of what the child sends.
constexpr char kResult = 'R', kInputError = 'I', kRunError = 'E', kNoMemory = 'M';

int g_result = -1;  // of a child of in_child_process(): where its result goes

std::string receive_all(int fd) {
  std::string text;
  char buffer[4096];
  for (;;) {
    const ssize_t n = TEMP_FAILURE_RETRY(read(fd, buffer, sizeof buffer));
    if (n <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(n));
  }
}

[[noreturn]] void child(int fd, const std::function<std::string()>& work) {
  g_result = fd;
  std::string message;
  try {
    message = kResult + work();
  } catch (const InputError& error) {
    message = kInputError + std::string(error.what());
  } catch (const std::bad_alloc&) {
    message = kNoMemory;
  } catch (const std::exception& error) {
    message = kRunError + std::string(error.what());
  }
  write_all(fd, message);
  std::fflush(nullptr);
  _exit(0);  // SystemC objects are not torn down: the process ends
}

struct Process {
  pid_t pid = 0;
  std::size_t threads = 0;
};

std::multimap<pid_t, Process> processes_by_parent() {
  std::multimap<pid_t, Process> all;
  std::error_code error;
  for (std::filesystem::directory_iterator entry("/proc", error), end; !error && entry != end;
       entry.increment(error)) {
    Process process;
    if (!parse_number(entry->path().filename().string(), 1, 1e9, process.pid)) continue;
    const std::string text = text_while_there((entry->path() / "stat").string());
    // `PID (NAME) STATE PARENT ...`: the name may hold anything.
    std::istringstream fields(text.substr(text.rfind(')') + 1));
    std::string state, skipped;
    pid_t parent = 0;
    fields >> state >> parent;
    constexpr int kBetween = 15;  // fields up to the number of threads
    for (int n = 0; n < kBetween; ++n) fields >> skipped;
    if (fields >> process.threads) all.emplace(parent, process);
  }
  return all;
}

}  // namespace

void end_with_message(std::initializer_list<const char*> parts) {
  const bool is_child = g_result >= 0;
  OnInterrupt::undo_all(true);
  if (!is_child && isatty(STDERR_FILENO) != 0) write_all(STDERR_FILENO, "\r\033[K");  // a progress line
  write_all(is_child ? g_result : STDERR_FILENO, is_child ? "E" : "xbarlab: ");
  for (const char* const part : parts) write_all(is_child ? g_result : STDERR_FILENO, part);
  if (!is_child) write_all(STDERR_FILENO, "\n");
  _exit(is_child ? 0 : 1);
}

pid_t fork_child(int death_signal) {
  signal(SIGCHLD, SIG_DFL);  // where it is ignored, no child can be waited for
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid != 0) return pid;
  OnInterrupt::forget_all();
  struct sigaction term = {};
  sigaction(SIGTERM, nullptr, &term);
  if (term.sa_handler == SIG_IGN) signal(SIGTERM, SIG_DFL);  // it is how the parent ends its children
  prctl(PR_SET_PDEATHSIG, death_signal);
  if (getppid() != parent) _exit(1);  // it was gone before
  return 0;
}

void wait_for(pid_t child) {
  siginfo_t info;
  TEMP_FAILURE_RETRY(waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT));
}

int status_of(pid_t child) {
  int status = 0;
  TEMP_FAILURE_RETRY(waitpid(child, &status, 0));
  return status;
}

std::string in_child_process(const std::function<std::string()>& work, Orphan orphan) {
  int pipe_fd[2];
  if (pipe2(pipe_fd, O_CLOEXEC) != 0) throw RunError("no pipe for a child process");
  std::fflush(nullptr);
  std::optional<SignalsHeld> held{std::in_place};
  const pid_t pid = fork_child(orphan == Orphan::Ends ? SIGKILL : SIGTERM);
  if (pid < 0) throw RunError("no child process");
  if (pid == 0) {
    if (orphan == Orphan::CleansUp) {
      setpgid(0, 0);                     // a signal to the parent's group is not meant for it
      prctl(PR_SET_CHILD_SUBREAPER, 1);  // what its children leave behind can be waited for
      note_when_interrupted();
    }
    held.reset();
    close(pipe_fd[0]);
    child(pipe_fd[1], work);
  }
  std::optional<OnInterrupt> undo{std::in_place, pid};
  held.reset();
  close(pipe_fd[1]);
  const std::string message = receive_all(pipe_fd[0]);
  close(pipe_fd[0]);
  wait_for(pid);
  undo.reset();
  const int status = status_of(pid);
  if (message.empty()) {
    throw RunError(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL
                       ? "a child process was killed; the system does that when memory runs out"
                       : fmt::format("a child process died (status {})", status));
  }
  std::string body = message.substr(1);
  if (message[0] == kInputError) throw InputError(body);
  if (message[0] == kNoMemory) throw std::bad_alloc();
  if (message[0] == kRunError) throw RunError(body);
  return body;
}

std::size_t threads_below(pid_t process) {
  const auto children = processes_by_parent();
  std::size_t threads = 0;
  std::vector<pid_t> waiting{process};
  while (!waiting.empty()) {
    const auto [begin, end] = children.equal_range(waiting.back());
    waiting.pop_back();
    for (auto child = begin; child != end; ++child) {
      threads += child->second.threads;
      waiting.push_back(child->second.pid);
    }
  }
  return threads;
}

std::string out_of_memory(const std::string& what) {
  rlimit limit{};
  const bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return fmt::format(
      "out of memory{}: {}; allowed: fewer ports, less depth or width, a shorter schedule, or more memory",
      limited ? fmt::format(" (ulimit -v is {} KiB)", limit.rlim_cur / 1024) : "", what);
}

}  // namespace xb
