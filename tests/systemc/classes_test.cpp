// SPDX-License-Identifier: Apache-2.0
// FIFO inputs and virtual output queues with traffic classes against independent slot simulations, and
// deficit round robin against its weights.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <type_traits>
#include <utility>
#include <vector>

#include "host/base/random.h"
#include "systemc/crosspoint_classes.h"
#include "systemc/memory_switch_classes.h"
#include "systemc/switch_cicq_lqf.h"
#include "systemc/switch_cicq_lqf_pipe.h"
#include "systemc/switch_crosspoint.h"
#include "systemc/switch_crosspoint_pipe.h"
#include "systemc/switch_crosspoint_pipe_classes.h"
#include "systemc/switch_input_classes.h"
#include "systemc/switch_input_pipe_classes.h"
#include "systemc/switch_voq.h"
#include "systemc/switch_voq_classes.h"
#include "systemc/switch_voq_pipe_classes.h"
#include "tests/catch.h"

using namespace xb;
using namespace xb::twin;

namespace {

constexpr unsigned kClassPorts = 16;

/// Inputs that offer packets of either class whenever its queues take them, and receivers that are always
/// ready. A packet is in its switch within `kDepth` beats: no link waits in the middle of one.
template <class Switch>
class ClassBench {
 public:
  ClassBench(unsigned ports, const Settings& settings)
      : ports_(ports),
        switch_({ports, 0, kDepth * ports, kDepth, 0, false, 1, 2}),
        links_(ports),
        dest_(ports),
        tid_(ports),
        data_(ports) {
    in_.settings = settings;
    in_.settings.depth = kDepth * ports;  // a ring may be a port's part of it
    in_.settings.packet_beats = in_.settings.output_depth = kDepth;
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
  Switch switch_;
  Inputs in_;
  std::vector<Link> links_;
  std::vector<std::uint8_t> dest_, tid_;
  std::vector<std::uint64_t> data_;
  std::array<std::uint64_t, 2> sent_{};
};

/// Cells delivered per output and slot of 16 ports, if inputs get high cells with that probability and low
/// ones always.
template <class Switch>
double saturated(double high, ClassHeads heads) {
  constexpr unsigned kSlots = 40000;
  Settings settings;
  settings.class_heads = heads;
  ClassBench<Switch> bench(kClassPorts, settings);
  RandomStream random(1, StreamPurpose::Test, 0);
  std::array<unsigned, kClassPorts> waiting{};
  for (unsigned slot = 0; slot < kSlots; ++slot) {
    const auto next = [&](unsigned i) {
      waiting[i] += random.below(1000) < high * 1000 ? 1 : 0;
      if (waiting[i] == 0) return 0;
      --waiting[i];
      return 1;
    };
    bench.cycle({1, 1}, next, [&] { return random.below(kClassPorts); });
  }
  return static_cast<double>(bench.sent(0) + bench.sent(1)) / kClassPorts / kSlots;
}

/// Prioritised iSLIP of cells of two classes, slot by slot, written from its description.
class SlotIslip {
 public:
  SlotIslip(unsigned rounds, bool hold) : rounds_(rounds), hold_(hold) {}

  void arrive(unsigned c, unsigned i, unsigned j) { ++waiting_[c][i][j]; }
  /// A slot: per output the input and class of the cell that it gets, or none.
  std::array<int, kClassPorts> match() {
    inputs_.fill(-1);
    outputs_.fill(-1);
    std::array<bool, kClassPorts> granted{};
    for (unsigned round = 1; round <= rounds_; ++round) this->round(round == rounds_, granted);
    return outputs_;
  }
  static int cell(unsigned i, int c) { return static_cast<int>(i) * 2 + c; }

 private:
  using Line = std::array<int, kClassPorts>;

