// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/subprocess.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <optional>

#include "testbenches/process/child_process.h"
#include "testbenches/process/interrupt.h"

namespace xb {

int run_program(const std::vector<std::string>& command, const std::filesystem::path& directory,
                const std::filesystem::path& log) {
  std::vector<char*> argv;
  for (const auto& argument : command) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::optional<SignalsHeld> held{std::in_place};
  if (interrupted()) return 128 + SIGTERM;
  const pid_t child = fork_child(SIGKILL);
  if (child < 0) return 127;
  if (child == 0) {
    setpgid(0, 0);
    held.reset();
    const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
    const int in = open("/dev/null", O_RDONLY);
    if (out < 0 || in < 0 || chdir(directory.c_str()) != 0) _exit(127);
    dup2(in, 0);
    dup2(out, 1);
    dup2(out, 2);
    execvp(argv[0], argv.data());
    _exit(127);
  }
  setpgid(child, child);  // in both, so that whoever comes first has done it
  std::optional<OnInterrupt> undo{std::in_place, -child};
  held.reset();
  wait_for(child);
  undo.reset();
  const int status = status_of(child);
  // A program that was killed leaves the programs it had started.
  while (interrupted() && (waitpid(-child, nullptr, 0) > 0 || errno == EINTR)) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace xb
