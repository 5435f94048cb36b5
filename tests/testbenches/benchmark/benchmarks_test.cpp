// SPDX-License-Identifier: Apache-2.0
// The tests of the trade on switches of which it is known what must come out.
#include "testbenches/benchmark/benchmarks.h"

#include <cmath>

#include "testbenches/benchmark/bench_table.h"
#include "testbenches/engines/paths.h"
#include "testbenches/terminal/text_table.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
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
  table.headlines = {{"throughput, 64 bytes", percent(share)}};
  return {small_bench(bench_config(name, 4, 64), {64}, 20, 2000), {table}};
}

}  // namespace

TEST_CASE("an output-buffered switch carries every admissible pattern at every size", "[testbenches]") {
  const BenchPlan plan = small_bench(bench_config("output", 8, 2048), {64, 512, 1518}, 10, 20000);
  const BenchTables tables = tables_of(rfc2889_meshed, plan);
  REQUIRE(tables.size() == 5);
  for (const std::size_t n : {0U, 2U, 3U, 4U}) {
    for (const auto& row : tables[n].rows) {
      CAPTURE(tables[n].title, row.dump());
      CHECK(row.at("throughput") == 1.0);
    }
  }
  const BenchTables pairs = tables_of(rfc2544_throughput, plan);
  for (const auto& row : pairs.at(0).rows) CHECK(row.at("throughput") == 1.0);
}

TEST_CASE("FIFO inputs carry the RFC's mesh in full, and random order up to 2 - sqrt 2", "[testbenches]") {
  const BenchPlan plan = small_bench(bench_config("input", 32, 64), {8}, 20, 4000);
  const BenchTables tables = tables_of(rfc2889_forwarding, plan);
  REQUIRE(tables.size() == 2);
  CHECK(tables[0].rows[0].at("frmol").get<double>() == Approx(1).margin(0.01));
  CHECK(tables[1].rows[0].at("frmol").get<double>() == Approx(2 - std::sqrt(2)).margin(0.02));
}

TEST_CASE("N sources at full load get 1/N each of one output", "[testbenches]") {
  for (const char* name : {"input", "voq", "output"}) {
    const BenchPlan plan = small_bench(bench_config(name, 8, 64), {64}, 20, 40000);
    const BenchTable table = tables_of(rfc8239_incast, plan).at(0);
    REQUIRE(table.rows.size() == 3);  // 2, 4, 7
    for (const auto& row : table.rows) {
      CAPTURE(name, row.dump());
      CHECK(row.at("total").get<double>() == Approx(1).margin(0.002));
      CHECK(row.at("total").get<double>() <= 1 + 1e-9);
      if (std::string(name) == "output") continue;  // admission is not fair by design
      CHECK(row.at("least").get<double>() == Approx(row.at("fair").get<double>()).margin(0.01));
      CHECK(row.at("greatest").get<double>() == Approx(row.at("fair").get<double>()).margin(0.01));
    }
  }
}

TEST_CASE("an incast's latency is of the frames that come out, also where sources are held off",
          "[testbenches]") {
  for (const FlowControl flow : {FlowControl::Drop, FlowControl::BackPressure}) {
    RunConfig config = bench_config("input", 8, 64);
    config.flow = flow;
    const BenchTable table = tables_of(rfc8239_incast, small_bench(config, {64}, 20, 40000)).at(0);
    for (const auto& row : table.rows) {
      CAPTURE(row.dump());
      // Each of N inputs holds 64 beats, of which one in N cycles leaves.
      const double full = 64.0 * row.at("sources").get<double>();
      CHECK(row.at("fifo_mean").get<double>() > 0.8 * full);
      CHECK(row.at("fifo_mean").get<double>() < 1.2 * full);
      CHECK(row.at("fifo_p99").get<double>() > 0.8 * full);
    }
  }
}