  /// The highest class that input i asks output j for, or none.
  [[nodiscard]] int ask(unsigned i, unsigned j) const {
    if (inputs_[i] >= 0 || outputs_[j] >= 0) return -1;
    return waiting_[1][i][j] > 0 ? 1 : waiting_[0][i][j] > 0 ? 0 : -1;
  }
  /// The first of those that have the highest number, from a pointer on.
  static int best(const Line& of, const Line (&pointer)[2], unsigned at) {
    const int most = *std::max_element(of.begin(), of.end());
    if (most < 0) return -1;
    auto n = static_cast<unsigned>(pointer[most][at]);
    while (of[n % kClassPorts] != most) ++n;
    return static_cast<int>(n % kClassPorts);
  }
  void round(bool last, std::array<bool, kClassPorts>& granted) {
    std::array<Line, kClassPorts> asks{}, grants{};  // per output, of each input; per input, of each output
    for (unsigned i = 0; i < kClassPorts; ++i) {
      int most = -1;
      for (unsigned j = 0; j < kClassPorts; ++j) most = std::max(most, ask(i, j));
      for (unsigned j = 0; j < kClassPorts; ++j)
        asks[j][i] = hold_ && !last && ask(i, j) < most ? -1 : ask(i, j);
      grants[i].fill(-1);
    }
    for (unsigned j = 0; j < kClassPorts; ++j) {
      const int i = best(asks[j], grant_, j);
      if (i >= 0) grants[static_cast<unsigned>(i)][j] = asks[j][static_cast<unsigned>(i)];
    }
    for (unsigned i = 0; i < kClassPorts; ++i) {
      const int j = best(grants[i], accept_, i);
      if (j >= 0) take(i, static_cast<unsigned>(j), grants[i], granted[static_cast<unsigned>(j)]);
    }
    for (unsigned j = 0; j < kClassPorts; ++j)
      for (unsigned i = 0; i < kClassPorts; ++i) granted[j] = granted[j] || grants[i][j] >= 0;
  }
  void take(unsigned i, unsigned j, const Line& grants, bool granted_before) {
    const int c = grants[j];
    inputs_[i] = static_cast<int>(j);
    outputs_[j] = cell(i, c);
    --waiting_[static_cast<unsigned>(c)][i][j];
    if (granted_before) return;
    grant_[c][j] = static_cast<int>((i + 1) % kClassPorts);
    accept_[c][i] = static_cast<int>((j + 1) % kClassPorts);
  }

  unsigned rounds_;
  bool hold_;
  int waiting_[2][kClassPorts][kClassPorts] = {};
  Line grant_[2] = {}, accept_[2] = {};
  Line inputs_{}, outputs_{};
};

/// Cells of two classes for a switch, at random or always.
class Cells {
 public:
  /// Takes a place in the wires.
  void drive(Inputs& in) {
    in.s_tdest = dest_.data();
    in.s_tid = tid_.data();
    in.s_tdata = source_.data();
    in.m_tready = all_ports(kClassPorts);
  }
  /// Input i gets a cell of class `c`.
  void set(Inputs& in, unsigned i, unsigned c, unsigned j) {
    in.s_tvalid |= bit(i);
    in.s_tuser = in.s_tlast = in.s_tvalid;
    dest_[i] = static_cast<std::uint8_t>(j);
    tid_[i] = static_cast<std::uint8_t>(c);
    source_[i] = i;
  }

