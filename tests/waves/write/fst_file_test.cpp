// SPDX-License-Identifier: Apache-2.0
// What is written is what GTKWave's own writer makes of the same changes, as GTKWave's fst2vcd shows both.
#include "waves/write/fst_file.h"

#include <fstapi.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

#include "host/base/errors.h"
#include "host/base/random.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"
#include "waves/write/fst_signals.h"
#include "waves/write/fst_writer.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// The lines of an FST as VCD, those of one time in order: the format has none among them.
std::vector<std::string> lines_of(const fs::path& fst) {
  const fs::path vcd = fs::path(fst) += ".vcd";
  REQUIRE(std::system(("fst2vcd -o " + vcd.string() + " " + fst.string()).c_str()) == 0);
  std::vector<std::string> lines;
  std::size_t begin = 0;
  const auto sort = [&] { std::sort(lines.begin() + static_cast<std::ptrdiff_t>(begin), lines.end()); };
  std::ifstream text(vcd);
  for (std::string line; std::getline(text, line);) {
    if (line[0] == '#') sort();
    lines.push_back(line);
    if (line[0] == '#') begin = lines.size();
  }
  sort();
  return lines;
}

struct Shape {
  const char* name;
  unsigned bits;  // 0: text; 1000: real
};
constexpr unsigned kReal = 1000, kWide = 200;
const std::vector<Shape> kShapes{{"bit", 1},   {"five", 5},     {"byte", 8},   {"most", 63},
                                 {"all", 64},  {"wide", kWide}, {"text", 0},   {"real", kReal},
                                 {"same", 13}, {"again", 13},   {"still", 12}, {"rare", 64}};

/// The value of a signal from a time on, the same for whoever asks: characters, or a text.
std::string value_of(const Shape& shape, std::uint64_t draw) {
  if (shape.bits == 0) return "t" + std::to_string(draw % 300);
  if (shape.bits == kReal) return std::to_string(draw % 1000) + ".25";
  const bool known = shape.bits == kWide || draw % 5 != 0;
  std::string digits;
  for (unsigned b = 0; b < shape.bits; ++b)
    digits += !known ? 'x' : shape.bits == kWide ? "01xz"[draw >> b % 62 & 3U] : "01"[draw >> b % 64 & 1U];
  return digits;
}

/// GTKWave's writer, or one of two sources of a file of ours.
class Theirs {
 public:
  explicit Theirs(const fs::path& path) : writer_(fstWriterCreate(path.c_str(), 1)) {
    fstWriterSetPackType(writer_, FST_WR_PT_LZ4);
    fstWriterSetVersion(writer_, "xbarlab");
    fstWriterSetDate(writer_, "");
  }
  ~Theirs() { fstWriterClose(writer_); }
  void scope(const char* name) { fstWriterSetScope(writer_, FST_ST_VCD_MODULE, name, nullptr); }
  void end_scope() { fstWriterSetUpscope(writer_); }
  unsigned add(const Shape& shape) {
    const std::string range =
        shape.bits > 1 && shape.bits != kReal ? " [" + std::to_string(shape.bits - 1) + ":0]" : "";
    const auto kind = shape.bits == 0       ? FST_VT_GEN_STRING
                      : shape.bits == kReal ? FST_VT_VCD_REAL
                                            : FST_VT_VCD_WIRE;
    return fstWriterCreateVar(writer_, kind, FST_VD_IMPLICIT, shape.bits == kReal ? 8 : shape.bits,
                              (shape.name + range).c_str(), 0);
  }
  void at(std::uint64_t time) { fstWriterEmitTimeChange(writer_, time); }
  void set(unsigned signal, const Shape& shape, const std::string& value) {
    const double number = shape.bits == kReal ? std::stod(value) : 0;
    if (shape.bits == 0)
      fstWriterEmitVariableLengthValueChange(writer_, signal, value.data(),
                                             static_cast<std::uint32_t>(value.size()));
    else
      fstWriterEmitValueChange(writer_, signal,
                               shape.bits == kReal ? static_cast<const void*>(&number) : value.data());
  }

 private:
  void* writer_;
};

class Ours {
 public:
  explicit Ours(FstFile& file) : writer_(file) {}
  void scope(const char* name) { writer_.open_scope(name); }
  void end_scope() { writer_.close_scope(); }
  std::size_t add(const Shape& shape) {
    if (shape.bits == 0) return writer_.add_text(shape.name);
    return shape.bits == kReal ? writer_.add_real(shape.name) : writer_.add(shape.name, shape.bits);
  }
  void at(std::uint64_t time) { writer_.at(time); }
  void set(std::size_t signal, const Shape& shape, const std::string& value) {
    if (shape.bits == 0) return writer_.set_text(signal, value);
    if (shape.bits == kReal) return writer_.set_real(signal, std::stod(value));
    if (shape.bits == kWide) return writer_.set_digits(signal, value);
    if (value[0] == 'x') return writer_.set_unknown(signal);
    writer_.set(signal, std::stoull(value, nullptr, 2));
  }

 private:
  FstWriter writer_;
};

/// A source's signals, in a scope of its name, and what they change to: those that it changed at a time.
template <class Writer>
class Source {
 public:
  Source(Writer& writer, const char* name, std::uint64_t seed)
      : writer_(writer), random_(seed, StreamPurpose::Test, 0) {
    writer.scope(name);
    for (const Shape& shape : kShapes) signals_.push_back(writer.add(shape));
    writer.end_scope();
  }
  void change() {
    const std::uint64_t both = random_.next();
    for (std::size_t i = 0; i < kShapes.size(); ++i) {
      const bool alike = kShapes[i].bits == 12 || kShapes[i].bits == 13;
      const std::uint64_t draw = alike ? both : random_.next();
      if (std::string(kShapes[i].name) == "rare" && draw % 500 != 0) continue;
      const std::string value = value_of(kShapes[i], draw);
      const std::string before = last_[i];
      last_[i] = value;
      const bool is_first_x = before.empty() && value[0] == 'x' && kShapes[i].bits != kWide;
      if (value != before && !is_first_x) writer_.set(signals_[i], kShapes[i], value);
    }
  }

