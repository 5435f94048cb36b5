// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/sandbox.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "host/base/errors.h"
#include "testbenches/engines/paths.h"
#include "testbenches/process/child_process.h"
#include "testbenches/process/names.h"
#include "testbenches/process/scratch_area.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

// What the compiler, Verilator and the linker read. The rest of /etc stays outside.
constexpr const char* kSystem[] = {"/usr",
                                   "/bin",
                                   "/sbin",
                                   "/lib",
                                   "/lib32",
                                   "/lib64",
                                   "/libx32",
                                   "/opt",
                                   "/etc/alternatives",
                                   "/etc/ld.so.cache",
                                   "/etc/ld.so.conf",
                                   "/etc/ld.so.conf.d"};
// What models are made of; tests, labs and the history of the repository stay outside.
constexpr const char* kOfLab[] = {"host", "rtl", "systemc", "testbenches"};

constexpr double kProbeSeconds = 60;
constexpr const char* kSaidByBubblewrap = "bwrap: ";
constexpr std::uint64_t kFilesOfMostBytes = 4;
constexpr std::size_t kMostOutput = std::size_t{16} << 20U;  // bytes that are read

void add(std::vector<std::string>& command, std::initializer_list<std::string> words) {
  command.insert(command.end(), words);
}

std::vector<std::string> limited(const SandboxLimits& limits) {
  return {"prlimit",
          fmt::format("--cpu={}:{}", limits.cpu_seconds, limits.cpu_seconds + 2),
          fmt::format("--as={}", limits.memory_bytes),
          fmt::format("--fsize={}", limits.file_bytes),
          fmt::format("--nofile={}", limits.open_files),
          "--core=0",
          "--"};
}

/// Everything but the job's own folders.
std::vector<std::string> bubble(const SandboxLimits& limits) {
  const char* const path = std::getenv("PATH");
  std::vector<std::string> command{"bwrap"};
  add(command, {"--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"});
  add(command, {"--clearenv", "--setenv", "PATH", path == nullptr ? "/usr/bin:/bin" : path});
  add(command, {"--setenv", "HOME", "/tmp", "--setenv", "LC_ALL", "C.UTF-8"});
  add(command, {"--setenv", "XDG_CACHE_HOME", build_dir().parent_path().string()});  // where models are
  add(command, {"--setenv", "XBARLAB_TICK", "1000000", "--setenv", "XBARLAB_APART", "1"});
  for (const char* folder : kSystem) add(command, {"--ro-bind-try", folder, folder});
  const std::string size = std::to_string(limits.file_bytes);
  add(command, {"--proc", "/proc", "--dev", "/dev"});
  for (const char* folder : {"/dev/shm", "/tmp"}) add(command, {"--size", size, "--tmpfs", folder});
  for (const char* room : kOfLab) {
    const std::string folder = (source_dir() / room).string();
    add(command, {"--ro-bind-try", folder, folder});
  }
  const std::string program = own_program(), built = parts_dir().string();
  add(command, {"--ro-bind-try", built, built, "--ro-bind", program, program});
  return command;
}

std::string probe_isolation() {
  if (program_on_path("bwrap").empty()) return "bubblewrap (bwrap) is not installed";
  std::vector<std::string> command = bubble({});
  add(command, {"--", "true"});
  const Captured probe = capture(command, kProbeSeconds);
  if (probe.status == 0) return "";
  const std::string why = probe.errors.substr(0, probe.errors.find('\n'));
  return why.empty() ? "bwrap failed" : why;
}

/// What is in a folder, as far as it is allowed; `why` is why it is not.
struct FolderUse {
  std::size_t files = 0;
  std::uint64_t bytes = 0;
  std::string why;

