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

const std::string kHeader =
    "$date\n  today\n$end\n$version x $end $timescale\n 10 ps\n$end\n$scope module top $end\n"
    "$var wire 1 ! clk $end $var\n  reg 12\n \"ab data [11:0]\n $end\n$var real 64 # share $end $var string "
    "0 $ word $end\n"
    "$scope begin \\gen(3) $end $var wire 2 % \\a+b [1:0] $end $var wire 1 & flag(2) $end $upscope $end "
    "$upscope $end\n"
    "$attrbegin misc 07 any 4 $end $enddefinitions $end\n";

struct Vcd {
  ScratchFolder folder;
  std::string path = folder.path() / "a.vcd";
  std::unique_ptr<TraceSource> open(const std::string& text) const {
    write_text(text, path);
    return open_source(path);
  }
  Collector read(const std::string& changes) const {
    const auto source = open(kHeader + changes);
    return samples_of(*source);
  }
  /// The message without the file's name.
  std::string refused(const std::string& text) const {
    const std::string message = message_of<InputError>([&] { samples_of(*open(text)); });
    REQUIRE(message.rfind(path + ": byte ", 0) == 0);
    return message.substr(path.size() + 2);
  }
};

}  // namespace

TEST_CASE("A VCD's header: words on any lines, escaped names, indices, time unit", "[waves]") {
  const Vcd vcd;
  const auto source = vcd.open(kHeader);
  const TraceHeader& header = source->header();
  CHECK(header.time_unit == "10 ps");
  std::vector<std::string> paths;
  for (const TraceSignal& signal : header.signals) paths.push_back(signal.path);
  CHECK(paths == std::vector<std::string>{"top.clk", "top.data", "top.share", "top.word", "top.gen[3].a+b",
                                          "top.gen[3].flag[2]"});
  CHECK(header.slots[1].width == 12);
  CHECK(header.signals[1].left == 11);
  CHECK(header.slots[2].kind == ValueKind::Real);
  CHECK(header.slots[3].kind == ValueKind::Text);
}

TEST_CASE("A mark of UTF-8 in front of a trace is no part of it", "[waves]") {
  const Vcd vcd;
  CHECK(vcd.open("\xef\xbb\xbf" + kHeader)->header().signals.size() == 6);
  const auto lines = vcd.open("\xef\xbb\xbf# xbarlab line trace 1\n0 || . || . || 0 || - || 0\n");
  CHECK(lines->header().format == TraceFormat::Line);
}

TEST_CASE("A VCD's values stand just before the edge", "[waves]") {
  const Vcd vcd;
  const Collector got = vcd.read(
      "#0\n$dumpvars\n0!\nb101 \"ab\nr0.25 #\nsA\\040b\\\\ $\nbxz %\nx&\n$end\n#5\n1!\nb111100001111 "
      "\"ab\n$comment b0 \"ab "
      "#9\n $end\n#10\n0!\n1&\nBz \"ab\n#15\n1!\n1\"ab\n#20\n0!\n#25\n1!\n");
  CHECK(got.times == std::vector<std::uint64_t>{5, 15, 25});
  CHECK(got.samples[0].at("top.data") == "12'h005");
  CHECK(got.samples[0].at("top.share") == "0.25");
  CHECK(got.samples[0].at("top.word") == "A b\\");
  CHECK(got.samples[0].at("top.gen[3].a+b") == "2'bxz");
  CHECK(got.samples[0].at("top.gen[3].flag[2]") == "x");
  CHECK(got.samples[1].at("top.data") == "12'hzzz");
  CHECK(got.samples[1].at("top.gen[3].flag[2]") == "1");
  CHECK(got.samples[2].at("top.data") == "12'h001");
}

TEST_CASE("A VCD's edges: only from 0 to 1, and once a time", "[waves]") {
  const Vcd vcd;
  CHECK(vcd.read("#0\n1!\n#5\n0!\n#6\n1!\n0!\n#7\nx!\n#8\n1!\n#9\n0!\n#10\n0!\n1!\n#11\n").times ==
        std::vector<std::uint64_t>{10});
  CHECK(vcd.read("").times.empty());
}