 private:
  std::array<std::uint8_t, kClassPorts> dest_{}, tid_{};
  std::array<std::uint64_t, kClassPorts> source_{};
};

Params of_cells(unsigned classes) { return {kClassPorts, 0, 4096, 16, 0, false, 1, classes}; }

Settings of_rounds(unsigned rounds, ClassHeads heads) {
  Settings settings;
  settings.depth = 4096;
  settings.output_depth = 8;
  settings.iterations = static_cast<std::uint8_t>(rounds);
  settings.class_heads = heads;
  return settings;
}

}  // namespace

// Input queues of two classes, the lower one saturated: an independent slot simulation of 16 ports.
TEST_CASE("the total of two classes is that of a slot simulation", "[systemc]") {
  constexpr std::array kHigh{0., .1, .2, .3, .4, .5};
  constexpr std::array kHold{.6015, .6066, .6120, .6162, .6182, .6156};
  constexpr std::array kOffer{.6015, .6084, .6186, .6328, .6533, .6812};
  for (unsigned n = 0; n < kHigh.size(); ++n) {
    CAPTURE(kHigh[n]);
    CHECK(std::abs(saturated<SwitchInputClasses>(kHigh[n], ClassHeads::Hold) - kHold[n]) < .003);
    CHECK(std::abs(saturated<SwitchInputClasses>(kHigh[n], ClassHeads::Offer) - kOffer[n]) < .003);
    CHECK(std::abs(saturated<SwitchInputPipeClasses>(kHigh[n], ClassHeads::Hold) - kHold[n]) < .003);
  }
}

TEMPLATE_TEST_CASE("classes that always wait share an output by weight, within a packet and a round",
                   "[systemc]", SwitchInputClasses, SwitchVoqClasses, SwitchCrosspointClasses,
                   SwitchInputPipeClasses, SwitchVoqPipeClasses, SwitchCrosspointPipeClasses) {
  // Inputs that bid by class alone have one each.
  constexpr bool kBidByClass = std::is_same_v<TestType, SwitchInputPipeClasses>;
  // Shares may be given twice, while two beats are left; a beat more may go.
  constexpr bool kPipe = kBidByClass || std::is_same_v<TestType, SwitchVoqPipeClasses> ||
                         std::is_same_v<TestType, SwitchCrosspointPipeClasses>;
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
    ClassBench<TestType> bench(4, settings);
    const auto run = [&](unsigned cycles) {
      for (unsigned cycle = 0; cycle < cycles; ++cycle)
        bench.cycle(
            c.beats, [&](unsigned i) { return static_cast<int>((kBidByClass ? i : cycle + i) % 2); },
            [] { return 1U; });
      return std::array{static_cast<double>(bench.sent(0)), static_cast<double>(bench.sent(1))};
    };
    // Until all queues are full.
    const std::array before = run(1000);
    const std::array after = run(20000);
    double rounds[2], apart = 0;
    for (unsigned k = 0; k < 2; ++k) {
      rounds[k] = (after[k] - before[k]) / c.weights[k];
      apart += (kPipe ? 2 : 1) + (c.beats[k] - 1.0 + (kPipe ? 3 : 0)) / c.weights[k];
    }
    CHECK(std::abs(rounds[0] - rounds[1]) <= apart);
    CHECK(after[0] + after[1] - before[0] - before[1] == 20000);
  }
}

// A cell that comes in a slot is matched in the next one, and offered two cycles after that.
TEST_CASE("virtual output queues of two classes are matched as in a slot simulation", "[systemc]") {
  const unsigned rounds = GENERATE(1U, 2U, 4U);
  const ClassHeads heads = GENERATE(ClassHeads::Hold, ClassHeads::Offer);
  CAPTURE(rounds, heads == ClassHeads::Hold);
  SwitchVoqClasses model(of_cells(2));
  SlotIslip slots(rounds, heads == ClassHeads::Hold);
  RandomStream random(rounds, StreamPurpose::Test, 1);
  Inputs in;
  Cells cells;
  cells.drive(in);
  in.settings = of_rounds(rounds, heads);
  model.step(in);
  std::array<std::array<int, kClassPorts>, 3> sent;
  for (auto& of_slot : sent) of_slot.fill(-1);
  std::uint64_t cells_of[2] = {};
  for (unsigned slot = 0; slot < 3000; ++slot) {
    sent[slot % 3] = slots.match();
    in.s_tvalid = 0;
    for (unsigned i = 0; i < kClassPorts; ++i) {
      if (random.below(100) >= 95) continue;
      const unsigned c = random.below(2), j = random.below(kClassPorts);
      cells.set(in, i, c, j);
      slots.arrive(c, i, j);
    }
    for (unsigned j = 0; j < kClassPorts; ++j) {
      const bool valid = (model.m_tvalid() & bit(j)) != 0;
      const int cell = valid ? SlotIslip::cell(static_cast<unsigned>(*model.m_tdata(j)), model.m_tid(j)) : -1;
      REQUIRE(cell == sent[(slot + 1) % 3][j]);
      if (valid) ++cells_of[model.m_tid(j)];
    }
    model.step(in);
  }
  CHECK(cells_of[1] > 20000);
  CHECK(cells_of[0] > 9000);
}

