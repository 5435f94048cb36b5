// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/export_table.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

#include "testbenches/process/child_process.h"
#include "testbenches/sources/digest.h"
#include "testbenches/study/csv_cell.h"
#include "testbenches/study/identity.h"
#include "testbenches/study/search_tables.h"
#include "testbenches/study/study_run.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/study/small_study.h"

using namespace xb;
using Json = nlohmann::ordered_json;
using xb::csv_cell;

namespace {

/// Three points: the first two have run, the second has failed.
Study finished_study(const std::filesystem::path& folder) {
  Study study = small_study(folder, 3);
  in_child_process([&] {
    run_study_point(study, study.points[0]);
    return std::string();
  });
  commit_lost_point(study, study.points[1], "it said \"no\", twice", {});
  write_index(study);
  return study;
}

std::vector<Json> rows_of(const std::filesystem::path& folder, ExportRows by = ExportRows::Points) {
  std::vector<Json> rows;
  ExportTable table(folder, "export", by);
  while (table.next()) rows.push_back(Json::parse(table.json_row()));
  return rows;
}

}  // namespace

TEST_CASE("a row per point in the order of the study, with the record's numbers", "[testbenches]") {
  const ScratchFolder scratch;
  const Study study = finished_study(scratch.path());
  const auto rows = rows_of(scratch.path());
  REQUIRE(rows.size() == 3);
  const Json record = Json::parse(*study.folder.record(study.points[0].hash));
  CHECK(rows[0]["number"] == 1);
  CHECK(rows[0]["point"] == study.points[0].hash);
  CHECK(rows[0]["status"] == "done");
  CHECK(rows[0]["load"] == record["config"]["load"]);
  CHECK(rows[0]["throughput"] == record["result"]["throughput"]);
  CHECK(rows[0]["latency_p99_cycles"] == record["result"]["latency"]["p99"]);
  CHECK(rows[0]["completion_seconds"].is_null());
  CHECK(rows[1]["status"] == "failed");
  CHECK(rows[1]["failure"] == "it said \"no\", twice");
  CHECK(rows[1]["throughput"].is_null());
  CHECK(rows[2]["status"] == "missing");
  CHECK(rows[2]["seed"] == 3);
}

TEST_CASE("CSV has the same cells, quoted where they must be", "[testbenches]") {
  const ScratchFolder scratch;
  finished_study(scratch.path());
  ExportTable table(scratch.path());
  const std::string head = table.csv_head();
  CHECK(head.rfind("number,point,status,failure,switch,ports,", 0) == 0);
  const auto commas = [](const std::string& text) { return std::count(text.begin(), text.end(), ','); };
  REQUIRE(table.next());
  CHECK(commas(table.csv_row()) == commas(head));
  REQUIRE(table.next());
  const std::string failed = table.csv_row();
  CHECK(commas(failed) == commas(head) + 1);
  CHECK(failed.find(",failed,\"it said \"\"no\"\", twice\",input,2,") != std::string::npos);
  CHECK(failed.substr(failed.size() - 4) == ",,,\n");
  CHECK(static_cast<std::size_t>(commas(head)) + 1 == table.columns().size());
}

TEST_CASE("every measure's column is a number of some record", "[testbenches]") {
  const ScratchFolder scratch;
  finished_study(scratch.path());
  const auto row = rows_of(scratch.path()).at(0);
  for (const char* name :
       {"run_cycles", "offered_load", "throughput_ci95", "latency_mean_cycles", "queueing_max_cycles",
        "hol_fraction", "pool_fraction", "idle_with_work", "occupancy_mean_beats", "loss"}) {
    CAPTURE(name);
    CHECK(row.contains(name));
    CHECK((row[name].is_number() || row[name].is_null()));
  }
  CHECK(row["run_cycles"].is_number());
  CHECK(row["occupancy_mean_beats"].is_number());
}

TEST_CASE("a point without packets has no latency in its row", "[testbenches]") {
  const ScratchFolder scratch;
  RunConfig config = short_points(1).front();
  config.traffic->load = 0;
  Study study = make_study(scratch.path(), {resolve(config).config}, {{"xbarlab", "test"}});
  study.folder.create();
  in_child_process([&] {
    run_study_point(study, study.points[0]);
    return std::string();
  });
  write_index(study);
  const auto row = rows_of(scratch.path()).at(0);
  CHECK(row["delivered_packets"] == 0);
  CHECK(row["throughput"] == 0);
  CHECK(row["latency_mean_cycles"].is_null());
  CHECK(row["queueing_p99_cycles"].is_null());
}

TEST_CASE("without an index, or with a damaged one, the finished points are there, by hash",
          "[testbenches]") {
  const ScratchFolder scratch;
  const Study study = finished_study(scratch.path());
  const auto index = scratch.path() / "index.jsonl";
  const bool damaged = GENERATE(false, true);
  if (damaged)
    std::ofstream(index, std::ios::app) << "{\"point\"";
  else
    std::filesystem::remove(index);
  CHECK(mentions(ExportTable(scratch.path()).note(), {damaged ? "damaged" : "index.jsonl:1: no such file"}));
  const auto rows = rows_of(scratch.path());
  REQUIRE(rows.size() == 1);
  CHECK(rows[0]["number"].is_null());
  CHECK(rows[0]["point"] == study.points[0].hash);
  const ScratchFolder empty;
  CHECK_THROWS_AS(ExportTable(empty.path()), InputError);
}