TEST_CASE("a buffer's size is found from outside", "[testbenches]") {
  // A FIFO of 256 beats holds 32 frames of 8; one or two more are on their way.
  const BenchPlan plan = small_bench(bench_config("input", 4, 256), {64}, 20, 20000);
  for (const unsigned gap : {0U, 20U}) {
    CAPTURE(gap);
    const BenchPlan gaps = small_bench(bench_config("input", 4, 256), {64, 72}, 20, 20000, gap);
    const BenchTables tables = tables_of(rfc8239_buffering, gaps);
    const auto buffering = tables.at(0).rows.at(0);
    CHECK(buffering.at("filled") == "yes");
    CHECK(buffering.at("two_frames").get<unsigned>() >= 32);
    CHECK(buffering.at("two_frames").get<unsigned>() <= 34);
    CHECK(buffering.at("two_bytes") == 64 * buffering.at("two_frames").get<unsigned>());
    CHECK(buffering.at("two_occupancy").get<unsigned>() >= 248);
    CHECK(buffering.at("all_frames").get<unsigned>() >= 3 * 32 - 2);
    CHECK(buffering.at("all_frames").get<unsigned>() <= 3 * 34);
    // Every output alike, with the size of which most bytes fit.
    const auto other = tables.at(0).rows.at(1);
    const bool longer = other.at("two_bytes").get<unsigned>() > buffering.at("two_bytes").get<unsigned>();
    const auto best = longer ? other : buffering;
    const auto ports = tables.at(1).rows.at(0);
    CHECK(ports.at("bytes") == best.at("bytes"));
    CHECK(ports.at("outputs") == 4);
    CHECK(ports.at("greatest_bytes") == best.at("two_bytes"));
    CHECK(ports.at("least_bytes") == best.at("two_bytes"));
  }
  // Three sources, a third of whose bursts leaves meanwhile: 2/3 of the burst fills the FIFO.
  const auto microburst = tables_of(rfc8239_microburst, plan).at(0).rows.at(0);
  CHECK(microburst.at("burst_to_1").get<double>() == Approx(48).margin(3));
  CHECK(microburst.at("occupancy_to_1").get<unsigned>() >= 3 * 240);
}

TEST_CASE("back-to-back bursts of pairs pass for a whole trial", "[testbenches]") {
  const BenchPlan plan = small_bench(bench_config("input", 4, 256), {64}, 20, 8000);
  const auto row = tables_of(rfc2544_back_to_back, plan).at(0).rows.at(0);
  CHECK(row.at("burst_frames") == 1000);
  CHECK(row.at("whole_trial") == "yes");
}

TEST_CASE("a burst's last beat time counts where frames and gaps do not fill it", "[testbenches]") {
  BenchPlan plan = small_bench(bench_config("input", 4, 256), {67}, 20, 7990);
  plan.gap_bytes = 20;
  const auto row = tables_of(rfc2544_back_to_back, plan).at(0).rows.at(0);
  CHECK(row.at("burst_frames") == 734);  // of 87 bytes in 7990 beats of 8
  CHECK(row.at("burst_beats") == 7983);  // 7982.25
}

TEST_CASE("loss is what an overload exceeds", "[testbenches]") {
  const BenchPlan plan = small_bench(bench_config("input", 16, 64), {8}, 20, 8000);
  const BenchTables tables = tables_of(rfc2544_frame_loss, plan);
  REQUIRE(tables.size() == 2);
  CHECK(tables[0].rows[0].at("loss_at_100") == 0.0);
  CHECK(tables[0].rows[0].at("loss_at_90") == 0.0);
  CHECK_FALSE(tables[0].rows[0].contains("loss_at_80"));  // two steps without loss
  CHECK(tables[1].rows[0].at("loss_at_100").get<double>() == Approx(0.4).margin(0.02));
}

TEST_CASE("what is held off counts as missing, also in random order", "[testbenches]") {
  for (const bool drop : {true, false}) {
    RunConfig config = bench_config("input", 16, 256);
    if (!drop) config.flow = FlowControl::BackPressure;
    const BenchPlan plan = small_bench(config, {64}, 20, 10000);
    for (const BenchTable& table : tables_of(rfc2544_frame_loss, plan)) {
      const bool random = table.title.find("random") != std::string::npos;
      CAPTURE(drop, table.title);
      const double want = random ? 0.4 : 0;
      CHECK(table.rows.at(0).at("loss_at_100").get<double>() == Approx(want).margin(0.03));
    }
  }
}

TEST_CASE("lag is measured beside an ideal switch, without gaps", "[testbenches]") {
  const BenchPlan with_gap = small_bench(bench_config("input", 8, 4096), {64}, 20, 40000, 20);
  const BenchTable fifo = tables_of(lag_random, with_gap).at(0);
  const BenchTable output =
      tables_of(lag_random, small_bench(bench_config("output", 8, 4096), {64}, 20, 40000, 20)).at(0);
  CHECK(fifo.rows[0].at("lag_p99") > 20);
  CHECK(std::abs(output.rows[0].at("lag_mean").get<double>()) < 1);
  CHECK(fifo.headlines.at(0).first == "lag p99 at 50.00 %, random, 64 bytes (cycles)");
}

