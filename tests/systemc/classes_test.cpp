// SPDX-License-Identifier: Apache-2.0
// FIFO inputs with traffic classes against an independent slot simulation, and deficit round robin against
// its weights.
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "host/base/random.h"
#include "systemc/switch_input_classes.h"
#include "tests/catch.h"

using namespace xb;
using namespace xb::twin;

namespace {

/// Inputs that offer packets of either class whenever its FIFO takes them, and receivers that are always
/// ready. A packet is in its switch within `kDepth` beats: no link waits in the middle of one.
class Bench {
 public:
  Bench(unsigned ports, const Settings& settings)
      : ports_(ports),
        switch_({ports, 0, kDepth, 16, 0, false, 1, 2}),
        links_(ports),
        dest_(ports),
        tid_(ports),
        data_(ports) {
    in_.settings = settings;
    in_.settings.depth = kDepth;
    in_.settings.packet_beats = kDepth;
    in_.s_tdest = dest_.data();
    in_.s_tid = tid_.data();
    in_.s_tdata = data_.data();
    in_.m_tready = all_ports(ports);
    switch_.step(in_);
  }

  /// A cycle, in which input i begins a packet of class `next(i)`, of `beats` of it, to `dest()`, where that
  /// has room.
  template <class Next, class Dest>
  void cycle(std::array<unsigned, 2> beats, Next&& next, Dest&& dest) {
    in_.s_tvalid = in_.s_tuser = in_.s_tlast = 0;
    for (unsigned i = 0; i < ports_; ++i) {
      Link& link = links_[i];
      if (link.left == 0 && begins(i, next(i), beats)) dest_[i] = static_cast<std::uint8_t>(dest());
      if (link.left == 0) continue;
      in_.s_tvalid |= bit(i);
      in_.s_tuser |= PortMask{link.left == beats[tid_[i]]} << i;
      in_.s_tlast |= PortMask{link.left-- == 1} << i;
    }
    for_each_port(switch_.m_tvalid(), [&](unsigned j) {
      const unsigned c = switch_.m_tid(j);
      ++sent_[c];
      --links_[*switch_.m_tdata(j)].held[c];
    });
    switch_.step(in_);
  }
  [[nodiscard]] std::uint64_t sent(unsigned c) const { return sent_[c]; }

 private:
  static constexpr std::uint32_t kDepth = 64;
  struct Link {
    unsigned left = 0;  // beats of the packet under way
    std::array<unsigned, 2> held{};
  };

  bool begins(unsigned i, int c, const std::array<unsigned, 2>& beats) {
    if (c < 0 || links_[i].held[static_cast<unsigned>(c)] + beats[static_cast<unsigned>(c)] > kDepth)
      return false;
    tid_[i] = static_cast<std::uint8_t>(c);
    data_[i] = i;
    links_[i].left = beats[tid_[i]];
    links_[i].held[tid_[i]] += links_[i].left;
    return true;
  }

  unsigned ports_;
  SwitchInputClasses switch_;
  Inputs in_;
  std::vector<Link> links_;
  std::vector<std::uint8_t> dest_, tid_;
  std::vector<std::uint64_t> data_;
  std::array<std::uint64_t, 2> sent_{};
};

/// Cells delivered per output and slot of 16 ports, if inputs get high cells with that probability and low
/// ones always.
double saturated(double high, ClassHeads heads) {
  constexpr unsigned kPorts = 16, kSlots = 40000;
  Settings settings;
  settings.class_heads = heads;
  Bench bench(kPorts, settings);
  RandomStream random(1, StreamPurpose::Test, 0);
  std::array<unsigned, kPorts> waiting{};
  for (unsigned slot = 0; slot < kSlots; ++slot) {
    const auto next = [&](unsigned i) {
      waiting[i] += random.below(1000) < high * 1000 ? 1 : 0;
      if (waiting[i] == 0) return 0;
      --waiting[i];
      return 1;
    };
    bench.cycle({1, 1}, next, [&] { return random.below(kPorts); });
  }
  return static_cast<double>(bench.sent(0) + bench.sent(1)) / kPorts / kSlots;
}

}  // namespace

// Input queues of two classes, the lower one saturated: an independent slot simulation of 16 ports.
TEST_CASE("the total of two classes is that of a slot simulation", "[systemc]") {
  constexpr std::array kHigh{0., .1, .2, .3, .4, .5};
  constexpr std::array kHold{.6015, .6066, .6120, .6162, .6182, .6156};
  constexpr std::array kOffer{.6015, .6084, .6186, .6328, .6533, .6812};
  for (unsigned n = 0; n < kHigh.size(); ++n) {
    CAPTURE(kHigh[n]);
    CHECK(std::abs(saturated(kHigh[n], ClassHeads::Hold) - kHold[n]) < .003);
    CHECK(std::abs(saturated(kHigh[n], ClassHeads::Offer) - kOffer[n]) < .003);
  }
}

TEST_CASE("classes that always wait share an output by weight, within a packet and a round", "[systemc]") {
  struct Case {
    std::array<unsigned, 2> weights, beats;
  };
  const std::vector<Case> cases{{{1, 1}, {1, 1}}, {{1, 3}, {1, 1}}, {{1, 3}, {5, 1}},
                                {{3, 1}, {1, 5}}, {{2, 5}, {5, 3}}, {{1, 255}, {21, 1}}};
  for (const Case& c : cases) {
    CAPTURE(c.weights, c.beats);
    Settings settings;
    settings.service = Service::Dwrr;
    settings.class_heads = ClassHeads::Offer;
    settings.weights = 0x0101010101010101U + (c.weights[0] - 1) + ((c.weights[1] - 1U) << 8U);
    Bench bench(4, settings);
    const auto run = [&](unsigned cycles) {
      for (unsigned cycle = 0; cycle < cycles; ++cycle)
        bench.cycle(
            c.beats, [&](unsigned i) { return static_cast<int>((cycle + i) % 2); }, [] { return 1U; });
      return std::array{static_cast<double>(bench.sent(0)), static_cast<double>(bench.sent(1))};
    };
    // Until all FIFOs are full.
    const std::array before = run(1000);
    const std::array after = run(20000);
    double rounds[2], apart = 0;
    for (unsigned k = 0; k < 2; ++k) {
      rounds[k] = (after[k] - before[k]) / c.weights[k];
      apart += 1 + (c.beats[k] - 1.0) / c.weights[k];
    }
    CHECK(std::abs(rounds[0] - rounds[1]) <= apart);
    CHECK(after[0] + after[1] - before[0] - before[1] == 20000);
  }
}
