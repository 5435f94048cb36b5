// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/model_library.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "testbenches/engines/engines.h"
#include "testbenches/engines/paths.h"
#include "testbenches/process/interrupt.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// A spec that no other test shares: a copy of the RTL with a comment of its own.
ModelSpec unique_spec(const fs::path& folder, const std::string& mark) {
  RunConfig config;
  config.ports = 2;
  ModelSpec spec = ModelSpec::of(resolve(config), false);
  const fs::path copy = folder / "rtl";
  fs::copy(spec.rtl_dir, copy, fs::copy_options::recursive);
  std::ofstream(copy / "xb_pkg.sv", std::ios::app) << "// " << mark << " " << getpid() << "\n";
  spec.rtl_dir = copy;
  return spec;
}

/// In a child process, whose standard error is `error`.
pid_t build_in_child(const ModelSpec& spec, int error = 2) {
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(error, 2);
    for (const int signal : {SIGTERM, SIGINT}) ::signal(signal, SIG_DFL);  // not the test framework's
    undo_when_interrupted();
    try {
      model_library(spec);
    } catch (...) {
      _exit(1);
    }
    _exit(0);
  }
  return pid;
}

/// The compiler of its model waits for the pipe that is returned, until something is written to it.
fs::path held_up(ModelSpec& spec, const fs::path& folder) {
  const fs::path pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  spec.extra_source = (folder / "extra.h").string();
  std::ofstream(spec.extra_source) << "#include " << pipe << "\n";
  return pipe;
}

std::string line_from(int fd) {
  std::string line;
  for (char c; read(fd, &c, 1) == 1 && c != '\n';) line += c;
  return line;
}

/// Where the model of `spec` is built, once it has got as far as its C++; else empty. (Other tests may be
/// building theirs at the same time.)
fs::path compiling(const ModelSpec& spec) {
  std::error_code gone;
  for (const auto& entry : fs::directory_iterator(build_dir() / "models", gone)) {
    if (entry.path().extension() != ".tmp" || !fs::exists(entry.path() / "model.cpp", gone)) continue;
    if (fs::read_symlink(entry.path() / "rtl", gone) == fs::absolute(spec.rtl_dir)) return entry.path();
  }
  return {};
}

/// Waits for a state; no machine is so slow that it takes an hour.
template <class State>
bool until(State&& state) {
  for (int i = 0; i < 720000; ++i) {
    if (state()) return true;
    usleep(5000);
  }
  return false;
}

/// A process has the folder, there or removed, as its current one.
bool is_worked_in(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::error_code gone;
    if (fs::read_symlink(entry.path() / "cwd", gone).string().rfind(folder.string(), 0) == 0) return true;
  }
  return false;
}

/// In place of the file, which may be loaded.
void replace(const fs::path& path, const std::string& text) {
  fs::remove(path);
  std::ofstream(path, std::ios::binary) << text;
}