 private:
  Writer& writer_;
  RandomStream random_;
  std::vector<std::size_t> signals_;
  std::map<std::size_t, std::string> last_;
};

constexpr std::uint64_t kTimes = 3000;

void write_theirs(const fs::path& path) {
  Theirs writer(path);
  Source<Theirs> one(writer, "one", 1), two(writer, "two", 2);
  for (std::uint64_t c = 0; c < kTimes; ++c) {
    writer.at(70 + 10 * c);
    one.change();
    two.change();
    writer.at(70 + 10 * c + 5);
    one.change();
  }
}

/// In each cycle one source says all of it before the other says anything.
void write_ours(const fs::path& path, std::size_t block_bytes, bool second_first) {
  FstFile file(path, block_bytes);
  Ours first(file), second(file);
  Source<Ours> one(first, "one", 1), two(second, "two", 2);
  const auto change_two = [&](std::uint64_t c) {
    second.at(70 + 10 * c);
    two.change();
  };
  for (std::uint64_t c = 0; c < kTimes; ++c) {
    if (second_first) change_two(c);
    first.at(70 + 10 * c);
    one.change();
    first.at(70 + 10 * c + 5);
    one.change();
    if (!second_first) change_two(c);
  }
}

}  // namespace

TEST_CASE("a file of several sources is what GTKWave's writer makes of all their changes", "[waves]") {
  const ScratchFolder folder;
  write_theirs(folder.path() / "theirs.fst");
  const auto want = lines_of(folder.path() / "theirs.fst");
  REQUIRE(want.size() > 60000);
  std::uintmax_t bytes = 0;
  for (const std::size_t block_bytes : {std::size_t{1} << 30U, std::size_t{100000}, std::size_t{1000}}) {
    for (const bool second_first : {false, true}) {
      CAPTURE(block_bytes, second_first);
      write_ours(folder.path() / "ours.fst", block_bytes, second_first);
      CHECK((lines_of(folder.path() / "ours.fst") == want));  // too long to be shown
      if (bytes == 0) bytes = fs::file_size(folder.path() / "ours.fst");
    }
  }
  CHECK(bytes < fs::file_size(folder.path() / "theirs.fst") * 11 / 10);
}

TEST_CASE("what a model says of its signals is refused where it does not fit together", "[waves]") {
  const ScratchFolder folder;
  const auto number = [](std::uint32_t value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
  };
  const auto signal_of = [&](std::uint32_t bits) {
    return std::string(1, static_cast<char>(SignalEntry::Signal)) + number(FST_VT_VCD_WIRE) +
           number(FST_VD_IMPLICIT) + number(bits) + number(0) + "s" + std::string(1, '\0');
  };
  const std::string signal = signal_of(16);
  const auto table = [&](std::uint32_t least_bits, std::uint32_t count) {
    const std::string text("1\0", 2);
    return std::string(1, static_cast<char>(SignalEntry::Table)) + text + number(least_bits) + number(count) +
           text + text;
  };
  const auto write = [&](const std::string& declared, const std::string& values) {
    FstFile file(folder.path() / "x.fst");
    FstSignals signals(file);
    if (!declared.empty()) signals.declare(declared);
    signals.values(10, values);
    file.close();
  };
  const auto refusal = [&](const std::string& declared, const std::string& values) {
    return message_of<RunError>([&] { write(declared, values); });
  };
  CHECK_NOTHROW(write(signal, number(2) + "ab"));
  CHECK(refusal("", number(2) + "ab") == "a model has values and no signals");
  CHECK(refusal(signal.substr(0, 9), "") == "the signals of a model end within a word");
  CHECK(refusal(signal.substr(0, signal.size() - 1), "") == "the signals of a model end within a word");
  CHECK(refusal(signal, number(4) + "ab") == "a waveform has a value of a signal that it does not have");
  CHECK(refusal(signal, number(0) + "ab") == "a waveform has a value of a signal that it does not have");
  CHECK(refusal(signal, number(2) + "a") == "a waveform has a value that ends too early");
  CHECK(refusal(signal, "abc") == "a waveform has a value that ends too early");
  CHECK(refusal(std::string(1, static_cast<char>(SignalEntry::TableUse)) + number(1), "") ==
        "the signals of a model name a table that they do not have");
  CHECK_NOTHROW(write(table(3, 1) + signal, number(2) + "ab"));
  for (const auto& [least_bits, count] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{
           {0, 0x80000001}, {0xffffffff, 1}, {0x10001, 0x1000}})
    CHECK(refusal(table(least_bits, count), "") == "the signals of a model have a table that is too long");
  CHECK(refusal(signal + signal_of(1U << 28U), "") == "the signals of a model have too many bits");
  CHECK(refusal(signal_of(0xffffffff), "") == "the signals of a model have too many bits");
}

TEST_CASE("a signal that is named behind values is refused", "[waves]") {
  const ScratchFolder folder;
  FstFile file(folder.path() / "x.fst");
  FstWriter writer(file);
  const auto signal = writer.add("s", 4);
  writer.at(10);
  writer.set(signal, 3);
  file.close();
  CHECK(message_of<RunError>([&] { writer.add("late", 4); }) ==
        (folder.path() / "x.fst").string() + ": a signal is named behind values");
}
