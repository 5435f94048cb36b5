// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/subprocess.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "testbenches/process/child_process.h"
#include "testbenches/process/interrupt.h"
#include "testbenches/process/output_file.h"

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
    setenv("LC_ALL", "C", 1);  // what it says is read
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

std::string graphviz(const std::string& program, const std::string& format, const std::string& graph,
                     const std::string& flag) {
  const std::filesystem::path folder = name_beside(std::filesystem::temp_directory_path() / "xbarlab");
  std::filesystem::create_directory(folder);
  const OnInterrupt undo_folder(folder);
  const std::string given = folder / "graph.dot";
  const std::string made = folder / "made";
  const std::string log = folder / "log";
  const OnInterrupt undo_given(given);
  const OnInterrupt undo_made(made);
  const OnInterrupt undo_log(log);
  std::ofstream(given) << graph;
  const int status = run_program({program, "-T" + format, given, "-o", made}, folder, log);
  std::string text = status == 0 ? read_text_file(made, flag.c_str(), "a drawing") : "";
  std::error_code error;
  std::filesystem::remove_all(folder, error);
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