int exit_status(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("two processes that want the same model both get it, and the second says for whom it waits",
          "[testbenches]") {
  alarm(300);  // ends a test that waits for ever
  const ScratchFolder folder;
  ModelSpec spec = unique_spec(folder.path(), "two at once");
  const fs::path pipe = held_up(spec, folder.path());
  const pid_t a = build_in_child(spec);
  REQUIRE(until([&] { return !compiling(spec).empty(); }));
  int said[2];
  REQUIRE(::pipe(said) == 0);
  const pid_t b = build_in_child(spec, said[1]);
  close(said[1]);
  CHECK(line_from(said[0]) == "waiting for the model of xb_switch_input with 2 ports, which process " +
                                  std::to_string(a) + " builds ...");
  close(said[0]);
  std::ofstream(pipe) << "\n";
  CHECK(exit_status(a) == 0);
  CHECK(exit_status(b) == 0);
  const fs::path library = model_library(spec);
  CHECK(fs::exists(library));
  fs::remove(library);
}

TEST_CASE("a build ends with the process that wants it, and leaves nothing", "[testbenches]") {
  const ScratchFolder folder;
  ModelSpec spec = unique_spec(folder.path(), "interrupted");
  const fs::path pipe = held_up(spec, folder.path());
  for (const int signal : {SIGKILL, SIGTERM, SIGINT}) {
    const pid_t builder = build_in_child(spec);
    REQUIRE(until([&] { return !compiling(spec).empty() && is_worked_in(compiling(spec)); }));
    const fs::path work = compiling(spec);
    kill(builder, signal);
    CHECK(exit_status(builder) == -1);
    // Killed, it cannot wait for those who clean up behind it.
    if (signal == SIGKILL) REQUIRE(until([&] { return !fs::exists(work) && !is_worked_in(work); }));
    CHECK_FALSE(fs::exists(work));
    CHECK_FALSE(is_worked_in(work));
    CHECK_FALSE(fs::exists(fs::path(work).replace_extension(".so")));
  }
  replace(pipe, "");
  const fs::path library = model_library(spec);
  CHECK(fs::file_size(library) > 10000);
  CHECK_FALSE(fs::exists(fs::path(library).replace_extension(".tmp")));
  fs::remove(library);
}

TEST_CASE("a model that is damaged is built again", "[testbenches][long]") {
  const ScratchFolder folder;
  ModelSpec spec = unique_spec(folder.path(), "damaged");
  spec.optimised = false;
  const fs::path library = model_library(spec);
  const std::string whole = text_of(library);
  const std::string name = library.stem().string();
  REQUIRE(is_sealed_model(library, name));

  const auto seen = [&](const std::string& text) {
    replace(library, text);
    return !is_sealed_model(library, name);
  };
  CHECK(seen(""));
  CHECK(seen(whole.substr(0, 4096)));
  CHECK(seen(whole.substr(0, whole.size() - 1)));
  CHECK(seen(whole + "x"));
  CHECK(seen(whole.substr(0, 4096) + whole.substr(4104)));
  std::string flipped = whole;
  for (std::size_t at = 0; at < whole.size(); at += whole.size() / 199) {
    flipped[at] = static_cast<char>(flipped[at] ^ 1 << at % 8);
    CHECK(seen(flipped));
    flipped[at] = whole[at];
  }
  replace(library, whole);
  CHECK(is_sealed_model(library, name));
  CHECK_FALSE(is_sealed_model(library, name + "x"));

  for (const std::string& text : {std::string(), whole.substr(0, 4096), flipped.replace(5000, 1, "?")}) {
    replace(library, text);
    CHECK(model_library(spec) == library);
    CHECK(is_sealed_model(library, name));
  }
  fs::remove(library);
}

TEST_CASE("another model under the name of the one asked for is not run", "[testbenches]") {
  const ScratchFolder folder;
  ModelSpec spec = unique_spec(folder.path(), "renamed");
  RunConfig config;
  config.ports = 2;
  const fs::path asked = model_library(spec);
  ModelSpec of_three = spec;
  of_three.ports = of_three.queues = 3;
  const fs::path other = model_library(of_three);

  fs::copy_file(other, asked, fs::copy_options::overwrite_existing);
  CHECK_FALSE(is_sealed_model(asked, asked.stem().string()));
  CHECK(model_library(spec) == asked);
  CHECK(text_of(asked) != text_of(other));

  replace(asked, text_of(other));
  seal_model(asked, asked.stem().string());  // no damage: it says itself that it is another
  CHECK_THROWS_AS(make_verilated_switch(resolve(config), {}, spec.rtl_dir), RunError);
  fs::remove(asked);
  fs::remove(other);
}

TEST_CASE("a change of the RTL gives another model, broken RTL an error", "[testbenches]") {
  const ScratchFolder folder;
  const ModelSpec spec = unique_spec(folder.path(), "first");
  const fs::path before = model_library(spec);
  std::ofstream(spec.rtl_dir / "xb_pkg.sv", std::ios::app) << "// second\n";
  const fs::path after = model_library(spec);
  CHECK(before != after);
  fs::remove(before);
  fs::remove(after);
  std::ofstream(spec.rtl_dir / "xb_pkg.sv", std::ios::app) << "this is no SystemVerilog\n";
  CHECK(mentions(message_of<InputError>([&] { model_library(spec); }),
                 {(spec.rtl_dir / "xb_pkg.sv").string() + ":", "syntax error"}));
}
