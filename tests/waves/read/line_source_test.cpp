// SPDX-License-Identifier: Apache-2.0
#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"
#include "tests/waves/collect.h"
#include "tests/waves/test_trace.h"
#include "waves/read/trace_source.h"

namespace xb {
namespace {

const std::string kStart = std::string(kLineTraceStart) + "\n# point --switch voq --seed 3\n";

struct Lines {
  ScratchFolder folder;
  std::string path = folder.path() / "a.txt";
  std::unique_ptr<TraceSource> open(const std::string& text) const {
    write_text(text, path);
    return open_source(path);
  }
  std::string refused(const std::string& text) const {
    return message_of<InputError>([&] { samples_of(*open(text)); });
  }
};

}  // namespace

TEST_CASE("A line trace's cells are signals, queues may be one per pair", "[waves]") {
  const Lines lines;
  const auto source = lines.open(
      kStart +
      "  7 || 0>1#4 |  || . | # || 1 2 | 3 4 || -h || 0\n# a remark\n8||.|#||.|.||1 2|3 5||bp||12\n");
  CHECK(source->header().point == "--switch voq --seed 3");
  CHECK(source->header().time_unit.empty());
  const Collector got = samples_of(*source);
  REQUIRE(got.samples.size() == 2);
  CHECK(got.samples[0] == std::map<std::string, std::string>{{"ports.cycle", "7"},
                                                             {"ports.in[0].beat", "0>1#4"},
                                                             {"ports.in[1].beat", "(blank)"},
                                                             {"ports.out[0].beat", "."},
                                                             {"ports.out[1].beat", "#"},
                                                             {"ports.queue[0].beats", "1"},
                                                             {"ports.queue[1].beats", "2"},
                                                             {"ports.queue[2].beats", "3"},
                                                             {"ports.queue[3].beats", "4"},
                                                             {"ports.in[0].cause", "0"},
                                                             {"ports.in[1].cause", "2"},
                                                             {"ports.total.drops", "0"}});
  CHECK(got.samples[1].at("ports.queue[3].beats") == "5");
  CHECK(got.samples[1].at("ports.in[0].cause") == "1");
  CHECK(got.samples[1].at("ports.in[1].cause") == "3");
  CHECK(got.samples[1].at("ports.total.drops") == "12");
}

TEST_CASE("What a line trace marks as not measured is x", "[waves]") {
  const Lines lines;
  const auto source =
      lines.open(kStart + "7||.|.||.|.||1 2||?h||?\n8||.|.||.|.||1 2||?-||4\n9||.|.||.|.||1 2||b?||?\n");
  const Collector got = samples_of(*source);
  REQUIRE(got.samples.size() == 3);
  const auto is = [&](std::size_t at, const char* first, const char* second, const char* drops) {
    const auto& sample = got.samples[at];
    CHECK(sample.at("ports.in[0].cause").find(first) == 0);
    CHECK(sample.at("ports.in[1].cause").find(second) == 0);
    CHECK(sample.at("ports.total.drops").find(drops) == 0);
  };
  is(0, "x", "2", "x");
  is(1, "x", "0", "4");
  is(2, "1", "x", "x");
  CHECK(mentions(lines.refused(kStart + "7||.|.||.|.||1 2||!h||0\n"),
                 {"'!' is no cause; allowed: - b h p c ?"}));
}

TEST_CASE("Lags of outputs are signals, where a line trace has them", "[waves]") {
  const Lines lines;
  const Collector got =
      samples_of(*lines.open(kStart + "7||.|.||.|.||1 2||--||0||  ? 12\n8||.|.||.|.||1 2||--||0||  3 12\n"));
  REQUIRE(got.samples.size() == 2);
  CHECK(got.samples[0].at("ports.out[0].lag").front() == 'x');
  CHECK(got.samples[0].at("ports.out[1].lag") == "12");
  CHECK(got.samples[1].at("ports.out[0].lag") == "3");
  for (const char* second : {"8||.|.||.|.||1 2||--||0\n", "8||.|.||.|.||1 2||--||0||3\n"})
    CHECK(mentions(lines.refused(kStart + "7||.|.||.|.||1 2||--||0||1 2\n" + second), {"lags; allowed"}));
  CHECK(mentions(lines.refused(kStart + "7||.|.||.|.||1 2||--||0||1 -2\n"), {"'-2' for lag"}));
  CHECK(mentions(lines.refused(kStart + "7||.|.||.|.||1 2||--||0||1 2||3\n"), {"or seven"}));
  CHECK(mentions(lines.refused(kStart + "7||.|.||.|.||1 2||--||0||\n"), {"or seven"}));
}

TEST_CASE("Lines of a trace may end with CR LF", "[waves]") {
  const Lines lines;
  const Collector got =
      samples_of(*lines.open("# xbarlab line trace 1\r\n# point -\r\n7||.||.||1||-||0\r\n"));
  REQUIRE(got.samples.size() == 1);
  CHECK(got.samples[0].at("ports.total.drops") == "0");
}

TEST_CASE("A line trace that is none is refused with line and offset", "[waves]") {
  const Lines lines;
  const std::string good = "7 || . || . || 1 || - || 0\n";
  const std::string second = ": line 4, byte " + std::to_string(kStart.size() + good.size()) + ": ";
  CHECK(mentions(lines.refused(kStart), {": line 3, byte ", "the file ends before the first cycle"}));
  CHECK(mentions(lines.refused("# xbarlab line trace 2\n"),
                 {": line 1, byte 0: allowed: '# xbarlab line trace 1' first"}));
  CHECK(mentions(lines.refused(kStart + "7 || . || .\n"), {"line 3", "six groups"}));
  CHECK(mentions(lines.refused(kStart + good + "8 || . || . || 1 || - || 0 || 5\n"),
                 {second + "1 lags; allowed"}));
  CHECK(
      mentions(lines.refused(kStart + good + "9 || . || . || 1 || - || 0\n"), {second + "cycle 9 after 7"}));
  CHECK(mentions(lines.refused(kStart + good + "8 || .|. || . || 1 || - || 0\n"),
                 {second + "2 inputs, 1 outputs"}));
  CHECK(mentions(lines.refused(kStart + good + "8 || . || . || 1 2 || - || 0\n"),
                 {second + "1 inputs, 1 outputs, 2 queues"}));
  CHECK(
      mentions(lines.refused(kStart + good + "8 || . || . || 1 || -- || 0\n"), {second + "'--' for causes"}));
  CHECK(
      mentions(lines.refused(kStart + good + "8 || . || . || 1 || q || 0\n"), {second + "'q' is no cause"}));
  CHECK(mentions(lines.refused(kStart + good + "8 || . || . || 1 || - || x\n"), {second + "'x' for drops"}));
  CHECK(mentions(lines.refused(kStart + good + "8 || 0>#1 || . || 1 || - || 0\n"),
                 {second + "'0>#1' is no beat"}));
  CHECK(mentions(lines.refused(kStart + good + "8 || . || . || 1 ||"),
                 {second + "the file ends within a line"}));
}

}  // namespace xb
