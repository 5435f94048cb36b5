// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/bench_table.h"
#include "tests/catch.h"
#include "tests/testbenches/benchmark/small_bench.h"

using namespace xb;

namespace {

TestedSwitch tested(const std::string& name, double share) {
  BenchTable table;
  table.test = "rfc2544 throughput";
  table.title = "RFC 2544 26.1 Throughput";
  table.method = "By bisection.";
  table.columns = size_columns({{"throughput", "throughput %", BenchFormat::Percent}, {"word", "word"}});
  table.rows = {{{"bytes", 64}, {"beats", 8}, {"throughput", share}, {"word", "yes"}},
                {{"bytes", 128}, {"beats", 16}}};
  table.notes = {"A note."};
  table.headlines = {{"throughput, 64 bytes", percent_text(share)}};
  return {small_bench(bench_config(name, 4, 64), {64}, 20, 2000), {table}};
}

}  // namespace

TEST_CASE("a data sheet has the tables, the settings and the command", "[testbenches]") {
  const std::string sheet = data_sheet(tested("voq", 0.985), "xbarlab benchmark all");
  CHECK(sheet.rfind("# Data sheet: switch voq\n", 0) == 0);
  for (const char* text :
       {"    xbarlab benchmark all\n", "* switch voq, 4 ports of 64 bits, depth 64 beats, sharing complete, ",
        "flow drop", "### RFC 2544 26.1 Throughput\n", "| 64 | 8 | 98.50 | yes |", "| 128 | 16 | - | - |",
        "\nA note.\n"}) {
    CAPTURE(text);
    CHECK(sheet.find(text) != std::string::npos);
  }
}

TEST_CASE("trials that are too short for the buffers are said to be", "[testbenches]") {
  const auto said = [](std::uint64_t beats) {
    const std::vector<std::string> lines =
        setup_lines(small_bench(bench_config("voq", 4, 64), {64}, 20, beats));
    return lines.back().find("too short for the buffers") != std::string::npos;
  };
  CHECK(said(64 * 20 - 1));
  CHECK_FALSE(said(64 * 20));
}

TEST_CASE("switches are side by side by their headlines", "[testbenches]") {
  std::vector<TestedSwitch> switches{tested("input", 0.6), tested("voq", 1)};
  switches[1].tables[0].headlines.push_back({"latency", "3.00"});
  const std::string page = sheets_side_by_side(switches, "xbarlab benchmark all");
  CHECK(page.find("| [input](input.md) | [voq](voq.md) |") != std::string::npos);
  CHECK(page.find("| throughput, 64 bytes | 60.00 % | 100.00 % |") != std::string::npos);
  CHECK(page.find("| latency | - | 3.00 |") != std::string::npos);
}

TEST_CASE("each table is a line of JSON with the switch's configuration", "[testbenches]") {
  const std::string lines = tables_json(tested("voq", 0.5));
  REQUIRE(lines.find('\n') == lines.size() - 1);
  const auto json = nlohmann::json::parse(lines);
  CHECK(json["schema"] == 1);
  CHECK(json["benchmark"] == "rfc2544 throughput");
  CHECK(json["config"]["switch"] == "voq");
  CHECK_FALSE(json["config"].contains("load"));
  CHECK(json["resolution"] == 0.05);
  CHECK(json["rows"][0]["throughput"] == 0.5);
}
