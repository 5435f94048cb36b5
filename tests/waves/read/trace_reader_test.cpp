// SPDX-License-Identifier: Apache-2.0
#include "waves/read/trace_reader.h"

#include <zlib.h>

#include <filesystem>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"
#include "tests/waves/collect.h"
#include "tests/waves/read/damage.h"
#include "tests/waves/test_trace.h"
#include "waves/read/trace_source.h"

namespace xb {
namespace {

/// Reads a file to its end; the message if it is refused, else nothing.
std::string refusal(const std::string& path) {
  try {
    TraceReader reader(path);
    reader.start(0);
    Sample sample;
    ValueStore store(reader.header().slots);
    while (reader.next(sample)) {
      reader.check(sample);
      for (std::size_t i = 0; i < sample.words.size();) i += store.take(sample.words.data() + i);
    }
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

/// An FST as GHDL makes it: compressed as a whole.
std::string compressed_fst(const std::string& plain) {
  z_stream stream{};
  constexpr int kGzip = 15 + 16, kMemory = 8;
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, plain.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  const auto number = [](std::uint64_t value) {
    std::string text;
    for (unsigned shift = 64; shift > 0; shift -= 8) text += static_cast<char>(value >> (shift - 8) & 0xffU);
    return text;
  };
  return "\xfe" + number(16 + packed.size()) + number(plain.size()) + packed;
}

TestTrace mixed_trace(std::size_t cycles) {
  TestTrace trace = counter_trace(cycles);
  trace.signals.push_back({"top.beat", 0, 's'});
  trace.signals.push_back({"top.share", 64, 'r'});
  trace.signals.push_back({"top.wide", 200});
  trace.signals.push_back({"top.copy", 8});
  for (unsigned c = 0; c < cycles; ++c) {
    auto& row = trace.rows[c];
    row.push_back("0>1#" + std::to_string(c));
    row.push_back(std::to_string(c) + ".5");
    row.push_back(std::string(190, 'x') + binary(c, 10));
    row.push_back(row[0]);
  }
  return trace;
}

/// Whether a reader may crash in its process: GTKWave's may, ours must not.
enum class Crash { Allowed, Forbidden };

/// Damages a file again and again; each must be read or refused in a line with its name and an offset.
void damage_again_and_again(const std::string& good, unsigned times, std::uint64_t seed,
                            Crash crash = Crash::Forbidden) {
  const ScratchFolder folder;
  const std::string path = folder.path() / "damaged";
  RandomStream random(seed, StreamPurpose::Test, 0);
  unsigned refused = 0;
  for (unsigned i = 0; i < times; ++i) {
    CAPTURE(seed, i);
    write_text(damaged(good, random), path);
    const std::string message = refusal(path);
    if (message.empty()) continue;
    ++refused;
    CHECK(message.rfind(path + ": ", 0) == 0);
    CHECK(message.find("byte ") != std::string::npos);
    if (crash == Crash::Forbidden) CHECK(message.find("crashed") == std::string::npos);
  }
  CHECK(refused > times / 4);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) ==
        1);  // nothing is left behind
}

std::string fst_bytes(const TestTrace& trace) {
  const ScratchFolder folder;
  write_fst(trace, folder.path() / "a.fst");
  return text_of(folder.path() / "a.fst");
}

const std::string kGoodLines =
    "# xbarlab line trace 1\n# point --seed 3\n 7 || 0>1#4 |  || . | # || 1 2 | 3 4 || -h || 0\n"
    " 8 || .|#||.|.||1 2|3 5||bp||12\n 9 || .|#||.|.||1 2|3 5||bp||12\n";

}  // namespace

TEST_CASE("A trace is read in another process, with the same values as in this one", "[waves]") {
  const ScratchFolder folder;
  write_vcd(mixed_trace(3000), folder.path() / "a.vcd");
  write_fst(mixed_trace(3000), folder.path() / "a.fst");
  write_text(kGoodLines, folder.path() / "a.txt");
  for (const char* const name : {"a.vcd", "a.fst", "a.txt"}) {
    CAPTURE(name);
    TraceReader reader(folder.path() / name);
    const auto source = open_source(folder.path() / name);
    const Collector want = samples_of(*source);
    REQUIRE(reader.header().signals.size() == source->header().signals.size());
    for (std::size_t i = 0; i < reader.header().signals.size(); ++i)
      CHECK(reader.header().signals[i].path == source->header().signals[i].path);
    CHECK(reader.header().point == source->header().point);
    CHECK(reader.header().time_unit == source->header().time_unit);
    reader.start(0);
    Collector got(reader.header());
    for (Sample sample; reader.next(sample);)
      got.sample(sample.time, sample.words.data(), sample.words.size());
    CHECK(got.times == want.times);
    CHECK((got.samples == want.samples));
    CHECK(reader.share() == 1);
  }
}

TEST_CASE("A reader that is not read to its end ends its process", "[waves]") {
  const ScratchFolder folder;
  write_vcd(mixed_trace(20000), folder.path() / "a.vcd");
  for (int i = 0; i < 3; ++i) {
    TraceReader reader(folder.path() / "a.vcd");
    if (i > 0) reader.start(0);
    Sample sample;
    if (i > 1) CHECK(reader.next(sample));
  }
}

TEST_CASE("What is no file that can be read is refused in one line", "[waves]") {
  const ScratchFolder folder;
  CHECK(mentions(refusal(folder.path() / "none"), {"none: cannot be read (No such file or directory)"}));
  CHECK(mentions(refusal(folder.path()), {": cannot be read (a folder)"}));
  write_text("", folder.path() / "empty");
  CHECK(mentions(refusal(folder.path() / "empty"), {"empty: byte 0: the file is empty"}));
}

TEST_CASE("An FST that ends anywhere is refused with an offset", "[waves]") {
  const ScratchFolder folder;
  const std::string path = folder.path() / "cut.fst";
  const std::string whole = fst_bytes(mixed_trace(20));
  for (std::size_t size = 0; size < whole.size(); size += size < 400 ? 7 : 3) {
    CAPTURE(size);
    write_text(whole.substr(0, size), path);
    CHECK(mentions(refusal(path), {path + ": byte "}));
  }
}

TEST_CASE("An FST whose lengths and counts are at their ends is refused", "[waves]") {
  const ScratchFolder folder;
  const std::string path = folder.path() / "bad.fst";
  const std::string whole = fst_bytes(mixed_trace(20));
  unsigned refused = 0;
  unsigned tried = 0;
  for (std::size_t at = 1; at + 8 < whole.size(); at += at == 1 ? 329 : 5) {
    for (const char end : {'\0', '\x7f', '\xff'}) {
      CAPTURE(at, end);
      std::string text = whole;
      text.replace(at, 4, 4, end);
      write_text(text, path);
      ++tried;
      refused += refusal(path).empty() ? 0 : 1;
    }
  }
  CHECK(refused > tried / 2);
}

TEST_CASE("An FST that is compressed as a whole is read as what is in it", "[waves]") {
  const ScratchFolder folder;
  const std::string path = folder.path() / "whole.fst";
  // Long enough to be unpacked in several parts, of which one is read in more than one block.
  for (const std::size_t cycles : {20, 40000}) {
    CAPTURE(cycles);
    const std::string plain = fst_bytes(mixed_trace(cycles));
    const std::string whole = compressed_fst(plain);
    write_text(plain, folder.path() / "plain.fst");
    write_text(whole, path);
    const Collector want = samples_of(*open_source(folder.path() / "plain.fst"));
    const Collector got = samples_of(*open_source(path));
    CHECK(want.times.size() == cycles);
    CHECK((got.times == want.times && got.samples == want.samples));
    CHECK(refusal(path).empty());  // by the child, too
  }
  const std::string whole = compressed_fst(fst_bytes(mixed_trace(20)));
  for (std::size_t size = 1; size < whole.size(); size += 11) {
    CAPTURE(size);
    write_text(whole.substr(0, size), path);
    CHECK(mentions(refusal(path), {path + ": byte "}));
  }
  for (const std::size_t at : {8, 16, 30}) {
    CAPTURE(at);
    std::string bad = whole;
    ++bad[at];
    write_text(bad, path);
    CHECK(mentions(refusal(path), {path + ": byte "}));
  }
  write_text(compressed_fst(whole), path);
  CHECK(mentions(refusal(path),
                 {"whole.fst, unpacked: byte 9: an FST that is compressed as a whole, within another"}));
}

TEST_CASE("Other waveforms are refused by their names", "[waves]") {
  const ScratchFolder folder;
  const auto refused = [&](std::string_view begin) {
    write_text(std::string(begin) + std::string(100, '\0'), folder.path() / "other");
    return refusal(folder.path() / "other");
  };
  CHECK(mentions(refused("GHDLwave\n"),
                 {"other: byte 0: a GHW of GHDL's; allowed: ", "ghdl --vcd=FILE or --fst=FILE"}));
  CHECK(mentions(refused("\x01\x38"), {"an LXT; allowed: "}));
  CHECK(mentions(refused("\x13\x80"), {"an LXT2; allowed: ", "lxt2vcd"}));
  CHECK(mentions(refused("VZ"), {"a VZT; allowed: ", "vzt2vcd"}));
}

TEST_CASE("Damaged VCDs are read or refused", "[waves]") {
  damage_again_and_again(vcd_text(mixed_trace(4)), 400, 1);
}
TEST_CASE("Damaged line traces are read or refused", "[waves]") {
  damage_again_and_again(kGoodLines, 400, 2);
}
TEST_CASE("Damaged FSTs are read or refused", "[waves]") {
  damage_again_and_again(fst_bytes(mixed_trace(20)), 400, 3, Crash::Allowed);
}
TEST_CASE("Damaged traces are read or refused, for a while", "[waves][long]") {
  for (std::uint64_t seed = 10; seed < 13; ++seed) {
    damage_again_and_again(vcd_text(mixed_trace(4)), 3000, seed);
    damage_again_and_again(kGoodLines, 3000, seed);
    damage_again_and_again(fst_bytes(mixed_trace(20)), 3000, seed, Crash::Allowed);
  }
}

}  // namespace xb

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
  CHECK(mentions(lines.refused(kStart + "7 || . || .\n"), {"line 3", "not six groups"}));
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
