// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/output_file.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <set>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "testbenches/process/child_process.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/run_traced.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

void put(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

void write_out(const fs::path& path, const std::string& text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

unsigned mode_of(const fs::path& path) {
  struct stat status = {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

void trace_to(const fs::path& path) {
  RunConfig config = config_of("ports 2, cycles 300");
  run_traced(resolve(config), path, {0, 50});
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

}  // namespace

TEST_CASE("a result file appears whole or not at all", "[testbenches]") {
  const ScratchFolder folder;
  const fs::path path = folder.path() / "record";
  put(path, "old");
  {
    OutputFile file(path);
    file.write("new");
    CHECK(text_of(path) == "old");
  }
  CHECK(text_of(path) == "old");
  write_out(path, "new");
  CHECK(text_of(path) == "new");
  CHECK(names_in(folder.path()) == std::set<std::string>{"record"});
}

TEST_CASE("what could not be written whole is no file, also where a child process has written it",
          "[testbenches]") {
  const ScratchFolder folder;
  const fs::path path = folder.path() / "record";
  put(path, "old");
  std::signal(SIGXFSZ, SIG_IGN);
  const auto write_too_much = [](OutputFile& file) {
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    const rlim_t most = limit.rlim_max;
    limit.rlim_cur = 100;
    setrlimit(RLIMIT_FSIZE, &limit);
    CHECK_THROWS_AS(file.write(std::string(1000, 'x')), RunError);
    limit.rlim_cur = most;
    setrlimit(RLIMIT_FSIZE, &limit);
  };
  const bool in_child = GENERATE(false, true);
  {
    OutputFile file(path);
    if (in_child)
      in_child_process([&] { return write_too_much(file), std::string(); });
    else
      write_too_much(file);
    CHECK_THROWS_AS(file.commit(), RunError);
  }
  CHECK(text_of(path) == "old");
  CHECK(names_in(folder.path()) == std::set<std::string>{"record"});
}

TEST_CASE("where a result is written aside cannot be foretold", "[testbenches]") {
  const ScratchFolder folder;
  const fs::path path = folder.path() / "record";
  std::set<std::string> names;
  for (int i = 0; i < 3; ++i) {
    const OutputFile file(path);
    for (const auto& name : names_in(folder.path())) names.insert(name);
  }
  CHECK(names.size() == 3);
  for (const auto& name : names) CHECK(name.find(std::to_string(getpid())) == std::string::npos);
}

TEST_CASE("a file that was there keeps its mode, another gets the usual one", "[testbenches]") {
  const ScratchFolder folder;
  umask(022);
  for (const bool trace : {false, true}) {
    const fs::path path = folder.path() / (trace ? "wave.fst" : "record");
    const auto write = [&] { trace ? trace_to(path) : write_out(path, "text"); };
    write();
    CHECK(mode_of(path) == 0644);
    for (const unsigned mode : {0600U, 0666U, 0640U}) {
      chmod(path.c_str(), mode);
      write();
      CHECK(mode_of(path) == mode);
    }
  }
}

TEST_CASE("a link is followed and kept", "[testbenches]") {
  const ScratchFolder folder;
  fs::create_directory(folder.path() / "elsewhere");
  const fs::path target = folder.path() / "elsewhere" / "target";
  const fs::path link = folder.path() / "link";
  fs::create_symlink("second", link);
  fs::create_symlink("elsewhere/target", folder.path() / "second");
  SECTION("to nothing yet") {}
  SECTION("to a file") { put(target, "old"); }
  SECTION("of a waveform") {
    trace_to(link);
    CHECK(fs::file_size(target) > 100);
  }
  write_out(link, "new");
  CHECK(fs::is_symlink(link));
  CHECK(fs::is_symlink(folder.path() / "second"));
  CHECK(fs::is_regular_file(fs::symlink_status(target)));
  CHECK(text_of(target) == "new");
  CHECK(names_in(folder.path() / "elsewhere") == std::set<std::string>{"target"});
}

TEST_CASE("somebody else's link in a folder that others can write is refused", "[testbenches]") {
  if (geteuid() != 0) {
    WARN("only root can make somebody else's link");
    return;
  }
  const ScratchFolder folder;
  const fs::path mine = folder.path() / "mine";
  const fs::path shared = folder.path() / "shared";
  put(mine, "old");
  fs::create_directory(shared);
  const fs::path link = shared / "record";
  fs::create_symlink(mine, link);
  REQUIRE(lchown(link.c_str(), 65534, 65534) == 0);
  for (const unsigned mode : {0777U, 01777U, 0775U}) {
    chmod(shared.c_str(), mode);
    CHECK_THROWS_AS(OutputFile(link), InputError);
    CHECK_THROWS_AS(trace_to(link), InputError);
  }
  CHECK(text_of(mine) == "old");
  chmod(shared.c_str(), 0755);
  write_out(link, "new");
  CHECK(text_of(mine) == "new");
}

TEST_CASE("links that go in circles are refused", "[testbenches]") {
  const ScratchFolder folder;
  fs::create_symlink("b", folder.path() / "a");
  fs::create_symlink("a", folder.path() / "b");
  CHECK_THROWS_AS(OutputFile(folder.path() / "a"), InputError);
}

TEST_CASE("a waveform is not written to a device, a pipe or a folder", "[testbenches]") {
  const ScratchFolder folder;
  const fs::path pipe = folder.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_AS(trace_to(pipe), InputError);
  CHECK_THROWS_AS(trace_to(folder.path()), InputError);
  CHECK_THROWS_AS(trace_to("/dev/null"), InputError);
  CHECK(fs::is_fifo(pipe));
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("one file by two names is refused", "[testbenches]") {
  const ScratchFolder folder;
  fs::create_directory(folder.path() / "sub");
  const fs::path file = folder.path() / "file";
  fs::create_symlink("file", folder.path() / "link");
  fs::create_directory_symlink("sub", folder.path() / "door");
  const auto names = {folder.path() / "." / "file", folder.path() / "sub" / ".." / "file",
                      folder.path() / "link", folder.path() / "door" / ".." / "file"};
  for (const bool is_there : {false, true}) {
    if (is_there) put(file, "x");
    for (const auto& name : names) {
      INFO(name);
      CHECK_THROWS_AS(refuse_same_file("--json", file, "--trace", name), InputError);
      CHECK_THROWS_AS(refuse_same_file("--json", name, "--trace", file), InputError);
    }
    CHECK_NOTHROW(refuse_same_file("--json", file, "--trace", folder.path() / "other"));
    CHECK_NOTHROW(refuse_same_file("--json", folder.path() / "other", "--trace", file));
  }
  fs::current_path(folder.path());
  fs::remove(file);
  CHECK_THROWS_AS(refuse_same_file("--json", "file", "--trace", "./file"), InputError);
  CHECK_NOTHROW(refuse_same_file("--json", "/dev/null", "--trace", "/dev/null"));
}
