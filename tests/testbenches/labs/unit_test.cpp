// SPDX-License-Identifier: Apache-2.0
// The instructor's part of a unit: the file that was committed to, and whose criteria students do not see.
#include "testbenches/labs/unit.h"

#include <fmt/format.h>

#include <fstream>

#include "host/base/errors.h"
#include "testbenches/labs/check.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/labs/small_unit.h"

using namespace xb;

namespace {

const char* const kHiddenCriterion =
    "[[criterion]]\nid = \"two\"\ntitle = \"two\"\npoints = 2\nhint = \"think\"\nkind = \"prediction\"\n"
    "answers = [\"guess\"]\nlow = 5\nhigh = 6\n";

/// A unit that was committed to an instructor's file.
class Committed {
 public:
  Committed() {
    std::ofstream(file()) << kHiddenCriterion;
    const std::filesystem::path unit = folder_.path() / "1-small";
    std::filesystem::create_directories(unit / "skeleton");
    std::ofstream(unit / "skeleton/answers.toml") << "guess = \"?\"\n";
    std::ofstream(unit / "unit.toml")
        << fmt::format("title = \"small\"\nhidden = \"{}\"\n", sha256_of(file()))
        << "[[criterion]]\nid = \"one\"\ntitle = \"one\"\npoints = 1\nhint = \"look\"\n"
           "kind = \"prediction\"\nanswers = [\"guess\"]\nlow = 1\nhigh = 5\n";
    std::filesystem::create_directories(folder_.path() / "mine");
    std::ofstream(folder_.path() / "mine/answers.toml") << "guess = 4\n";
  }
  [[nodiscard]] std::filesystem::path file() const { return folder_.path() / "1-small.toml"; }
  [[nodiscard]] LabUnit unit() const {
    LabUnit unit = read_unit(folder_.path() / "1-small");
    add_hidden_criteria(unit, folder_.path());
    return unit;
  }
  [[nodiscard]] LabResult marks(const LabUnit& unit) const {
    return check_submission(unit, folder_.path() / "mine", {});
  }

 private:
  ScratchFolder folder_;
};

}  // namespace

TEST_CASE("lab: an instructor's file is the one that the unit names by its digest", "[testbenches]") {
  const Committed committed;
  CHECK(committed.unit().criteria.size() == 2);
  // One blank more, which changes no criterion.
  std::ofstream(committed.file()) << kHiddenCriterion << "\n";
  CHECK(
      mentions(message_of<InputError>([&] { (void)committed.unit(); }),
               {"--instructor: '", "its SHA-256 is " + sha256_of(committed.file()), "allowed: the file of"}));
  std::filesystem::remove(committed.file());
  CHECK(mentions(message_of<InputError>([&] { (void)committed.unit(); }), {"a folder with 1-small.toml"}));
}

TEST_CASE("lab: students see no criterion of the instructor's file", "[testbenches]") {
  const Committed committed;
  const LabUnit unit = committed.unit();
  const LabResult result = committed.marks(unit);
  const auto json = gradescope_results(result);
  REQUIRE(json["tests"].size() == 2);
  CHECK(json["tests"][0]["visibility"] == "visible");
  CHECK(json["tests"][0]["status"] == "passed");
  CHECK(json["tests"][1]["visibility"] == "hidden");
  CHECK(json["tests"][1]["status"] == "failed");
  CHECK(json["score"] == 1.0);
  CHECK(mark_text(result.marks[0]).find("(hidden)") == std::string::npos);
  CHECK(mark_text(result.marks[1]).find("two (hidden)") != std::string::npos);
}

