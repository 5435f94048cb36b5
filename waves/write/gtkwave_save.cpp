// SPDX-License-Identifier: Apache-2.0
#include "waves/write/gtkwave_save.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "waves/write/ports_fst.h"

namespace xb {

namespace {

// Bits of a line's flags, as GTKWave's analyzer.h has them.
constexpr std::uint64_t kHex = 0x2, kDecimal = 0x4, kBinary = 0x8, kRight = 0x20, kBlank = 0x200,
                        kAscii = 0x800, kCollapsed = 0x1000, kAnalogStep = 0x8000, kAnalogStretch = 0x20000,
                        kClosed = 0x400000, kGroupBegin = 0x800000, kGroupEnd = 0x1000000,
                        kNames = 0x100000000;
constexpr unsigned kLevelLines = 2;  // besides its own

/// Of each Look, in its order.
constexpr std::uint64_t kLookFlags[] = {kBinary,          kBinary, kHex, kDecimal, kDecimal | kAnalogStep,
                                        kBinary | kNames, kAscii};

}  // namespace

void SaveLines::open_group(const std::string& name, bool open) {
  groups_.push_back({name, open});
  text_ += fmt::format("@{:x}\n-{}\n", kGroupBegin | kBlank | (open ? 0 : kClosed), name);
}

void SaveLines::close_group() {
  text_ += fmt::format("@{:x}\n-{}\n", kGroupEnd | kBlank | (groups_.back().open ? 0 : kClosed | kCollapsed),
                       groups_.back().name);
  groups_.pop_back();
}

void SaveLines::add(const SaveLine& line) {
  SaveLine named = line;
  if (named.name.empty()) named.name = line.signal.substr(line.signal.rfind('.') + 1);
  for (const std::string& model : models_) {
    SaveLine of_model = named;
    if (models_.size() > 1) of_model.name = model.substr(0, model.find('.')) + " " + named.name;
    add_single(model + "." + line.signal, of_model);
  }
}

void SaveLines::add_single(const std::string& path, const SaveLine& line) {
  text_ += fmt::format("@{:x}\n", kLookFlags[static_cast<std::size_t>(line.look)] | kRight);
  if (line.colour != Colour::Usual) text_ += fmt::format("[color] {}\n", static_cast<int>(line.colour));
  const std::string range = line.bits > 1 ? fmt::format("[{}:0]", line.bits - 1) : "";
  text_ += fmt::format("+{{{}}} {}{}\n", line.name, path, range);
  for (unsigned n = 0; line.look == Look::Level && n < kLevelLines; ++n)
    text_ += fmt::format("@{:x}\n-\n", kAnalogStretch);
}

namespace {

constexpr unsigned kMostOpenPorts = 16;  // at a glance
constexpr unsigned kMostBinaryBits = 8;
constexpr double kFramePixels = 200;    // to which GTKWave's zoom refers
constexpr double kScreenPixels = 1000;  // about, for the waves
constexpr double kMostScreenCycles = 100;
constexpr double kCharacterPixels = 8;
constexpr double kMarkerPlace = 0.2;  // from the left: its text is to the right of it

std::vector<std::string> models_of(const GtkwaveView& view) {
  return view.lockstep ? std::vector<std::string>{"rtl.ports", "systemc.ports"}
                       : std::vector<std::string>{"ports"};
}

/// The ports in their order, but for these, which come first.
std::vector<unsigned> order_of(const std::vector<unsigned>& first, unsigned ports) {
  std::vector<unsigned> order(ports);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_partition(order.begin(), order.end(),
                        [&](unsigned port) { return std::count(first.begin(), first.end(), port) != 0; });
  std::copy(first.begin(), first.end(), order.begin());
  return order;
}

/// The marker's text. GTKWave centres it there, beyond an edge of the screen where that is near: as many
/// blanks beside it make it begin at the marker, or end there.
std::string at_marker(const GtkwaveView& view, std::uint64_t start, double cycles) {
  const bool left = static_cast<double>(view.marker_cycle - start) < cycles / 2;
  const std::string blanks(view.marker_text.size(), ' ');
  return left ? blanks + view.marker_text : view.marker_text + blanks;
}

class SaveText {
 public:
  explicit SaveText(const GtkwaveView& view)
      : view_(view), shape_(view.shape), port_bits_(shape_.port_bits()), lines_(models_of(view)) {}