TEST_CASE("A VCD's vectors of all widths keep their bits", "[waves]") {
  const ScratchFolder folder;
  for (const unsigned width : {1U, 2U, 7U, 8U, 9U, 63U, 64U, 65U, 127U, 128U, 200U}) {
    CAPTURE(width);
    for (const unsigned digits : {1U, width / 2, width}) {
      if (digits == 0) continue;
      for (const char first : {'1', '0', 'x', 'z'}) {
        std::string value(1, first);
        while (value.size() < digits) value += value.size() % 3 == 0 ? '1' : '0';
        const std::string path = folder.path() / "a.vcd";
        write_text("$var wire 1 ! clk $end $var wire " + std::to_string(width) +
                       " ? v $end $enddefinitions $end\n#0\n0!\nb" + value + " ?\n#5\n1!\n",
                   path);
        const auto source = open_source(path);
        const Collector got = samples_of(*source, "clk");
        std::string whole(width - value.size(), first == '1' ? '0' : first);
        whole += value;
        std::string hex;
        for (std::size_t end = whole.size(); end > 0; end -= std::min<std::size_t>(end, 4)) {
          const std::string digit = whole.substr(end < 4 ? 0 : end - 4, std::min<std::size_t>(end, 4));
          const bool known = digit.find_first_of("xz") == std::string::npos;
          const bool one = digit.find_first_not_of(digit[0]) == std::string::npos;
          hex.insert(0, 1, known ? "0123456789abcdef"[std::stoul(digit, nullptr, 2)] : one ? digit[0] : 'X');
        }
        const bool mixed = hex.find('X') != std::string::npos;
        const std::string text = std::to_string(width) + (mixed ? "'b" + whole : "'h" + hex);
        CHECK(got.samples.at(0).at("v") == (width == 1 ? whole : text));
      }
    }
  }
}

TEST_CASE("A VCD that is none is refused with its offset", "[waves]") {
  const Vcd vcd;
  CHECK(mentions(vcd.refused(""), {"byte 0: the file is empty"}));
  CHECK(mentions(vcd.refused("hello\n"), {"byte 0: neither a line trace, nor VCD, nor FST"}));
  CHECK(mentions(vcd.refused("\x1f\x8b\x08"), {"byte 0: a file that is compressed", "as gunzip makes it"}));
  CHECK(mentions(vcd.refused("\x28\xb5\x2f\xfd some"), {"as unzstd makes it"}));
  CHECK(mentions(vcd.refused("$scope module a"), {"byte 15: the file ends in the header"}));
  CHECK(mentions(vcd.refused("$upscope $end\n"), {"byte 0: $upscope without a $scope"}));
  CHECK(mentions(vcd.refused("$date x $end hello\n"), {"'hello' in the header"}));
  CHECK(mentions(vcd.refused("$var wire many ! a $end\n"), {"byte 10: width 'many'; allowed: 0..8388608"}));
  CHECK(mentions(vcd.refused("$var wire 8388609 ! a $end\n"), {"byte 10: width '8388609'"}));
  CHECK(mentions(vcd.refused("$var wire 2 ! a $end $var wire 3 ! b $end\n"),
                 {"3 bits with the id of a signal of 2"}));
  CHECK(mentions(vcd.refused("$timescale ns $end\n"), {"time unit 'ns'"}));
  std::string much = "$scope module a $end\n";
  for (int i = 0; i < 200; ++i) much += "$var wire 8388608 i" + std::to_string(i) + " a $end\n";
  CHECK(mentions(vcd.refused(much), {"signals of more than 2^30 bits together"}));
  std::string deep;
  for (int i = 0; i < 3000; ++i) deep += "$scope module a $end\n";
  CHECK(mentions(vcd.refused(deep), {"scopes whose names have more than 4096 bytes"}));

  const std::string at = "byte " + std::to_string(kHeader.size() + 3);  // behind `#0` and its line end
  const auto refused = [&](const std::string& change) { return vcd.refused(kHeader + "#0\n" + change); };
  CHECK(mentions(refused("1?\n"), {at + ": a value of '?', which no $var declares"}));
  CHECK(mentions(refused("1 !\n"), {at + ": a value of ''"}));
  CHECK(mentions(refused("b10 !\n"), {at + ": 2 bits for a signal of 1"}));
  CHECK(mentions(refused("b1002 \"ab\n"), {at + ": a digit that is none"}));
  CHECK(mentions(refused("b \"ab\n"), {at + ": 0 bits"}));
  CHECK(mentions(refused("rhalf #\n"), {at + ": a real number that is none"}));
  CHECK(mentions(refused("r1 !\n"), {at + ": a real number for a signal that has none"}));
  CHECK(mentions(refused("sA !\n"), {at + ": a text for a signal that has none"}));
  CHECK(mentions(refused("b1 $\n"), {at + ": bits for a signal that has none"}));
  CHECK(mentions(refused("#-1\n"), {at + ": a time that is none"}));
  CHECK(mentions(refused("#99999999999999999999\n"), {at + ": a time that is none"}));
  CHECK(mentions(refused("$var wire 1 ) late $end\n"), {at + ": '$var'; allowed: $dumpvars"}));
  CHECK(mentions(refused("q\n"), {at + ": 'q' begins no value, time or keyword"}));
  CHECK(mentions(refused(std::string("\0\n", 2)), {at}));
  CHECK(mentions(vcd.refused(kHeader + "#7\n#5\n"), {at + ": time 5 after 7"}));
  CHECK(mentions(refused("0!"), {"the file ends within a line"}));
  CHECK(mentions(refused("b101"), {"the file ends within a line"}));
  CHECK(mentions(refused("b101 \n"), {"the file ends within a line"}));
  CHECK(mentions(refused("$comment ends not\n"), {"the file ends in a $comment"}));
}

