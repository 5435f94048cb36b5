// SPDX-License-Identifier: Apache-2.0
// What a student's code can reach from inside, beside what the same command reaches without isolation.
#include "testbenches/labs/sandbox.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>

#include "host/base/errors.h"
#include "testbenches/engines/paths.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

/// A port of 127.0.0.1 that takes connections.
class Listener {
 public:
  Listener() : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(bind(socket_, reinterpret_cast<sockaddr*>(&address), size) == 0);
    REQUIRE(listen(socket_, 8) == 0);
    REQUIRE(getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    port_ = ntohs(address.sin_port);
  }
  ~Listener() { close(socket_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  [[nodiscard]] std::string port() const { return std::to_string(port_); }

 private:
  int socket_;
  unsigned port_ = 0;
};

SandboxJob shell_job(const ScratchFolder& folder, const std::string& script) {
  SandboxJob job;
  job.command = {"bash", "-c", script};
  job.work = folder.path();
  return job;
}

bool can_isolate() {
  if (no_isolation_because().empty()) return true;
  WARN("not tested: " << no_isolation_because());
  return false;
}

}  // namespace

TEST_CASE("what is isolated reaches no network, no home, and no file of others", "[testbenches]") {
  if (!can_isolate()) return;
  const ScratchFolder folder, other;
  const Listener listener;
  std::ofstream(other.path() / "secret") << "key\n";
  const std::string labs = (source_dir() / "labs").string(), tests = (source_dir() / "tests").string();
  const std::string secret = (other.path() / "secret").string(), mine = (other.path() / "mine").string();
  for (const std::string& reach :
       {"exec 3<>/dev/tcp/127.0.0.1/" + listener.port(), "cat " + secret, "echo x > " + mine,
        std::string("test -s /etc/passwd"), "ls " + labs, "ls " + tests}) {
    CAPTURE(reach);
    const SandboxJob job = shell_job(folder, reach + " && echo reached");
    CHECK(mentions(run_sandboxed(job, Isolation::None).out, {"reached"}));
    CHECK(run_sandboxed(job, Isolation::Bubblewrap).out.find("reached") == std::string::npos);
  }
}

TEST_CASE("what is isolated writes to its folder, and not to what is read-only in it", "[testbenches]") {
  if (!can_isolate()) return;
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path() / "rtl");
  SandboxJob job =
      shell_job(folder, "echo new > file; echo changed > rtl/a.sv; echo x > /usr/x; echo x > host");
  job.read_only = {"rtl"};
  run_sandboxed(job, Isolation::Bubblewrap);
  CHECK(text_of(folder.path() / "file") == "new\n");
  CHECK_FALSE(std::filesystem::exists(folder.path() / "rtl/a.sv"));
  job.read_only.clear();
  run_sandboxed(job, Isolation::Bubblewrap);
  CHECK(text_of(folder.path() / "rtl/a.sv") == "changed\n");
}

TEST_CASE("what cannot be isolated is no fault of what was to run", "[testbenches]") {
  if (!can_isolate()) return;
  const ScratchFolder folder;
  SandboxJob job = shell_job(folder, "echo on");
  job.read_only = {"gone"};
  CHECK(mentions(message_of<RunError>([&] { run_sandboxed(job, Isolation::Bubblewrap); }),
                 {"no isolation: bwrap: ", "gone"}));
}

TEST_CASE("what is isolated has its model apart", "[testbenches]") {
  if (!can_isolate()) return;
  const ScratchFolder folder;
  CHECK(run_sandboxed(shell_job(folder, "echo $XBARLAB_APART"), Isolation::Bubblewrap).out == "1\n");
}