// Where a waiting high cell holds its input, the high class is served as if it were alone, cycle by cycle;
// and the low class, of which cells come in all other slots, fills what it leaves. A pipelined input takes
// longer with classes, and is compared with itself without low cells.
TEMPLATE_TEST_CASE("a high class sees nothing of a low one that saturates the switch", "[systemc]",
                   (std::pair<SwitchInputPipeClasses, SwitchInputPipeClasses>),
                   (std::pair<SwitchVoqClasses, SwitchVoq>), (std::pair<SwitchVoqPipeClasses, SwitchVoqPipe>),
                   (std::pair<SwitchCrosspointClasses, SwitchCrosspoint>),
                   (std::pair<SwitchCicqLqfClasses, SwitchCicqLqf>),
                   (std::pair<SwitchCrosspointPipeClasses, SwitchCrosspointPipe>),
                   (std::pair<SwitchCicqLqfPipeClasses, SwitchCicqLqfPipe>)) {
  const unsigned rounds = GENERATE(1U, 4U);
  CAPTURE(rounds);
  typename TestType::first_type both(of_cells(2));
  // Behind FIFO inputs heads block: .6182, by the table above.
  constexpr bool kFifo = std::is_same_v<typename TestType::first_type, SwitchInputPipeClasses>;
  typename TestType::second_type alone(of_cells(kFifo ? 2 : 1));
  RandomStream random(rounds, StreamPurpose::Test, 2);
  Inputs in, in_alone;
  Cells cells, cells_alone;
  cells.drive(in);
  cells_alone.drive(in_alone);
  in.settings = in_alone.settings = of_rounds(rounds, ClassHeads::Hold);
  both.step(in);
  alone.step(in_alone);
  constexpr unsigned kSlots = 20000, kSettle = 4000;
  std::uint64_t total = 0;
  for (unsigned slot = 0; slot < kSlots; ++slot) {
    in.s_tvalid = in_alone.s_tvalid = 0;
    for (unsigned i = 0; i < kClassPorts; ++i) {
      const unsigned j = random.below(kClassPorts);
      if (random.below(10) < 4) {
        cells.set(in, i, 1, j);
        cells_alone.set(in_alone, i, kFifo ? 1 : 0, j);
      } else if ((both.class_ready(0) & bit(i)) != 0) {
        cells.set(in, i, 0, j);
      }
    }
    PortMask high = 0;
    for_each_port(both.m_tvalid(), [&](unsigned j) { high |= PortMask{both.m_tid(j) == 1} << j; });
    REQUIRE(high == alone.m_tvalid());
    for_each_port(high, [&](unsigned j) { REQUIRE(*both.m_tdata(j) == *alone.m_tdata(j)); });
    if (slot >= kSettle) total += port_count(both.m_tvalid());
    both.step(in);
    alone.step(in_alone);
  }
  CAPTURE(total);
  constexpr bool kByClass = std::is_same_v<typename TestType::first_type, SwitchVoqPipeClasses>;
  if (rounds == 4 || kFifo || kByClass)
    CHECK(static_cast<double>(total) > (kFifo ? .61 : .98) * kClassPorts * (kSlots - kSettle));
}

// Each class is matched as if it were alone; a queue of each at the port, which the high one leaves first.
TEST_CASE("classes of pipelined VOQs leave as a switch of each and two queues at a port would send them",
          "[systemc]") {
  SwitchVoqPipeClasses both(of_cells(2));
  std::vector<SwitchVoqPipe> alone(2, SwitchVoqPipe(of_cells(1)));
  RandomStream random(1, StreamPurpose::Test, 3);
  Inputs in;
  std::array<Inputs, 2> in_alone;
  Cells cells;
  std::array<Cells, 2> cells_alone;
  cells.drive(in);
  in.settings = of_rounds(1, ClassHeads::Hold);
  both.step(in);
  for (unsigned c = 0; c < 2; ++c) {
    cells_alone[c].drive(in_alone[c]);
    in_alone[c].settings = in.settings;
    alone[c].step(in_alone[c]);
  }
  std::array<std::array<std::deque<std::uint64_t>, kClassPorts>, 2> port;
  std::array<std::uint64_t, 2> sent{};
  std::size_t longest = 0;
  for (unsigned slot = 0; slot < 5000; ++slot) {
    in.s_tvalid = in_alone[0].s_tvalid = in_alone[1].s_tvalid = 0;
    for (unsigned i = 0; i < kClassPorts; ++i) {
      if (random.below(100) >= 50) continue;
      const unsigned c = random.below(2), j = random.below(kClassPorts);
      cells.set(in, i, c, j);
      cells_alone[c].set(in_alone[c], i, 0, j);
    }
    for (unsigned j = 0; j < kClassPorts; ++j) {
      for (unsigned c = 0; c < 2; ++c)
        if ((alone[c].m_tvalid() & bit(j)) != 0) port[c][j].push_back(*alone[c].m_tdata(j));
      longest = std::max(longest, port[0][j].size());
      const unsigned c = port[1][j].empty() ? 0 : 1;
      REQUIRE(((both.m_tvalid() & bit(j)) != 0) == !port[c][j].empty());
      if (port[c][j].empty()) continue;
      REQUIRE(both.m_tid(j) == c);
      REQUIRE(*both.m_tdata(j) == port[c][j].front());
      port[c][j].pop_front();
      ++sent[c];
    }
    both.step(in);
    for (unsigned c = 0; c < 2; ++c) alone[c].step(in_alone[c]);
  }
  CHECK(longest > 4);
  CHECK(longest < 9);  // no credits are missing
  CHECK(sent[0] > 15000);
  CHECK(sent[1] > 15000);
}

