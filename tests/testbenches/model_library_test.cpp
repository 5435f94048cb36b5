// SPDX-License-Identifier: Apache-2.0
#include "testbenches/model_library.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "host/errors.h"
#include "testbenches/paths.h"
#include "tests/catch.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// A spec that no other test shares: a copy of the RTL with a comment of its own.
ModelSpec unique_spec(const fs::path& folder, const std::string& mark) {
  RunConfig config;
  config.ports = 2;
  ModelSpec spec = ModelSpec::of(config, false);
  const fs::path copy = folder / "rtl";
  fs::copy(spec.rtl_dir, copy, fs::copy_options::recursive);
  std::ofstream(copy / "xb_pkg.sv", std::ios::app) << "// " << mark << " " << getpid() << "\n";
  spec.rtl_dir = copy;
  return spec;
}

pid_t build_in_child(const ModelSpec& spec) {
  const pid_t pid = fork();
  if (pid == 0) {
    setpgid(0, 0);
    try {
      model_library(spec);
    } catch (...) {
      _exit(1);
    }
    _exit(0);
  }
  setpgid(pid, pid);  // in both, so that whoever comes first has done it
  return pid;
}

/// The model of `spec` has got as far as its C++ (other tests may be building theirs at the same time).
bool compiling(const ModelSpec& spec) {
  for (const auto& entry : fs::directory_iterator(build_dir() / "models")) {
    std::error_code gone;
    if (entry.path().extension() != ".tmp" || !fs::exists(entry.path() / "model.cpp", gone)) continue;
    if (fs::read_symlink(entry.path() / "rtl", gone) == fs::absolute(spec.rtl_dir)) return true;
  }
  return false;
}

int exit_status(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("two processes that want the same model both get it", "[testbenches]") {
  const ScratchFolder folder;
  const ModelSpec spec = unique_spec(folder.path(), "two at once");
  const pid_t a = build_in_child(spec);
  const pid_t b = build_in_child(spec);
  CHECK(exit_status(a) == 0);
  CHECK(exit_status(b) == 0);
  const fs::path library = model_library(spec);
  CHECK(fs::exists(library));
  fs::remove(library);
}

TEST_CASE("an interrupted build is not taken for a model", "[testbenches]") {
  const ScratchFolder folder;
  const ModelSpec spec = unique_spec(folder.path(), "interrupted");
  const pid_t builder = build_in_child(spec);
  while (!compiling(spec)) usleep(2000);  // Verilator has run, the compiler is at work
  kill(-builder, SIGKILL);
  CHECK(exit_status(builder) == -1);
  const fs::path library = model_library(spec);
  CHECK(fs::file_size(library) > 10000);
  CHECK_FALSE(fs::exists(fs::path(library).replace_extension(".tmp")));
  fs::remove(library);
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
  CHECK_THROWS_AS(model_library(spec), RunError);
}