TEST_CASE("what meets a limit is ended, and its student learns which", "[testbenches]") {
  const Isolation isolation = no_isolation_because().empty() ? Isolation::Bubblewrap : Isolation::None;
  const ScratchFolder folder;
  const auto ending_of = [&](const std::vector<std::string>& command, const SandboxLimits& limits) {
    SandboxJob job;
    job.command = command;
    job.work = folder.path();
    job.limits = limits;
    const Captured captured = run_sandboxed(job, isolation);
    CHECK(captured.status != 0);
    return run_ending(captured, limits);
  };
  SandboxLimits limits;
  SECTION("of CPU time") {
    limits.cpu_seconds = 1;
    CHECK(mentions(ending_of({"bash", "-c", "while :; do :; done"}, limits), {"after 1 s of CPU time"}));
  }
  SECTION("of what it writes") {
    limits.file_bytes = 1 << 20U;
    CHECK(ending_of({"bash", "-c", "while echo yes; do :; done"}, limits) ==
          "it was stopped: it wrote more than 1 MB into a file, or on its output");
  }
  SECTION("of time, although it has closed its output and uses no CPU") {
    limits.wall_seconds = 0.2;
    CHECK(mentions(ending_of({"sleep", "60"}, limits), {"longer than 0.2 s"}));
  }
  SECTION("of files, whether it goes on or ends") {
    limits.files = 20;
    CHECK(mentions(ending_of({"bash", "-c", "ln -s / b; exit 1"}, limits), {"status 1"}));
    for (const std::string after : {"sleep 60", "true"}) {
      std::filesystem::remove_all(folder.path() / "a");
      const std::string many = "mkdir a; for n in {1..20}; do : >a/$n; done; " + after;
      CHECK(ending_of({"bash", "-c", many}, limits) == "it was stopped: it left more than 20 files");
    }
  }
  SECTION("of all that is in its files") {
    limits.file_bytes = 1 << 20U;
    const std::string large = "for n in {1..5}; do head -c 1000000 /dev/zero >$n; done";
    CHECK(ending_of({"bash", "-c", large}, limits) == "it was stopped: it left more than 4 MB in files");
  }
  SECTION("or crashes") {
    CHECK(ending_of({"bash", "-c", "kill -SEGV $$"}, limits) == "it crashed (signal 11)");
  }
}

TEST_CASE("what is said is read, whatever is left in the folder", "[testbenches]") {
  const Isolation isolation = GENERATE(Isolation::None, Isolation::Bubblewrap);
  if (isolation == Isolation::Bubblewrap && !can_isolate()) return;
  const ScratchFolder folder;
  for (int time = 0; time < 2; ++time) {
    const Captured captured = run_sandboxed(
        shell_job(folder,
                  "for n in out errors output.txt errors.txt record.json; do rm -f $n; mkfifo $n; done; "
                  "echo said; echo wrong >&2"),
        isolation);
    CHECK(captured.out == "said\n");
    CHECK(captured.errors == "wrong\n");
  }
}

TEST_CASE("what is isolated has so many processes, open files and bytes", "[testbenches]") {
  if (!can_isolate()) return;
  const ScratchFolder folder;
  const auto said_by = [&](const std::string& script, const SandboxLimits& limits) {
    SandboxJob job = shell_job(folder, script);
    job.limits = limits;
    return run_sandboxed(job, Isolation::Bubblewrap).out;
  };
  SandboxLimits limits;
  limits.file_bytes = 1 << 20U;
  for (const std::string place : {"/tmp", "/dev/shm"}) {
    const std::string fill = "for n in 1 2 3 4; do head -c 700000 /dev/zero >" + place + "/$n; done; ";
    const std::string size = said_by(fill + "cat " + place + "/* | wc -c", limits);
    CHECK(std::stoul(size) > 700000);
    CHECK(std::stoul(size) <= limits.file_bytes);
  }
  for (const std::string place : {"/", "/dev/", "/usr/"})
    CHECK(said_by("{ : >" + place + "x; } 2>/dev/null; echo there: " + place + "x*", limits) ==
          "there: " + place + "x*\n");
  limits.open_files = 20;
  const std::string open_some =
      "for n in {3..9} {11..30}; do eval \"exec $n</dev/null\" || break; echo; done 2>/dev/null";
  CHECK(said_by(open_some, limits).size() < limits.open_files);
  limits.processes = 8;
  const std::string start_some = "for n in {1..30}; do sleep 60 & echo; done 2>/dev/null; wait";
  if (geteuid() != 0) {
    CHECK(said_by(start_some, limits).size() < limits.processes);
    return;
  }
  SandboxJob job = shell_job(folder, start_some);
  job.limits = limits;
  CHECK(run_ending(run_sandboxed(job, Isolation::Bubblewrap), limits) ==
        "it was stopped: it had more than 8 processes and threads");
}