TEST_CASE("of pipelined VOQs a class that waits under drop loses nothing while another one does",
          "[systemc]") {
  Params params = of_cells(2);
  params.held_off = 1;
  for (const unsigned c : {0U, 1U}) {
    CAPTURE(c);
    SwitchVoqPipeClasses model(params);
    Inputs in;
    Cells cells;
    cells.drive(in);
    cells.set(in, 0, c, 5);
    in.m_tready = 0;
    in.settings = of_rounds(1, ClassHeads::Hold);
    in.settings.depth = 4 * kClassPorts;
    in.settings.drop = true;
    in.settings.packet_beats = 1;
    for (unsigned cycle = 0; cycle < 200; ++cycle) model.step(in);
    CHECK((model.drop_full(5) > 100) == (c == 1));
    CHECK((model.drop_full(5) > 0) == (c == 1));
    CHECK(((model.class_ready(c) & 1U) != 0) == (c == 1));
  }
}

TEST_CASE("an output begins no packet of a class that is stopped, and withdraws what has not begun") {
  const auto check = [](auto twin) {
    decltype(twin) sw = twin;
    std::array<std::uint8_t, kMaxPorts> dest{}, tid{1, 0};
    std::array<std::uint64_t, kMaxPorts> data{};
    std::array<PortMask, kMaxClasses> stopped{};
    Inputs in;
    in.settings.depth = in.settings.packet_beats = 16;
    in.s_tdest = dest.data();
    in.s_tid = tid.data();
    in.s_tdata = data.data();
    in.m_stopped = stopped.data();
    const auto step = [&](PortMask first, PortMask last, PortMask ready) {
      in.s_tvalid = first | last;
      in.s_tuser = first;
      in.s_tlast = last;
      in.m_tready = ready;
      sw.step(in);
    };
    // Which class output 0 shows; 2: nothing.
    const auto shows = [&] { return (sw.m_tvalid() & 1U) == 0 ? 2U : sw.m_tid(0); };
    step(0, 0, 0);
    step(0, 0, 0);
    // Input 0 has a packet of two beats of class 1, then input 1 one of a beat of class 0.
    step(0b01, 0, 0);
    step(0, 0b01, 0);
    for (unsigned n = 0; n < 12; ++n) step(n == 4 ? 0b10 : 0, n == 4 ? 0b10 : 0, 0);
    CHECK(shows() == 1);
    stopped[1] = 0b01;
    step(0, 0, 0);
    CHECK(shows() == 0);
    // What is on offer stays, though the other one may begin again.
    stopped[1] = 0;
    for (unsigned n = 0; n < 4; ++n) step(0, 0, 0);
    CHECK(shows() == 0);
    stopped[1] = 0b01;
    step(0, 0, 0);
    step(0, 0, 0b01);
    CHECK(shows() == 2);
    step(0, 0, 0b01);
    CHECK(shows() == 2);
    // Of another output: nothing to it.
    stopped[1] = 0b10;
    step(0, 0, 0);
    CHECK(shows() == 1);
    step(0, 0, 0b01);
    stopped[1] = 0b11;
    for (unsigned n = 0; n < 4; ++n) step(0, 0, 0);
    CHECK(shows() == 1);
    CHECK(sw.m_side(0).last);
  };
  const Params params{2, 0, 64, 64, 0, false, 1, 2};
  check(SwitchInputClasses(params));
  check(SwitchCrosspointClasses(params));
  check(SwitchCicqLqfClasses(params));
  check(SwitchVoqClasses(params));
  check(SwitchOutputClasses(params));
  check(SwitchSharedClasses(params));
}