TEST_CASE("an overloaded output loses frames of the low class, or of both by weight", "[testbenches]") {
  for (const char* name : {"output", "voq"}) {
    RunConfig config = bench_config(name, 8, 128);
    config.classes = 2;
    const auto row = [&] {
      const BenchTables tables = tables_of(rfc2544_frame_loss, small_bench(config, {64}, 2, 20000));
      REQUIRE(tables.size() == 3);
      return tables[2].rows.at(0);
    };
    const auto strict = row();
    CAPTURE(name, strict.dump());
    CHECK(strict.at("loss_class_1") == 0);
    // Three quarters are offered, and one quarter of the output is left.
    CHECK(strict.at("loss_class_0").get<double>() == Approx(2.0 / 3).margin(0.02));
    CHECK(strict.at("p99_class_1") < strict.at("p99_class_0"));
    config.service = Service::Dwrr;
    const auto by_weight = row();
    CAPTURE(by_weight.dump());
    for (const char* loss : {"loss_class_0", "loss_class_1"})
      CHECK(by_weight.at(loss).get<double>() == Approx(1.0 / 3).margin(0.02));
    // Nothing is lost, and a third is held off: of both, since each host's frames go in turn.
    config.flow = FlowControl::BackPressure;
    const auto held_off = row();
    CAPTURE(held_off.dump());
    for (const char* loss : {"loss_class_0", "loss_class_1"})
      CHECK(held_off.at(loss).get<double>() == Approx(1.0 / 3).margin(0.02));
  }
}

TEST_CASE("a size that does not fit is said, and the others are tested", "[testbenches]") {
  const BenchPlan plan = small_bench(bench_config("input", 4, 100), {64, 1518}, 10, 4000);
  for (const BenchmarkTest& test : benchmark_tests()) {
    if (test.of_fabric) continue;
    for (const BenchTable& table : tables_of(test.run, plan)) {
      CAPTURE(table.title);
      if (table.title.find("maximum port buffer") != std::string::npos) continue;  // of the best size alone
      if (test.suite != "hol" && test.name != "incast") CHECK(notes_say(table, "1518 bytes: not tested"));
      CHECK(table_text(table).find("64") != std::string::npos);
    }
  }
}

TEST_CASE("every test runs on the smallest switch", "[testbenches]") {
  for (const unsigned ports : {2U, 3U, 4U}) {
    const BenchPlan plan = small_bench(bench_config("voq", ports, 64), {64}, 2, 1000);
    for (const BenchmarkTest& test : benchmark_tests()) {
      if (test.of_fabric) continue;
      CAPTURE(ports, test.suite, test.name);
      CHECK_FALSE(tables_of(test.run, plan).empty());
    }
  }
}

TEST_CASE("a user's switch goes through all tests, and carries what FIFO inputs do", "[testbenches]") {
  RunConfig config = config_of("engine rtl, ports 4");
  config.device = (source_dir() / "examples/quad-switch/quad_switch.toml").string();
  const BenchPlan plan = small_bench(config, {8, 64}, 4, 4000);
  for (const BenchmarkTest& test : benchmark_tests()) {
    if (test.of_fabric) continue;
    CAPTURE(test.suite, test.name);
    CHECK_FALSE(tables_of(test.run, plan).empty());
  }
  RunConfig lab = bench_config("input", 4, 16);
  lab.flow = FlowControl::BackPressure;
  const BenchTables tables = tables_of(rfc2889_forwarding, plan);
  const BenchTables labs = tables_of(rfc2889_forwarding, small_bench(lab, {8, 64}, 4, 4000));
  for (const std::size_t table : {0U, 1U}) {
    const auto rate = [&](const BenchTables& of) { return of.at(table).rows[0].at("frmol").get<double>(); };
    CHECK(rate(tables) == Approx(rate(labs)).margin(0.01));
  }
  CHECK(bench_name(plan.config) == "quad_switch");
}

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

TEST_CASE("a test for which there are too few ports says so", "[testbenches]") {
  const BenchPlan plan = small_bench(bench_config("input", 2, 2048), {64}, 10, 20000);
  for (const auto& test : {rfc2889_congestion, rfc8239_buffering, rfc8239_microburst, rfc8239_hol_blocking,
                           rfc8239_incast, ai_fabric_incast, ai_fabric_two_jobs}) {
    const BenchTable table = tables_of(test, plan).at(0);
    CAPTURE(table.title);
    CHECK(table.rows.empty());
    CHECK((notes_say(table, "it takes ") || notes_say(table, "fewer than ")));
  }
}

TEST_CASE("trials that are too short for the buffers are said to be", "[testbenches]") {
  const auto said = [](std::uint64_t beats) {
    const std::vector<std::string> lines =
        plan_lines(small_bench(bench_config("voq", 4, 64), {64}, 20, beats));
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
