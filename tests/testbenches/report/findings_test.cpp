// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/findings.h"

#include <fstream>
#include <memory>

#include "testbenches/process/child_process.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/study/small_study.h"

using namespace xb;
using Json = nlohmann::ordered_json;
using Sentences = std::vector<std::string>;

namespace {

/// Results as records of random traffic give them.
struct StudyRows : StudyResults {
  StudyRows() : StudyResults{StudyFolder("nowhere")} {}
  void add(const char* name, double load, double throughput, double loss = 0, double ci95 = 0.001) {
    const Json row{{"switch", name},
                   {"ports", 4},
                   {"load", load},
                   {"packet", 16},
                   {"depth", 1024},
                   {"alpha", 1.0},
                   {"window", 8},
                   {"schedule", ""},
                   {"seed", 1},
                   {"offered_load", load},
                   {"throughput", throughput},
                   {"throughput_ci95", ci95},
                   {"loss", loss}};
    points.push_back({points.size() + 1, row, {}});
  }
  void add_search(const char* name, int ports, const Json& found, const char* remark) {
    const Json row{
        {"switch", name}, {"ports", ports}, {"seed", 1}, {"load carried", found}, {"remark", remark}};
    searches.push_back({searches.size() + 1, row, {}});
    searched_key = "load";
  }
};

}  // namespace

TEST_CASE("the setting is what is alike in all points and not usual, or asked for by all", "[testbenches]") {
  StudyRows rows;
  rows.add("voq", 0.5, 0.5);
  CHECK(setting_text(rows) ==
        "Alike in all points: switch voq, ports 4, depth 1024, window 8, load 0.5, packet 16.");
  rows.add("input", 0.9, 0.6);
  CHECK(setting_text(rows) == "Alike in all points: ports 4, depth 1024, window 8, packet 16.");
  CHECK(setting_text(StudyResults{StudyFolder("nowhere")}).empty());
}

TEST_CASE("what no point uses is no setting", "[testbenches]") {
  StudyRows rows;
  rows.add("voq", 0.5, 0.3);
  rows.points.back().config = std::make_shared<const RunConfig>(config_of("classes 2, class-load 0:.1"));
  CHECK(mentions(setting_text(rows), {", load 0.5,"}));
  rows.points.back().config = std::make_shared<const RunConfig>(config_of("classes 2, class-load 0:.1,1:.2"));
  CHECK_FALSE(mentions(setting_text(rows), {"load 0.5"}));
}

TEST_CASE("each curve has its best throughput, where it leaves what is offered, and its losses",
          "[testbenches]") {
  StudyRows rows;
  for (const double load : {0.3, 0.6, 0.9}) {
    rows.add("voq", load, load - 0.001);
    rows.add("input", load, std::min(load, 0.567 - load / 1000));
  }
  CHECK(findings(rows, "") ==
        Sentences{"voq carries at best 0.899 of 0.9 offered; input 0.566.",
                  "More than 1 % short of what is offered, 1 of 2 curves: input from load 0.6 on.",
                  "No packet is lost."});
}

TEST_CASE("what lies within its interval is not short of what is offered", "[testbenches]") {
  StudyRows rows;
  rows.add("voq", 0.1, 0.098, 0, 0.003);
  rows.add("voq", 0.2, 0.199);
  CHECK(findings(rows, "")[1] == "All that is offered gets through, to 1 % or its interval.");
  rows.add("voq", 0.3, 0.29);
  CHECK(findings(rows, "")[1] == "More than 1 % short of what is offered: voq at load 0.3.");
}

TEST_CASE("a curve is short of what is offered from where it stays so on", "[testbenches]") {
  StudyRows rows;
  rows.add("voq", 0.1, 0.09);
  rows.add("voq", 0.2, 0.2);
  CHECK(findings(rows, "")[1] == "More than 1 % short of what is offered: voq at load 0.1.");
  for (const double load : {0.3, 0.4}) rows.add("voq", load, 0.25);
  CHECK(findings(rows, "")[1] == "More than 1 % short of what is offered: voq from load 0.3 on.");
}

TEST_CASE("that no packet is lost is said only where all curves have their losses", "[testbenches]") {
  StudyRows rows;
  rows.add("voq", 0.1, 0.1);
  CHECK(findings(rows, "").back() == "No packet is lost.");
  rows.add("device", 0.1, 0.1);
  rows.points.back().row["loss"] = nullptr;
  CHECK(findings(rows, "").back() != "No packet is lost.");
}

TEST_CASE("numbers in names stand apart from values", "[testbenches]") {
  StudyRows rows;
  for (const int ports : {2, 4}) {
    for (const double load : {0.3, 0.6}) {
      rows.add("voq", load, load);
      rows.points.back().row["ports"] = ports;
    }
  }
  CHECK(findings(rows, "")[0] == "ports 2 carries at best 0.6 of 0.6 offered; ports 4: 0.6.");
}

