// SPDX-License-Identifier: Apache-2.0
// What the runs of a submission leave reaches nothing outside.
#include "testbenches/labs/submission.h"

#include <fstream>

#include "testbenches/labs/criterion.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// A submission with a module, and a folder that is none of its business.
struct Submitted {
  ScratchFolder folder, other;
  Submitted() {
    fs::create_directory(folder.path() / "rtl");
    std::ofstream(folder.path() / "rtl" / "a.sv") << "module a;\nendmodule\n";
    std::ofstream(other.path() / "file") << "theirs";
  }
};

Submission submission_of(const Submitted& submitted) {
  SubmissionUse use;
  use.isolation = no_isolation_because().empty() ? Isolation::Bubblewrap : Isolation::None;
  return {submitted.folder.path(), use};
}

Captured run(Submission& submission, const std::string& script) {
  return submission.run_command({"rtl", {"bash", "-c", script}, {}, {}});
}

}  // namespace

TEST_CASE("lab: a file is put where it belongs, whatever a run has left there", "[testbenches]") {
  const Submitted submitted;
  Submission submission = submission_of(submitted);
  const std::string other = submitted.other.path().string();
  for (const std::string& leave :
       {"ln -s " + other + " bench", std::string("mkfifo bench"), std::string("echo > bench"),
        "mkdir bench; ln -s " + other + "/file bench/file", std::string("mkdir bench; mkfifo bench/file"),
        std::string("mkdir -p bench/file/x"), std::string("true")}) {
    CAPTURE(leave);
    run(submission, "rm -rf bench; " + leave);
    submission.put("bench/file", "ours");
    CHECK(run(submission, "cat bench/file").out == "ours");
  }
  CHECK(text_of(submitted.other.path() / "file") == "theirs");
}

TEST_CASE("lab: lines of a submission end as those of any system", "[testbenches]") {
  const Submitted submitted;
  std::ofstream(submitted.folder.path() / "steps.txt") << "a\rb\r\nc\n\r";
  CHECK(submission_of(submitted).text("steps.txt") == "a\nb\r\nc\n\n");
}

TEST_CASE("lab: what is scanned takes the place of all files, and is what runs see", "[testbenches]") {
  const Submitted submitted;
  std::ofstream(submitted.folder.path() / "rtl" / "b.v")
      << "`ifdef LATE\nmodule b;\n`include \"c.svh\"\nendmodule\n`endif\n";
  std::ofstream(submitted.folder.path() / "rtl" / "c.svh") << "wire [`LATE:0] c;\n";
  std::ofstream(submitted.folder.path() / "rtl" / "a.sv") << "`define LATE 3\nmodule a;\nendmodule\n";
  Submission submission = submission_of(submitted);
  CHECK(mentions(submission.rtl_text("rtl"), {"module a;", "module b;", "wire [3:0] c;"}));
  CHECK(run(submission, "echo rtl/*").out == "rtl/a.sv\n");
  CHECK(run(submission, "cat rtl/a.sv").out == submission.rtl_text("rtl"));
}

TEST_CASE("lab: a run that is stopped is the last of its folder", "[testbenches]") {
  const Submitted submitted;
  SubmissionUse use;
  use.isolation = no_isolation_because().empty() ? Isolation::Bubblewrap : Isolation::None;
  use.limits.cpu_seconds = 1;
  Submission submission(submitted.folder.path(), use);
  CHECK(run(submission, "echo on").out == "on\n");
  CHECK(run(submission, "while :; do :; done").status != 0);
  CHECK(mentions(message_of<NotReached>([&] { run(submission, "echo on"); }),
                 {"after 1 s of CPU time", "not run again"}));
}