TEST_CASE("an index that lacks a line, and results outside it, are said", "[testbenches]") {
  const ScratchFolder scratch;
  const Study study = finished_study(scratch.path());
  CHECK(ExportTable(scratch.path()).note().empty());
  const auto index = scratch.path() / "index.jsonl";
  const std::string whole = text_of(index);
  const std::size_t second = whole.find('\n') + 1, third = whole.find('\n', second) + 1;
  // The first one is lost, and would take the others' numbers with it.
  std::ofstream(index) << whole.substr(second);
  CHECK(mentions(ExportTable(scratch.path()).note(),
                 {"index.jsonl:1: damaged, or a line is missing", "allowed: "}));
  const auto rows = rows_of(scratch.path());
  REQUIRE(rows.size() == 1);
  CHECK(rows[0]["point"] == study.points[0].hash);
  std::ofstream(index) << whole.substr(0, third);
  CHECK(ExportTable(scratch.path()).note().empty());  // what is missing has no result
  std::filesystem::copy(scratch.path() / "points" / study.points[0].hash,
                        scratch.path() / "points" / "other");
  std::ofstream(index) << whole;
  CHECK(mentions(ExportTable(scratch.path()).note(), {"1 result is not in index.jsonl, and left out"}));
  CHECK(rows_of(scratch.path()).size() == 3);
}

TEST_CASE("a record that is no JSON stops no other", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = small_study(scratch.path(), 2);
  for (std::size_t n = 0; n < 2; ++n) {
    in_child_process([&] {
      run_study_point(study, study.points[n]);
      return std::string();
    });
  }
  write_index(study);
  const auto file = scratch.path() / "points" / study.points[0].hash / "record.json";
  std::string text = text_of(file);
  text.erase(text.find("\"config\""), 1);  // and the check as it should be
  text.erase(text.rfind(",\"check\""));
  Digest digest;
  digest.add(text);
  std::ofstream(file) << text << ",\"check\":\"" << digest.hex() << "\"}\n";
  REQUIRE(is_whole_record(text_of(file), study.points[0].hash));
  const auto rows = rows_of(scratch.path());
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["status"] == "missing");
  CHECK(rows[1]["status"] == "done");
}

TEST_CASE("a key that a record has only if set has its default where another point has it", "[testbenches]") {
  const ScratchFolder scratch;
  std::vector<RunConfig> configs = short_points(3);
  for (RunConfig& config : configs) config.packet_min = config.packet_max = 64, config.packet_in_bytes = true;
  configs[1].gap_bytes = 20;
  Study study = make_study(scratch.path(), configs, {{"xbarlab", "test"}});
  study.folder.create();
  write_index(study);
  const auto rows = rows_of(scratch.path());
  REQUIRE(rows.size() == 3);
  CHECK(rows[0]["gap"] == "0B");
  CHECK(rows[1]["gap"] == "20B");
  CHECK(rows[2]["gap"] == "0B");
  CHECK_FALSE(rows[0].contains("observe"));  // that no point has
}

TEST_CASE("rows by input and by flow say who got nothing through", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = small_study(scratch.path(), 3);
  // Of one switch, of a network, and of one in which all got through.
  const auto made_up = [](const Setup& setup) {
    RunResult result;
    if (setup.config.seed == 1)
      result.delivery = DeliveryResult{{100, 80},      {90, 0}, {50, 50, 30, 20},        {45, 45, 0, 0},
                                       {5, 0, 30, 20}, 2,       {{1, 0, 30}, {1, 1, 20}}};
    if (setup.config.seed == 2) result.delivery = DeliveryResult{{9, 9}, {20, 0}, {}, {}, {}, 1, {{1, 0, 9}}};
    return result;
  };
  write_index(study);
  run_study(study, {1, false, true, made_up});

  const auto points = rows_of(scratch.path());
  REQUIRE(points.size() == 3);
  CHECK(points[0]["starving_inputs"] == 1);
  CHECK(points[0]["flows_without_delivery"] == 2);
  CHECK(points[1]["starving_inputs"] == 1);
  CHECK(points[2]["starving_inputs"].is_null());
  CHECK_FALSE(points[0].contains("input"));

  const auto inputs = rows_of(scratch.path(), ExportRows::Inputs);
  REQUIRE(inputs.size() == 5);
  CHECK(inputs[1]["number"] == 1);
  CHECK(inputs[1]["load"] == points[0]["load"]);
  CHECK(inputs[1]["input"] == 1);
  CHECK(inputs[1]["starves"] == true);
  CHECK(inputs[1]["offered_packets"] == 80);
  CHECK(inputs[1]["delivered_packets"] == 0);
  CHECK(inputs[0]["starves"] == false);
  CHECK(inputs[3]["number"] == 2);
  // A point that says nothing of its inputs has a row all the same.
  CHECK(inputs[4]["number"] == 3);
  CHECK(inputs[4]["status"] == "done");
  CHECK(inputs[4]["input"].is_null());
  CHECK_FALSE(inputs[0].contains("throughput"));

  const auto flows = rows_of(scratch.path(), ExportRows::Flows);
  REQUIRE(flows.size() == 6);
  const auto cells = [](const Json& row) {
    return std::vector<Json>{
        row["number"],      row["input"], row["output"], row["taken_packets"], row["delivered_packets"],
        row["lost_packets"]};
  };
  CHECK(cells(flows[1]) == std::vector<Json>{1, 0, 1, 50, 45, 0});
  CHECK(cells(flows[2]) == std::vector<Json>{1, 1, 0, 30, 0, 30});
  CHECK(cells(flows[4]) == std::vector<Json>{2, 1, 0, 9, 0, nullptr});
  CHECK(flows[5]["input"].is_null());

  ExportTable table(scratch.path(), "export", ExportRows::Flows);
  const std::string head = table.csv_head();
  CHECK(head.find(",input,output,taken_packets,delivered_packets,lost_packets\n") != std::string::npos);
  REQUIRE(table.next());
  const std::string row = table.csv_row();
  CHECK(std::count(row.begin(), row.end(), ',') == std::count(head.begin(), head.end(), ','));
}