TEST_CASE("losses are said with the place of the most", "[testbenches]") {
  StudyRows rows;
  rows.add("output", 0.5, 0.499, 0.001);
  rows.add("output", 0.9, 0.81, 0.1);
  CHECK(findings(rows, "").back() == "Packets are lost: output up to 10 % at load 0.9.");
}

TEST_CASE("lag behind an ideal switch is said with the place of the most", "[testbenches]") {
  StudyRows rows;
  for (const double load : {0.5, 0.9}) {
    for (const char* name : {"voq", "crosspoint"}) {
      rows.add(name, load, load);
      rows.points.back().row["lag_p99_cycles"] = (name == std::string("voq") ? 40 : 20) * load;
    }
  }
  CHECK(findings(rows, "").back() ==
        "Lag behind an output-queued switch, 99th percentile: voq up to 36 cycles at load 0.9; crosspoint 18 "
        "cycles at load 0.9.");
}

TEST_CASE("many curves are not all named", "[testbenches]") {
  StudyRows rows;
  for (int n = 0; n < 8; ++n) {
    for (const double load : {0.3, 0.6}) rows.add(("s" + std::to_string(n)).c_str(), load, load / 2);
  }
  const auto sentences = findings(rows, "");
  CHECK(sentences.at(0).find("s5: 0.3; and 2 more.") != std::string::npos);
  CHECK(sentences.at(1) ==
        "More than 1 % short of what is offered, 8 of 8 curves: s0, s1, s2, s3, s4, s5, and 2 more from load "
        "0.3 on.");
}

TEST_CASE("long names are few, and commas stand between curves only", "[testbenches]") {
  StudyRows rows;
  const std::string name(60, 'x');
  for (int n = 0; n < 5; ++n) {
    for (const double load : {0.3, 0.6}) {
      rows.add((name + std::to_string(n)).c_str(), load, load / 2);
      rows.points.back().row["ports"] = 2 + n % 2;
    }
  }
  CHECK(findings(rows, "").at(1) == "More than 1 % short of what is offered, 5 of 5 curves: " + name +
                                        "0 ports 2, " + name + "1 ports 3, and 3 more from load 0.3 on.");
}

TEST_CASE("a search's findings are what it found, and of how many it is not sure", "[testbenches]") {
  StudyRows rows;
  rows.add("voq", 1, 0.9);  // tried on the way
  rows.add_search("voq", 4, 0.97, "");
  rows.add_search("voq", 8, 0.95, "undecided between");
  rows.add_search("input", 4, 0.65, "");
  rows.add_search("input", 8, nullptr, "no bracket: the first does not");
  CHECK(findings(rows, "") ==
        Sentences{"Load carried: voq 0.97 at ports 4, 0.95 at 8; input 0.65 at ports 4.",
                  "Searches that are not sure: 1 of 4 (no bracket: the first does not), 1 of 4 (undecided "
                  "between)."});
}

TEST_CASE("verdicts are those of the study's file, once all points are there", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = small_study(scratch.path(), 2);
  const auto run = [&](std::size_t n) {
    in_child_process([&] {
      run_study_point(study, study.points[n]);
      return std::string();
    });
  };
  run(0);
  write_index(study);
  const auto last = [&](const std::string& expected) {
    study.folder.write_file("study.toml", "ports = 2\nload = [0.1, 0.2]\nengine = \"fast\"\n" + expected);
    const auto sentences = findings(read_results(scratch.path()), "");
    return sentences.empty() ? "" : sentences.back();
  };
  const std::string least = "[[expect]]\nmeasure = \"offered_packets\"\nat-least = ";
  CHECK(last(least + "1\n") == "What the study's file expects is judged once all points have a result.");
  run(1);
  CHECK(last(least + "1\n") == "Expectations: 1 ok.");
  CHECK(last(least + "1\n" + least + "1e9\n") == "Expectations: 1 off, 1 ok: offered_packets in 2 of 2.");
  CHECK(last("") == "No packet is lost.");
  CHECK(last("limits = \"offered_packets >= 1e9\"\n") == "Expectations: 1 off: offered_packets in 2 of 2.");
  const ScratchFolder home;  // of what study.toml is a copy of
  std::ofstream(home.path() / "base.toml") << "ports = 2\nengine = \"fast\"\n";
  const std::string copied = "include = \"base.toml\"\nload = [0.1, 0.2]\n" + least + "1\n";
  const std::string mine = (home.path() / "mine.toml").string();
  study.folder.write_file("study.toml", "# File: " + mine + "\n" + copied);
  StudyResults results = read_results(scratch.path());
  CHECK(findings(results, "").back() == "Expectations: 1 ok.");
  CHECK(mentions(results.command, {" run " + scratch.path().string() + "/study.toml "}));
  std::ofstream(mine) << copied;
  CHECK(mentions(read_results(scratch.path()).command, {" run " + mine + " --out "}));
  CHECK(last(least + "[]\n").find("What the study's file expects cannot be judged: ") == 0);
}
