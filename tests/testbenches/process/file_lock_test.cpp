// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// A process that locks the file and ends; what it says goes to `error`.
pid_t lock_in_child(const fs::path& path, int error) {
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(error, 2);
    try {
      const FileLock lock(path, "the model");
    } catch (...) {
      _exit(1);
    }
    _exit(0);
  }
  return pid;
}

int exit_status_of(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return status;
}

/// What a process says that finds the file locked, and that `name` holds it.
std::string said_of(const std::string& name) {
  alarm(300);  // ends a test that waits for ever
  const ScratchFolder folder;
  const fs::path path = folder.path() / "lock";
  std::ofstream(path) << name;
  const int held = open(path.c_str(), O_RDWR);
  REQUIRE(held >= 0);
  REQUIRE(flock(held, LOCK_EX) == 0);
  int said[2];
  REQUIRE(pipe(said) == 0);
  const pid_t waits = lock_in_child(path, said[1]);
  close(said[1]);
  std::string text;
  for (char c; text.find('\n') == std::string::npos && read(said[0], &c, 1) == 1;) text += c;
  CHECK(waitpid(waits, nullptr, WNOHANG) == 0);  // it still waits
  flock(held, LOCK_UN);
  CHECK(exit_status_of(waits) == 0);
  close(held);
  close(said[0]);
  return text;
}

}  // namespace

TEST_CASE("who waits for a lock says who holds it", "[testbenches]") {
  CHECK(said_of(std::to_string(getpid())) ==
        "waiting for the model, which process " + std::to_string(getpid()) + " builds ...\n");
}

TEST_CASE("a lock whose holder is gone, or has left no name, is another process's", "[testbenches]") {
  const pid_t gone = fork();
  if (gone == 0) _exit(0);
  exit_status_of(gone);
  for (const std::string& name : {std::to_string(gone), std::string(), std::string("-1"), std::string("x")})
    CHECK(said_of(name) == "waiting for the model, which another process builds ...\n");
}

TEST_CASE("a lock that nobody holds is taken in silence, whatever name is in its file", "[testbenches]") {
  const ScratchFolder folder;
  const fs::path path = folder.path() / "lock";
  std::ofstream(path) << std::to_string(getppid()) << " and more\n";
  int said[2];
  REQUIRE(pipe(said) == 0);
  const pid_t pid = lock_in_child(path, said[1]);
  close(said[1]);
  CHECK(exit_status_of(pid) == 0);
  char c = 0;
  CHECK(read(said[0], &c, 1) == 0);
  close(said[0]);
  std::string name;
  std::getline(std::ifstream(path), name);
  CHECK(name == std::to_string(pid));
  CHECK_THROWS_AS(FileLock(folder.path() / "no folder" / "lock", "the model"), RunError);
}