TEST_CASE("a cell of CSV is in quotes where it has to be, and no text is a formula", "[testbenches]") {
  for (const char* same : {"", "a b", "-5", "+1.5e3", "-inf", "a=b", "1-2"}) CHECK(csv_cell(same) == same);
  CHECK(csv_cell("a,b") == "\"a,b\"");
  CHECK(csv_cell("a\"b\n") == "\"a\"\"b\n\"");
  CHECK(csv_cell("=1+1") == "'=1+1");
  CHECK(csv_cell("+cmd") == "'+cmd");
  CHECK(csv_cell("-1+2") == "'-1+2");
  CHECK(csv_cell("-") == "'-");
  CHECK(csv_cell("@SUM(1)") == "'@SUM(1)");
  CHECK(csv_cell("\t=1") == "'\t=1");
  CHECK(csv_cell("=a,b") == "\"'=a,b\"");
}

TEST_CASE("mean, standard deviation and interval of several values", "[testbenches]") {
  const Spread spread = spread_of({2, 4, 4, 4, 5, 5, 7, 9});
  CHECK(spread.mean == 5);
  CHECK(*spread.deviation == Approx(std::sqrt(32.0 / 7)));
  CHECK(*spread.ci95 == Approx(2.3646 * std::sqrt(32.0 / 7) / std::sqrt(8.0)).epsilon(1e-4));
  CHECK(*spread_of({1, 3}).ci95 == Approx(12.7062 * std::sqrt(2.0) / std::sqrt(2.0)));
  CHECK(*spread_of({3, 3, 3}).deviation == 0);
  CHECK_FALSE(spread_of({3}).deviation);
  CHECK_FALSE(spread_of({3}).ci95);
}

TEST_CASE("a seed whose run delivered nothing has no latency in the table over seeds", "[testbenches]") {
  std::vector<Point> points(2);
  for (std::size_t n = 0; n < points.size(); ++n) points[n].config.seed = n + 1;
  points[0].result.delivered_packets = 1;
  points[0].result.latency.mean = 4;
  points[0].result.latency.p99 = 7;
  points[0].result.queueing.mean = 3;
  std::istringstream words(tabulate_seeds(points).substr(tabulate_seeds(points).rfind("\n  ") + 1));
  std::vector<std::string> cells;
  for (std::string word; words >> word;) cells.push_back(word);
  // Of each measure mean, deviation, interval.
  REQUIRE(cells.size() == 16);
  CHECK(cells[0] == "2");
  CHECK(cells[1] == "0");  // throughput, of both
  CHECK(cells[2] == "0");
  for (const auto& [at, mean] : {std::pair(4, "3"), std::pair(7, "7"), std::pair(13, "-")}) {
    CAPTURE(at);
    CHECK(cells[at] == mean);
    CHECK(cells[at + 1] == "-");
  }
}

TEST_CASE("of normal values the interval holds the mean 95 times in 100", "[testbenches]") {
  std::mt19937_64 random(5);  // NOLINT: the same draws each time
  std::normal_distribution<double> normal(10, 3);
  for (const std::size_t count : {2U, 5U, 10U, 40U}) {
    unsigned holds = 0;
    constexpr unsigned kTrials = 4000;
    for (unsigned trial = 0; trial < kTrials; ++trial) {
      std::vector<double> values(count);
      for (double& value : values) value = normal(random);
      const Spread spread = spread_of(values);
      if (std::abs(spread.mean - 10) <= *spread.ci95) ++holds;
    }
    CAPTURE(count, holds);
    CHECK(holds > 0.935 * kTrials);
    CHECK(holds < 0.965 * kTrials);
  }
}