TEST_CASE("A VCD's events: how often they fired before the edge, whatever value is written", "[waves]") {
  const Vcd vcd;
  const std::string events =
      "$var wire 1 ! clk $end $var event 1 e go $end $var event 1 f none $end $enddefinitions $end\n";
  // A firing at the edge is of the next cycle; twice at one time is once; of x and of dumps nothing is.
  const auto source = vcd.open(events +
                               "#0\n$dumpvars\n0!\n1e\n1f\n$end\n1e\n#5\n1!\n1e\n#6\n1e\n#7\n0e\nb1 "
                               "e\n#10\n0!\n#15\n1!\n#20\n0!\n#25\n1!\n"
                               "#30\n0!\n$dumpall\n1e\n0!\n$end\nxe\n#35\n1!\n#36\n1e\n#40\n0!\n#45\n1!\n");
  const Collector got = samples_of(*source, "clk");
  std::vector<std::string> go, none;
  for (const auto& sample : got.samples) {
    go.push_back(sample.at("go"));
    none.push_back(sample.at("none"));
  }
  CHECK(go == std::vector<std::string>{"1", "3", "0", "0", "1"});
  CHECK(none == std::vector<std::string>(5, "0"));
  CHECK(mentions(vcd.refused("$var event 1 ! a $end $var wire 1 ! b $end\n"), {"another kind"}));
  CHECK(mentions(vcd.refused(events + "#0\nr1 e\n"), {"a real number for a signal that has none"}));
}

TEST_CASE("A VCD's values that lie across the blocks in which it is read are whole", "[waves]") {
  const Vcd vcd;
  std::string changes;
  unsigned cycles = 0;
  for (; changes.size() < 3'500'000; ++cycles) {
    changes += "#" + std::to_string(10 * cycles) + "\n0!\nb" + binary(cycles & 0xfffU, 12) + " \"ab\n#" +
               std::to_string(10 * cycles + 5) + "\n1!\n";
  }
  write_text(kHeader + changes, vcd.path);
  const auto source = open_source(vcd.path);
  struct Check : SampleSink {
    std::uint64_t count = 0, wrong = 0, last = 0;
    void sample(std::uint64_t time, const std::uint64_t* words, std::size_t size) override {
      const auto expected = change::head(1, change::Form::Known);
      bool found = false;
      for (std::size_t i = 0; i + 1 < size; ++i)
        found |= words[i] == expected && words[i + 1] == (count & 0xfffU);
      wrong += found && time == 10 * count + 5 ? 0 : 1;
      ++count;
    }
    void reached(std::uint64_t offset) override { last = offset; }
  } check;
  source->run(0, check);
  CHECK(check.count == cycles);
  CHECK(check.wrong == 0);
  CHECK(check.last == kHeader.size() + changes.size());
}

TEST_CASE("Much at one time takes no memory: the last change of each signal counts", "[waves]") {
  const Vcd vcd;
  std::string changes = "#0\n0!\n";
  for (unsigned i = 0; i < 3'000'000; ++i) changes += i % 2 == 0 ? "1&\n" : "0&\n";
  const Collector got =
      vcd.read(changes + "b11 \"ab\n#5\n1!\n" + changes.substr(6) + "1&\n#10\n0!\n#15\n1!\n");
  REQUIRE(got.samples.size() == 2);
  CHECK(got.samples[0].at("top.gen[3].flag[2]") == "0");
  CHECK(got.samples[0].at("top.data") == "12'h003");
  CHECK(got.samples[1].at("top.gen[3].flag[2]") == "1");
}

}  // namespace xb