  std::string make() {
    const std::string model = models_of(view_).front() + ".";
    lines_.add_single(model + "clk", {"clk", 1, Look::Bit, Colour::Usual, "clk"});
    lines_.add_single(model + "cycle", {"cycle", 64, Look::Decimal, Colour::Usual, "cycle"});
    if (view_.lockstep) differences();
    const auto inputs = order_of(view_.inputs, shape_.ports);
    const auto outputs = order_of(view_.outputs, shape_.ports);
    for (std::size_t n = 0; n < view_.inputs.size(); ++n) input(inputs[n], true);
    for (std::size_t n = 0; n < view_.outputs.size(); ++n) output(outputs[n], true);
    at_a_glance();
    totals();
    for (std::size_t n = view_.inputs.size(); n < shape_.ports; ++n) input(inputs[n], false);
    for (std::size_t n = view_.outputs.size(); n < shape_.ports; ++n) output(outputs[n], false);
    return head() + lines_.text();
  }

 private:
  /// What comes before the rows.
  [[nodiscard]] std::string head() const {
    const double characters = shape_.ports <= 10 ? 6 : 8;  // of a packet's name
    const double cell = characters * kCharacterPixels / std::max(1.0, view_.packet_beats / 2);
    return save_head(view_, cell, models_of(view_));
  }

  /// Who waits for whom, in the fewest rows.
  void at_a_glance() {
    lines_.open_group("all ports", shape_.ports <= kMostOpenPorts);
    for (unsigned i = 0; i < shape_.ports; ++i) {
      if (shape_.queues == QueuePlace::Input)
        lines_.add({fmt::format("queue[{}].head", i), 0, Look::Text, Colour::Yellow,
                    fmt::format("head of in {}", i)});
      else
        lines_.add({fmt::format("in[{}].beat", i), 0, Look::Text, Colour::Yellow, fmt::format("in {}", i)});
      lines_.add({fmt::format("in[{}].cause", i), shape_.cause_bits(), Look::Names, Colour::Red,
                  fmt::format("in {} held", i)});
    }
    for (unsigned j = 0; j < shape_.ports; ++j) {
      lines_.add({fmt::format("out[{}].beat", j), 0, Look::Text, Colour::Green, fmt::format("out {}", j)});
      if (shape_.queues == QueuePlace::Output)
        lines_.add({fmt::format("queue[{}].beats", j), 32, Look::Decimal, Colour::Violet,
                    fmt::format("queue {}", j)});
    }
    lines_.close_group();
  }

  void totals() {
    lines_.open_group("reset and totals", false);
    lines_.add({"rst_n", 1, Look::Bit});
    lines_.add({"total.beats", 32, Look::Level, Colour::Violet});
    lines_.add({"total.packets", 32, Look::Decimal});
    lines_.add({"total.drops", 32, Look::Decimal, Colour::Red});
    lines_.add({"total.hol", port_bits_ + 1, Look::Decimal, Colour::Red});
    lines_.close_group();
  }

  void differences() {
    lines_.add_single("differs.any", {"any", 1, Look::Bit, Colour::Red, "models differ"});
    lines_.add_single("differs.in", {"in", shape_.ports, bits_look(), Colour::Red, "inputs differ"});
    lines_.add_single("differs.out", {"out", shape_.ports, bits_look(), Colour::Red, "outputs differ"});
  }

  void input(unsigned port, bool open) {
    const std::string scope = fmt::format("in[{}].", port);
    const bool own_queue = shape_.queues == QueuePlace::Input;
    lines_.open_group(fmt::format("input {}", port), open);
    lines_.add({scope + "beat", 0, Look::Text, Colour::Yellow});
    if (own_queue) queue_head(port);
    lines_.add({scope + "cause", shape_.cause_bits(), Look::Names, Colour::Red});
    if (!by_pairs()) waiting(scope);
    if (shape_.queues_of_input() > 0) lines_.add({scope + "occupancy", 32, Look::Level, Colour::Violet});
    if (by_pairs()) queues_of(port, "beats", 32, Look::Decimal, Colour::Violet);
    lines_.open_group(fmt::format("more of input {}", port), false);
    handshake(scope);
    for (const char* flag : {"blocked", "backpressure", "hol", "pool"})
      lines_.add({scope + flag, 1, Look::Bit});
    lines_.add({scope + "pool_by", port_bits_, Look::Names, Colour::Orange});
    lines_.add({scope + "drops", 32, Look::Decimal, Colour::Red});
    if (own_queue) queue_counts(port);
    if (by_pairs()) {
      waiting(scope);
      queues_of(port, "head", 0, Look::Text, Colour::Yellow);
    }
    lines_.close_group();
    lines_.close_group();
  }

