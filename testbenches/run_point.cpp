// SPDX-License-Identifier: Apache-2.0
#include "testbenches/run_point.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "host/errors.h"

namespace xb {
namespace {

// First byte of what the child sends.
constexpr char kResult = 'R', kInputError = 'I', kRunError = 'E';

void send_all(int fd, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = write(fd, text.data() + done, text.size() - done);
    if (n <= 0) return;
    done += static_cast<std::size_t>(n);
  }
}

[[noreturn]] void child(int fd, const std::function<std::string()>& work) {
  std::string message;
  try {
    message = kResult + work();
  } catch (const InputError& error) {
    message = kInputError + std::string(error.what());
  } catch (const std::exception& error) {
    message = kRunError + std::string(error.what());
  }
  send_all(fd, message);
  std::fflush(nullptr);
  _exit(0);  // SystemC objects are not torn down: the process ends
}

}  // namespace

std::string in_child_process(const std::function<std::string()>& work) {
  int pipe_fd[2];
  if (pipe(pipe_fd) != 0) throw RunError("no pipe for a child process");
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid < 0) throw RunError("no child process");
  if (pid == 0) {
    close(pipe_fd[0]);
    child(pipe_fd[1], work);
  }
  close(pipe_fd[1]);
  std::string message;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(pipe_fd[0], buffer, sizeof buffer)) > 0;)
    message.append(buffer, static_cast<std::size_t>(n));
  close(pipe_fd[0]);
  int status = 0;
  waitpid(pid, &status, 0);
  if (message.empty())
    throw RunError(fmt::format("the process that ran this point died (status {})", status));
  const std::string body = message.substr(1);
  if (message[0] == kInputError) throw InputError(body);
  if (message[0] == kRunError) throw RunError(body);
  return body;
}

RunResult run_point(const RunConfig& config, const std::optional<TraceRequest>& trace,
                    const Progress& progress) {
  const auto run = [&] {
    const auto model = make_model(config, trace);
    return simulate(config, *model, progress);
  };
  if (config.engine == "rtl" || config.engine == "fast") return run();
  const std::string json = in_child_process([&] { return result_to_json(config, run()).dump(); });
  return result_from_json(nlohmann::ordered_json::parse(json));
}

nlohmann::ordered_json version_record() {
  return {{"xbarlab", XBARLAB_VERSION},
          {"verilator", XBARLAB_VERILATOR_VERSION},
          {"systemc", XBARLAB_SYSTEMC_VERSION}};
}

}  // namespace xb
