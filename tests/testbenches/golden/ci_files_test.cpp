// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden/ci_files.h"

#include <cstdlib>
#include <fstream>

#include "host/point/run_config.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

GoldenReport two_cases(const GoldenCase& first, const GoldenCase& second) {
  CaseOutcome same, different, other;
  same.of = different.of = &first;
  same.same = true;
  same.engine = other.engine = "rtl";
  different.engine = "fast";
  different.first_cycle = 17;
  different.golden_line = 21;
  different.headline = "ports.out[0].beat  want 0>1#2  got #";
  other.of = &second;
  other.same = true;
  return {"a&b", {same, different, other}};
}

GoldenCase named(const char* name, const char* file) {
  GoldenCase one;
  one.name = name;
  one.golden_file = file;
  return one;
}

}  // namespace

TEST_CASE("JUnit XML has a testcase for each case and engine, escaped", "[testbenches][golden]") {
  const GoldenCase first = named("x<y", "a/x.trace"), second = named("z", "a/z.trace");
  CHECK(junit_xml(two_cases(first, second), {"want 0>1#2 \x01 & seed 7\n"}) ==
        R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="xbarlab golden" tests="3" failures="1" errors="0" skipped="0" time="0.000">
  <testsuite name="a&amp;b" tests="3" failures="1" errors="0" skipped="0" time="0.000">
    <testcase classname="golden.x&lt;y" name="rtl" time="0.000"/>
    <testcase classname="golden.x&lt;y" name="fast" time="0.000">
      <failure type="different" message="cycle 17  ports.out[0].beat  want 0&gt;1#2  got #">want 0&gt;1#2   &amp; seed 7
</failure>
    </testcase>
    <testcase classname="golden.z" name="rtl" time="0.000"/>
  </testsuite>
</testsuites>
)");
}

TEST_CASE("a job's summary is a table, and the reports of what differs", "[testbenches][golden]") {
  const GoldenCase first = named("x|y", "a/x.trace"), second = named("z", "a/z.trace");
  const std::string text = job_summary(two_cases(first, second), {"the report\n"});
  CHECK(mentions(text,
                 {"2 cases, 3 runs: 2 same, 1 different",
                  "| case | rtl | fast |\n|---|---|---|\n| x\\|y | same | **cycle 17** |\n| z | same | |\n",
                  "### x\\|y on fast\n\n```text\nthe report\n```\n"}));
}

TEST_CASE("what cannot be judged is an error, at the place that its message names", "[testbenches][golden]") {
  const ScratchFolder folder;
  const std::string rtl = (folder.path() / "xb_x.sv").string(), point = (folder.path() / "x.toml").string();
  std::ofstream(rtl).close();
  GoldenCase one = named("x", "a/x.trace");
  one.point_file = point;
  CaseOutcome outcome;
  outcome.of = &one;
  outcome.engine = "rtl";
  outcome.bad_input = true;
  outcome.error = rtl + ":12:3: syntax error\nmore";
  const GoldenReport report{"a", {outcome}};
  CHECK_FALSE(report.same());
  CHECK(verdict_line(report) == "1 case, 1 run: 0 same, 0 different, 1 not judged");
  CHECK(mentions(
      junit_xml(report, {"all of it\n"}),
      {R"(failures="0" errors="1")", R"(<error type="input" message=")" + rtl + ":12:3: syntax error\">",
       ">all of it\n</error>"}));
  CHECK(mentions(job_summary(report, {"all of it\n"}), {"| x | **error** |", "### x on rtl", "all of it"}));
  CHECK(mentions(annotation(outcome),
                 {"::error file=" + rtl + ",line=12,title=x on rtl::", ":12:3: syntax error\n"}));
  outcome.error = rtl + ": line 7, byte 12: no beat";
  CHECK(mentions(annotation(outcome), {"file=" + rtl + ",line=7,"}));
  outcome.error = point + ": its logic does not settle; Verilator warns of " + rtl + ":19:9: a loop";
  CHECK(mentions(annotation(outcome), {"file=" + rtl + ",line=19,"}));
  outcome.error = "an assertion of the RTL failed in cycle 44:\n  " + rtl + ":20: Assertion failed in x";
  CHECK(
      mentions(annotation(outcome), {"file=" + rtl + ",line=20,", "in cycle 44: " + rtl + ":20: Assertion"}));
  std::ofstream(point).close();
  outcome.error = point + ": no end; an endless loop?";
  CHECK(mentions(annotation(outcome), {"file=" + point + ",line=1,"}));
  outcome.error = "ports: '0' is not allowed: allowed: 2..64";
  CHECK(mentions(annotation(outcome), {"file=" + point + ",line=1,"}));
}

TEST_CASE("an annotation names the golden file's line", "[testbenches][golden]") {
  const GoldenCase first = named("x,y", "/home/me/golden/x,y.trace"), second = named("z", "z.trace");
  GoldenReport report = two_cases(first, second);
  setenv("GITHUB_WORKSPACE", "/home/me", 1);
  CHECK(
      annotation(report.outcomes[1]) ==
      "::error file=golden/x%2Cy.trace,line=21,title=x%2Cy on fast::cycle 17  ports.out[0].beat  want 0>1#2  "
      "got #\n");
  report.outcomes[1].run.failure = "50 % lost\nall of it";
  setenv("GITHUB_WORKSPACE", "/elsewhere", 1);
  CHECK(mentions(annotation(report.outcomes[1]),
                 {"file=/home/me/golden", "; the run failed: 50 %25 lost%0Aall"}));
}