  void add(const fs::path& folder, const SandboxLimits& limits) {
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, error);
    for (; !error && why.empty() && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      std::error_code gone;
      if (entry->symlink_status(gone).type() == fs::file_type::regular) bytes += entry->file_size(gone);
      if (++files > limits.files)
        why = fmt::format("it left more than {} files", limits.files);
      else if (bytes > kFilesOfMostBytes * limits.file_bytes)
        why = fmt::format("it left more than {} MB in files", kFilesOfMostBytes * limits.file_bytes >> 20U);
    }
    if (error && error != std::errc::no_such_file_or_directory)
      why = fmt::format("it left a folder that cannot be looked at ({})", error.message());
  }
};

/// Why a job may not go on: what no limit of a process's covers.
std::string beyond_limits(const SandboxJob& job, pid_t child) {
  FolderUse use;
  use.add(job.work, job.limits);
  if (!job.models.empty()) use.add(job.models, job.limits);
  // The system's own limit does not bind root.
  if (use.why.empty() && geteuid() == 0 && threads_below(child) > job.limits.processes)
    return fmt::format("it had more than {} processes and threads", job.limits.processes);
  return use.why;
}

/// What a file of ours holds, as far as it is wanted.
std::string begin_of_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(kMostOutput, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

}  // namespace

const std::string& no_isolation_because() {
  static const std::string why = probe_isolation();
  return why;
}

Captured run_sandboxed(const SandboxJob& job, Isolation isolation) {
  // Into files, whose size is limited: what is said may have no end. They are opened outside, and nowhere
  // inside: what runs there cannot put something else in their place.
  const ScratchArea said;
  std::vector<std::string> command{"sh", "-c", "exec \"$@\" >\"$0\"/out 2>\"$0\"/errors",
                                   said.path().string()};
  for (auto& word : limited(job.limits)) command.push_back(std::move(word));
  const std::string work = job.work.string();
  if (isolation == Isolation::Bubblewrap) {
    for (auto& word : bubble(job.limits)) command.push_back(std::move(word));
    add(command, {"--bind", work, kSandboxWork});
    for (const std::string& name : job.read_only)
      add(command, {"--ro-bind", (job.work / name).string(), fmt::format("{}/{}", kSandboxWork, name)});
    if (!job.models.empty()) add(command, {"--bind", job.models.string(), (build_dir() / "models").string()});
    for (const auto& [name, value] : job.environment) add(command, {"--setenv", name, value});
    add(command, {"--remount-ro", "/dev", "--remount-ro", "/", "--chdir", kSandboxWork, "--"});
    add(command, {"prlimit", fmt::format("--nproc={}", job.limits.processes), "--"});
  } else {
    add(command, {"env", "-C", work, "XBARLAB_TICK=1000000"});
    for (const auto& [name, value] : job.environment) command.push_back(fmt::format("{}={}", name, value));
  }
  for (const std::string& word : job.command) {
    const bool is_program = &word == &job.command.front() && word == "xbarlab";
    command.push_back(is_program ? own_program() : word);
  }
  Captured captured =
      capture(command, job.limits.wall_seconds, [&](pid_t child) { return beyond_limits(job, child); });
  captured.out = begin_of_file(said.path() / "out");
  captured.errors += begin_of_file(said.path() / "errors");
  // That nothing could be run is nobody's fault who is judged.
  if (captured.status == 1 && captured.errors.rfind(kSaidByBubblewrap, 0) == 0)
    throw RunError("no isolation: {}", captured.errors.substr(0, captured.errors.find('\n')));
  return captured;
}

std::string without_sandbox_paths(const std::string& text, const SandboxJob& job) {
  std::string result = text;
  for (const std::string& prefix : {std::string(kSandboxWork) + "/", job.work.string() + "/"}) {
    for (std::size_t at = result.find(prefix); at != std::string::npos; at = result.find(prefix, at)) {
      const bool begins = at == 0 || std::string(" '\"(\n").find(result[at - 1]) != std::string::npos;
      if (begins)
        result.erase(at, prefix.size());
      else
        ++at;
    }
  }
  return result;
}

}  // namespace xb
