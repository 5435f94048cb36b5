// SPDX-License-Identifier: Apache-2.0
#include "waves/read/trace_reader.h"

#include <filesystem>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"
#include "tests/waves/collect.h"
#include "tests/waves/read/damage.h"
#include "tests/waves/test_trace.h"

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
