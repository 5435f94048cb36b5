// SPDX-License-Identifier: Apache-2.0
#include "waves/write/gtkwave_save.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "waves/write/ports_fst.h"

namespace xb {
namespace {

// Bits of a line's flags, as GTKWave's analyzer.h has them.
constexpr std::uint64_t kHex = 0x2, kDecimal = 0x4, kBinary = 0x8, kRight = 0x20, kBlank = 0x200,
                        kAscii = 0x800, kAnalogStep = 0x8000, kAnalogStretch = 0x20000,
                        kAnalogFullScale = 0x80000, kClosed = 0x400000, kGroupBegin = 0x800000,
                        kGroupEnd = 0x1000000, kNames = 0x100000000;
enum Colour { kUsual = 0, kRed = 1, kOrange = 2, kYellow = 3, kGreen = 4, kBlue = 5, kViolet = 7 };

constexpr unsigned kMostOpenPorts = 8;
constexpr double kFramePixels = 200;    // to which GTKWave's zoom refers
constexpr double kScreenPixels = 1000;  // about, for the waves
constexpr double kScreenCycles = 60;    // around the marker
constexpr unsigned kAnalogLines = 2;    // besides its own

/// A signal of a group: name in its scope, how it is shown.
struct Line {
  const char* name;
  unsigned bits;  // 0: text
  std::uint64_t flags;
  Colour colour;
};

class SaveText {
 public:
  explicit SaveText(const GtkwaveView& view) : view_(view) {
    models_ = view.lockstep ? std::vector<std::string>{"rtl.ports", "systemc.ports"}
                            : std::vector<std::string>{"ports"};
  }

  std::string make() {
    head();
    const unsigned ports = view_.shape.ports;
    const unsigned port_bits = ports <= 2 ? 1 : 32U - static_cast<unsigned>(__builtin_clz(ports - 1));
    group("clock and totals", true, "",
          {{"clk", 1, kBinary, kUsual},
           {"rst_n", 1, kBinary, kUsual},
           {"cycle", 64, kDecimal, kUsual},
           {"total.beats", 32, kDecimal | kAnalogStep | kAnalogFullScale, kBlue},
           {"total.drops", 32, kDecimal, kRed},
           {"total.hol", port_bits + 1, kDecimal, kRed}});
    for (unsigned i = 0; i < ports; ++i) {
      std::vector<Line> lines{{"beat", 0, kAscii, kYellow},
                              {"valid", 1, kBinary, kUsual},
                              {"ready", 1, kBinary, kUsual},
                              {"destination", port_bits, kBinary | kNames, kGreen},
                              {"number", 18, kDecimal, kGreen}};
      if (view_.shape.queues_of_input() > 0)
        lines.push_back({"occupancy", 32, kDecimal | kAnalogStep | kAnalogFullScale, kBlue});
      lines.insert(lines.end(), {{"cause", 2, kBinary | kNames, kRed},
                                 {"blocked", 1, kBinary, kOrange},
                                 {"hol", 1, kBinary, kRed},
                                 {"blocked_by", port_bits, kBinary | kNames, kOrange},
                                 {"victims", ports, kBinary, kRed},
                                 {"pool", 1, kBinary, kOrange}});
      group(fmt::format("input {}", i), is_open(i), fmt::format("in[{}].", i), lines);
    }
    for (unsigned j = 0; j < ports; ++j) {
      std::vector<Line> lines{
          {"beat", 0, kAscii, kYellow},     {"valid", 1, kBinary, kUsual},
          {"ready", 1, kBinary, kUsual},    {"grant", port_bits, kBinary | kNames, kGreen},
          {"number", 18, kDecimal, kGreen}, {"idle_with_work", 1, kBinary, kRed}};
      if (view_.shape.queues != QueuePlace::Input)
        lines.push_back({"occupancy", 32, kDecimal | kAnalogStep | kAnalogFullScale, kBlue});
      group(fmt::format("output {}", j), ports <= kMostOpenPorts, fmt::format("out[{}].", j), lines);
    }
    for (unsigned q = 0; q < view_.shape.queue_count; ++q) {
      group(fmt::format("queue {}", q), false, fmt::format("queue[{}].", q),
            {{"head", 0, kAscii, kYellow},
             {"beats", 32, kDecimal | kAnalogStep | kAnalogFullScale, kBlue},
             {"packets", 32, kDecimal, kUsual},
             {"drops", 32, kDecimal, kRed}});
    }
    return std::move(text_);
  }

 private:
  [[nodiscard]] bool is_open(unsigned input) const {
    return view_.input ? *view_.input == input : view_.shape.ports <= kMostOpenPorts;
  }

  void head() {
    const double cycles =
        std::min(kScreenCycles, static_cast<double>(view_.last_cycle - view_.first_cycle + 1));
    const double zoom = std::log2(cycles * kCycleTime * kFramePixels / kScreenPixels);
    const auto before = static_cast<std::uint64_t>(cycles / 3);
    const std::uint64_t start =
        std::max(view_.first_cycle, view_.marker_cycle - std::min(view_.marker_cycle, before));
    text_ =
        fmt::format("[dumpfile] \"{}\"\n[savefile] \"{}\"\n[timestart] {}\n[size] 1400 900\n[pos] -1 -1\n",
                    view_.dump_name, view_.save_name, start * kCycleTime);
    text_ += fmt::format("*{:.6f} {}", -zoom, view_.marker_cycle * kCycleTime);
    for (char letter = 'a'; letter <= 'z'; ++letter) text_ += " -1";
    text_ += "\n[sst_width] 200\n[signals_width] 260\n[sst_expanded] 1\n[sst_vpaned_height] 300\n";
    for (const auto& model : models_) text_ += fmt::format("[treeopen] {}.\n", model);
  }

  void group(const std::string& name, bool open, const std::string& scope, const std::vector<Line>& lines) {
    const std::uint64_t closed = open ? 0 : kClosed;
    text_ += fmt::format("@{:x}\n-{}\n", kGroupBegin | kBlank | closed, name);
    for (const Line& line : lines) {
      for (const std::string& model : models_) add(line, model + "." + scope);
    }
    text_ += fmt::format("@{:x}\n-{}\n", kGroupEnd | kBlank | closed, name);
  }

  void add(const Line& line, const std::string& scope) {
    const bool analog = (line.flags & kAnalogStep) != 0;
    text_ += fmt::format("@{:x}\n", line.flags | kRight);
    if (line.colour != kUsual) text_ += fmt::format("[color] {}\n", static_cast<int>(line.colour));
    text_ += scope + line.name + (line.bits > 1 ? fmt::format("[{}:0]", line.bits - 1) : "") + "\n";
    for (unsigned n = 0; analog && n < kAnalogLines; ++n) text_ += fmt::format("@{:x}\n-\n", kAnalogStretch);
  }

  const GtkwaveView& view_;
  std::vector<std::string> models_;
  std::string text_;
};

}  // namespace

std::string gtkwave_save(const GtkwaveView& view) { return SaveText(view).make(); }

}  // namespace xb
