// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "testbenches/process/child_process.h"
#include "testbenches/process/scratch_area.h"

namespace xb {
namespace {

using Clock = std::chrono::steady_clock;

/// Both ends of a pipe, or what else is open, closed with the scope as far as they are open.
struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0) ends = {-1, -1};
  }
  explicit Pipe(int open) : ends{open, -1} {}
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

/// Waits until the child has ended and both are read. False: its time is over, or it is stopped.
bool follow(pid_t child, Pipe& out, Pipe& errors, Captured& captured, double seconds,
            const CaptureWatch& watch) {
  constexpr auto kPeriod = std::chrono::milliseconds(100);
  constexpr int kLooksShare = 20;  // of the time that a look takes
  const auto end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  auto next_look = watch ? Clock::now() : end;
  Pipe process(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));  // a child may close both, and go on
  while (out.ends[0] >= 0 || errors.ends[0] >= 0 || process.ends[0] >= 0) {
    const auto now = Clock::now();
    if (now >= end) return false;
    if (now >= next_look) {
      captured.stopped = watch(child);
      if (!captured.stopped.empty()) return false;
      next_look = std::min<Clock::time_point>(
          end, now + std::max<Clock::duration>(kPeriod, kLooksShare * (Clock::now() - now)));
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next_look - now).count();
    std::array<pollfd, 3> waiting{
        {{out.ends[0], POLLIN, 0}, {errors.ends[0], POLLIN, 0}, {process.ends[0], POLLIN, 0}}};
    if (poll(waiting.data(), waiting.size(), static_cast<int>(left)) <= 0) continue;
    if (waiting[0].revents != 0) read_some(out, captured.out);
    if (waiting[1].revents != 0) read_some(errors, captured.errors);
    if (waiting[2].revents != 0) process.shut(0);
  }
  return true;
}

/// Waits until a child has ended, for so long at most.
bool ends_within(pid_t child, double seconds) {
  Pipe process(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  const auto end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  if (process.ends[0] < 0) return true;  // no such thing here
  pollfd waiting{process.ends[0], POLLIN, 0};
  for (auto now = Clock::now(); now < end; now = Clock::now()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - now).count();
    if (poll(&waiting, 1, static_cast<int>(left)) > 0) return true;
  }
  return false;
}

int exit_status(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

}  // namespace

Captured capture(const std::vector<std::string>& command, double seconds, const CaptureWatch& watch) {
  Captured captured;
  Pipe out, errors;
  if (out.ends[0] < 0 || errors.ends[0] < 0) return captured;
  StartedProgram program = start_program(command, SIGKILL, [&] {
    reset_signals();
    return dup2(out.ends[1], 1) >= 0 && dup2(errors.ends[1], 2) >= 0;
  });
  const pid_t child = program.pid;
  if (child < 0) return captured;
  out.shut(1);
  errors.shut(1);
  if (!follow(child, out, errors, captured, seconds, watch)) kill(-child, SIGKILL);
  wait_for(child);
  if (watch && captured.stopped.empty()) captured.stopped = watch(child);
  program.undo.reset();
  captured.status = captured.stopped.empty() ? exit_status(status_of(child)) : 128 + SIGKILL;
  return captured;
}

std::string program_on_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string file = (folder.empty() ? "." : folder) + "/" + name;
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

StartedProgram start_program(const std::vector<std::string>& command, int death_signal,
                             const std::function<bool()>& prepare) {
  std::vector<char*> argv;
  for (const auto& argument : command) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::optional<SignalsHeld> held{std::in_place};
  if (interrupted()) return {};
  const pid_t child = fork_child(death_signal);
  if (child < 0) return {};
  if (child == 0) {
    setpgid(0, 0);  // the terminal's signals are not meant for it
    held.reset();
    const int in = open("/dev/null", O_RDONLY);
    if (in >= 0 && dup2(in, 0) >= 0 && prepare()) execvp(argv[0], argv.data());
    _exit(127);
  }
  setpgid(child, child);  // in both, so that whoever comes first has done it
  return {child, std::make_unique<OnInterrupt>(-child)};
}

void reset_signals() {
  for (const int signal : {SIGINT, SIGPIPE, SIGXFSZ}) ::signal(signal, SIG_DFL);
}

bool print_into(const std::filesystem::path& log) {
  const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  const bool done = out >= 0 && dup2(out, 1) >= 0 && dup2(out, 2) >= 0;
  if (out > 2) close(out);
  return done;
}

namespace {

/// Verilator goes deep into large switches: its own script takes all limits away.
void allow_deep_calls() {
  constexpr rlim_t kStackBytes = 256 << 20;
  rlimit stack{};
  if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= kStackBytes) return;
  stack.rlim_cur = std::min(stack.rlim_max, kStackBytes);
  setrlimit(RLIMIT_STACK, &stack);
}

}  // namespace

int run_program(const std::vector<std::string>& command, const std::filesystem::path& directory,
                const std::filesystem::path& log, std::optional<double> seconds) {
  StartedProgram program = start_program(command, SIGKILL, [&] {
    allow_deep_calls();
    return print_into(log) && chdir(directory.c_str()) == 0 && setenv("LC_ALL", "C", 1) == 0;  // it is read
  });
  if (program.pid < 0) return interrupted() ? 128 + SIGTERM : 127;
  const bool in_time = !seconds || ends_within(program.pid, *seconds);
  if (!in_time) kill(-program.pid, SIGKILL);
  wait_for(program.pid);
  program.undo.reset();
  const int status = status_of(program.pid);
  // A program that was killed leaves the programs it had started.
  while (interrupted() && (waitpid(-program.pid, nullptr, 0) > 0 || errno == EINTR)) {
  }
  return in_time ? exit_status(status) : kTimeIsOver;
}

std::string graphviz(const std::string& program, const std::string& format, const std::string& graph,
                     const std::string& flag) {
  const ScratchArea area;
  const std::filesystem::path& folder = area.path();
  const std::string given = folder / "graph.dot", made = folder / "made";
  std::ofstream(given) << graph;
  const int status = run_program({program, "-T" + format, given, "-o", made}, folder, folder / "log");
  std::string text = status == 0 ? read_text_file(made, flag.c_str(), "a drawing") : "";
  if (status == 127) {
    throw InputError(
        "{}: needs Graphviz's {}, which is not installed; allowed: after apt-get install "
        "graphviz{}",
        flag, program, flag == "--svg" ? ", or --dot" : "");
  }
  if (status != 0) throw RunError("{}: exit status {}", program, status);
  return text;
}

}  // namespace xb
