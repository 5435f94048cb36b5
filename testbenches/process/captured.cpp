// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/captured.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "testbenches/process/child_process.h"
#include "testbenches/process/interrupt.h"

namespace xb {
namespace {

using Clock = std::chrono::steady_clock;

/// Both ends of a pipe, closed with the scope as far as they are open.
struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0) ends = {-1, -1};
  }
  ~Pipe() {
    shut(0);
    shut(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void shut(std::size_t end) {
    if (ends.at(end) >= 0) close(ends.at(end));
    ends.at(end) = -1;
  }
};

/// Reads what there is; closes it at its end.
void read_some(Pipe& pipe, std::string& text) {
  char buffer[4096];
  const ssize_t n = read(pipe.ends[0], buffer, sizeof buffer);
  if (n > 0)
    text.append(buffer, static_cast<std::size_t>(n));
  else if (n == 0 || errno != EINTR)
    pipe.shut(0);
}

/// Reads both to their ends, or until the time is over.
void read_all(Pipe& out, Pipe& errors, Captured& captured, double seconds) {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (out.ends[0] >= 0 || errors.ends[0] >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return;
    std::array<pollfd, 2> waiting{{{out.ends[0], POLLIN, 0}, {errors.ends[0], POLLIN, 0}}};
    if (poll(waiting.data(), waiting.size(), static_cast<int>(left)) <= 0) continue;
    if (waiting[0].revents != 0) read_some(out, captured.out);
    if (waiting[1].revents != 0) read_some(errors, captured.errors);
  }
}

}  // namespace

Captured capture(const std::vector<std::string>& command, double seconds) {
  Captured captured;
  std::vector<char*> argv;
  for (const auto& argument : command) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  Pipe out, errors;
  if (out.ends[0] < 0 || errors.ends[0] < 0) return captured;
  std::optional<SignalsHeld> held{std::in_place};
  const pid_t child = fork_child(SIGKILL);
  if (child < 0) return captured;
  if (child == 0) {
    setpgid(0, 0);
    held.reset();
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    const int in = open("/dev/null", O_RDONLY);
    if (in < 0 || dup2(in, 0) < 0 || dup2(out.ends[1], 1) < 0 || dup2(errors.ends[1], 2) < 0) _exit(127);
    execvp(argv[0], argv.data());
    _exit(127);
  }
  setpgid(child, child);  // in both, so that whoever comes first has done it
  std::optional<OnInterrupt> undo{std::in_place, -child};
  held.reset();
  out.shut(1);
  errors.shut(1);
  read_all(out, errors, captured, seconds);
  if (out.ends[0] >= 0 || errors.ends[0] >= 0) kill(-child, SIGKILL);
  wait_for(child);
  undo.reset();
  const int status = status_of(child);
  captured.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return captured;
}

std::string program_on_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = (folder.empty() ? "." : folder) + "/" + name;
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

}  // namespace xb