TEST_CASE("lab: all that is wrong with a unit is said at once", "[testbenches]") {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder.path() / "1-small/skeleton");
  std::ofstream(folder.path() / "1-small/skeleton/answers.toml") << "guess = \"?\"\n";
  std::ofstream(folder.path() / "1-small/unit.toml")
      << "titel = \"small\"\nminutes = 0\nhidden = \"12\"\n[[criterion]]\nid = \"One\"\ntitle = \"one\"\n"
         "points = \"1\"\nkind = \"prediction\"\nanswers = [\"gues\"]\nlow = 1\nhihg = 5\n"
         "[[criterion]]\nid = \"two\"\ntitle = \"two\"\nhint = \"x\"\npoints = 1\nkind = \"answr\"\n";
  const std::string what = message_of<InputError>([&] { read_unit(folder.path() / "1-small"); });
  CHECK(mentions(what, {"unit.toml:1:1: title: missing; allowed: a text",
                        ":1:1: unknown key 'titel'; allowed: 'title', the nearest",
                        ":2:11: minutes: '0' is not allowed; allowed: 1..10000",
                        ":3:10: hidden: '12' is not allowed; allowed: what sha256sum says",
                        ":5:6: criterion.id: 'One' is not allowed; allowed: small letters",
                        ":4:1: criterion.hint: missing; allowed: a text of one line",
                        ":7:10: criterion.points: '1' is not allowed; allowed: a number, 0..1000",
                        ":9:12: criterion.answers: 'gues' is not allowed; allowed: 'guess', the nearest",
                        ":4:1: criterion.high: missing; allowed: a number, 1..1e+12",
                        ":11:1: unknown key 'criterion.hihg'; allowed: 'high', the nearest",
                        ":17:8: criterion.kind: 'answr' is not allowed; allowed: 'answer', the nearest"}));
}

TEST_CASE("lab: a measure is what the criterion's run has, as in an experiment", "[testbenches]") {
  const auto keys_of = [](const std::string& measure, const std::string& keys) {
    return "kind = \"answer\"\nanswer = \"x\"\ntolerance = 1e9\nmeasure = \"" + measure +
           "\"\nrun = { ports = 2, cycles = 1000" + keys + " }\n";
  };
  for (const std::string measure : {"classes.1.queueing.mean", "occupancy.per_queue.1.max", "latency.p50"}) {
    CAPTURE(measure);
    SmallUnit unit(keys_of(measure, ", classes = 2"), "x = \"?\"\n");
    CHECK(mentions(unit.with("answers.toml", "x = 1\n").verdict(), {"yes: 1, measured "}));
  }
  const auto refusal_of = [&](const std::string& measure, const std::string& keys) {
    return SmallUnit(keys_of(measure, keys), "x = \"?\"\n").refusal();
  };
  CHECK(mentions(
      refusal_of("classes.2.loss", ", classes = 2"),
      {":10:11: criterion.measure: 'classes.2.loss' is not allowed; allowed: classes.CLASS.loss with "
       "CLASS 0..1"}));
  CHECK(mentions(refusal_of("completion_cycles", ""),
                 {"criterion.measure: 'completion_cycles' is not allowed; allowed: "}));
  CHECK(mentions(refusal_of("latency.p98", ""), {"'latency.p98' is not allowed; allowed: 'latency.p99'"}));
}

TEST_CASE("lab: an answer that is no number costs the points of its own criterion only", "[testbenches]") {
  const auto verdict_of = [](const std::string& answers) {
    return SmallUnit("kind = \"prediction\"\nanswers = [\"guess\"]\nlow = 1\nhigh = 5\n",
                     "guess = \"?\"\nother = \"?\"\n")
        .with("answers.toml", answers)
        .verdict();
  };
  for (const char* other : {"nan", "inf", "true", "[1]", "07:32:00", "9223372036854775807"}) {
    CAPTURE(other);
    CHECK(mentions(verdict_of(fmt::format("guess = 4\nother = {}\n", other)), {"yes: "}));
  }
  CHECK(mentions(verdict_of("guess = true\nother = 4\n"),
                 {"no: answers.toml:1:9: guess: 'true' is not allowed; allowed: a number"}));
  CHECK(mentions(verdict_of("guess = 9223372036854775807\n"), {"no: answers.toml: guess is 9.22337e+18"}));
}