  void output(unsigned port, bool open) {
    const std::string scope = fmt::format("out[{}].", port);
    const bool own_queue = shape_.queues == QueuePlace::Output;
    lines_.open_group(fmt::format("output {}", port), open);
    lines_.add({scope + "beat", 0, Look::Text, Colour::Yellow});
    lines_.add({scope + "grant", port_bits_, Look::Names, Colour::Green});
    lines_.add({scope + "idle_with_work", 1, Look::Bit, Colour::Red});
    if (own_queue) queue_head(port);
    if (shape_.queues != QueuePlace::Input)
      lines_.add({scope + "occupancy", 32, by_pairs() ? Look::Decimal : Look::Level, Colour::Violet});
    if (shape_.lag) lines_.add({scope + "lag", 32, Look::Level, Colour::Orange});
    lines_.open_group(fmt::format("more of output {}", port), false);
    handshake(scope);
    if (own_queue) queue_counts(port);
    lines_.close_group();
    lines_.close_group();
  }

  void handshake(const std::string& scope) {
    for (const char* bit : {"valid", "ready", "last", "user"}) lines_.add({scope + bit, 1, Look::Bit});
    for (const char* port : {"dest", "source", "destination"})
      lines_.add({scope + port, port_bits_, Look::Names, Colour::Green});
    lines_.add({scope + "number", 18, Look::Decimal, Colour::Green});
    if (shape_.keep_bits > 0) lines_.add({scope + "keep", shape_.keep_bits, Look::Hex});
    if (shape_.classes > 1) lines_.add({scope + "class", 3, Look::Decimal, Colour::Green});
  }

  void queue_head(unsigned queue) {
    lines_.add({fmt::format("queue[{}].head", queue), 0, Look::Text, Colour::Yellow});
  }

  void queue_counts(unsigned queue) {
    lines_.add({fmt::format("queue[{}].packets", queue), 32, Look::Decimal, Colour::Usual, "queued packets"});
    lines_.add({fmt::format("queue[{}].drops", queue), 32, Look::Decimal, Colour::Red, "queue drops"});
  }

  /// What an input's head waits for, and who is behind it.
  void waiting(const std::string& scope) {
    lines_.add({scope + "blocked_by", port_bits_, Look::Names, Colour::Orange});
    lines_.add({scope + "victims", shape_.ports, bits_look(), Colour::Red});
  }

  [[nodiscard]] bool by_pairs() const { return shape_.queues == QueuePlace::Pair; }

  /// A signal of each of an input's queues where it has one for each output.
  void queues_of(unsigned input, const char* signal, unsigned bits, Look look, Colour colour) {
    for (unsigned output = 0; output < shape_.ports; ++output) {
      lines_.add({fmt::format("queue[{}].{}", shape_.queue_of(input, output), signal), bits, look, colour,
                  fmt::format("{} to {}", signal, output)});
    }
  }

  /// Of a bit per port.
  [[nodiscard]] Look bits_look() const { return shape_.ports <= kMostBinaryBits ? Look::Binary : Look::Hex; }

  const GtkwaveView& view_;
  const SwitchShape& shape_;
  unsigned port_bits_;
  SaveLines lines_;
};

}  // namespace

std::string save_head(const GtkwaveView& view, double cycle_pixels,
                      const std::vector<std::string>& open_scopes) {
  const double cycles = std::min({kMostScreenCycles, kScreenPixels / cycle_pixels,
                                  static_cast<double>(view.last_cycle - view.first_cycle + 1)});
  const double zoom = std::log2(cycles * kCycleTime * kFramePixels / kScreenPixels);
  const auto before = static_cast<std::uint64_t>(cycles * kMarkerPlace);
  const std::uint64_t start =
      std::max(view.first_cycle, view.marker_cycle - std::min(view.marker_cycle, before));
  const bool named = !view.marker_text.empty();
  const std::uint64_t marker = view.marker_cycle * kCycleTime;
  std::string text =
      fmt::format("[dumpfile] \"{}\"\n[savefile] \"{}\"\n[timestart] {}\n[size] 1400 900\n[pos] -1 -1\n",
                  view.dump_name, view.save_name, start * kCycleTime);
  text += fmt::format("*{:.6f} {} {}", -zoom, marker, named ? std::to_string(marker) : "-1");
  for (char letter = 'b'; letter <= 'z'; ++letter) text += " -1";
  text += "\n";
  if (named) text += fmt::format("[markername] A{}\n", at_marker(view, start, cycles));
  text += "[sst_width] 30\n[signals_width] 240\n[sst_expanded] 0\n[sst_vpaned_height] 300\n";
  for (const std::string& scope : open_scopes) text += fmt::format("[treeopen] {}.\n", scope);
  return text;
}

std::string gtkwave_save(const GtkwaveView& view) { return SaveText(view).make(); }

}  // namespace xb
