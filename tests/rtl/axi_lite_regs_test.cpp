// SPDX-License-Identifier: Apache-2.0
// xb_axi_lite_regs beside a table of its registers, and beside its twin.
#include "systemc/axi_lite_regs.h"

#include <array>
#include <optional>

#include "tests/catch.h"
#include "tests/rtl/bench.h"

using namespace xb;

namespace {

constexpr unsigned kQueues = Bench::kPorts * Bench::kPorts;
constexpr unsigned kFirst = 0x10;
constexpr unsigned kOkay = 0;
constexpr unsigned kSlvErr = 2;
constexpr unsigned kMostCycles = 1000;  // of a request, whose master waits in half of them

// Of each setting: how many bits there are, and what they are after reset.
constexpr std::array<unsigned, 22> kBits{32, 1,  1,  32, 32, 2,  32, 2,  3,  2,  3,
                                         4,  32, 32, 2,  1,  32, 32, 32, 17, 32, 32};
constexpr std::array<unsigned, 22> kReset{77,         0,          0,          1, 0,          0,         1, 0,
                                          3,          0,          1,          1, 4,          1,         0, 0,
                                          0x01010101, 0x01010101, 0x33333333, 0, 0x11111111, 0x11111111};

using Settings = std::array<unsigned, kBits.size()>;

/// The settings that the switch sees.
Settings shown(Bench& bench) {
  const Vbenches& top = bench.top();
  return {top.regs_cfg_depth_o,
          top.regs_cfg_store_forward_o,
          top.regs_cfg_drop_o,
          top.regs_cfg_packet_beats_o,
          top.regs_cfg_route_delay_o,
          top.regs_cfg_arbiter_o,
          top.regs_cfg_seed_o,
          top.regs_cfg_sharing_o,
          top.regs_cfg_alpha_o,
          top.regs_cfg_scheduler_o,
          top.regs_cfg_iterations_o,
          top.regs_cfg_window_o,
          top.regs_cfg_output_depth_o,
          top.regs_cfg_crosspoint_packets_o,
          top.regs_cfg_service_o,
          top.regs_cfg_class_heads_o,
          static_cast<unsigned>(top.regs_cfg_weights_o),
          static_cast<unsigned>(top.regs_cfg_weights_o >> 32U),
          top.regs_cfg_class_alphas_o,
          top.regs_cfg_drop_bandwidth_o,
          static_cast<unsigned>(top.regs_cfg_input_weights_o),
          static_cast<unsigned>(top.regs_cfg_input_weights_o >> 32U)};
}
Settings shown(const twin::AxiLiteRegs& twin) {
  const SwitchSettings s = twin.settings();
  return {s.depth,
          s.store_forward,
          s.drop,
          s.packet_beats,
          s.route_delay,
          static_cast<unsigned>(s.arbiter),
          s.seed,
          static_cast<unsigned>(s.sharing),
          s.alpha,
          static_cast<unsigned>(s.scheduler),
          s.iterations,
          s.window,
          s.output_depth,
          s.crosspoint_packets,
          static_cast<unsigned>(s.service),
          static_cast<unsigned>(s.class_heads),
          static_cast<unsigned>(s.weights),
          static_cast<unsigned>(s.weights >> 32U),
          s.class_alphas,
          s.drop_bandwidth,
          static_cast<unsigned>(s.input_weights),
          static_cast<unsigned>(s.input_weights >> 32U)};
}

struct Answer {
  unsigned data, resp;
};

/// A master that is slow in all it does.
class Master {
 public:
  Master() {
    auto& top = bench.top();
    for (unsigned q = 0; q < kQueues; ++q) {
      top.regs_occ_beats_i[q] = 1000 + q;
      top.regs_occ_packets_i[q] = 2000 + q;
      top.regs_drop_full_i[q] = 3000 + q;
    }
    for (unsigned i = 0; i < Bench::kPorts; ++i) top.regs_drop_misrouted_i[i] = 4000 + i;
  }
  unsigned write(unsigned address, unsigned data, unsigned strobe) {
    auto& top = bench.top();
    bool address_given = false;
    bool data_given = false;
    std::optional<unsigned> resp;
    top.regs_awaddr_i = address;
    top.regs_wdata_i = data;
    top.regs_wstrb_i = strobe;
    for (unsigned cycle = 0; !resp; ++cycle) {
      REQUIRE(cycle < kMostCycles);
      top.regs_awvalid_i = !address_given && (top.regs_awvalid_i || bench.percent(50));
      top.regs_wvalid_i = !data_given && (top.regs_wvalid_i || bench.percent(50));
      top.regs_bready_i = bench.percent(50);
      bench.look();
      if (top.regs_bvalid_o) REQUIRE((address_given && data_given));
      if (top.regs_bvalid_o && top.regs_bready_i) resp = top.regs_bresp_o;
      address_given = address_given || (top.regs_awvalid_i && top.regs_awready_o);
      data_given = data_given || (top.regs_wvalid_i && top.regs_wready_o);
      bench.clock();
    }
    return *resp;
  }
  Answer read(unsigned address) {
    auto& top = bench.top();
    bool given = false;
    std::optional<Answer> answer;
    top.regs_araddr_i = address;
    for (unsigned cycle = 0; !answer; ++cycle) {
      REQUIRE(cycle < kMostCycles);
      top.regs_arvalid_i = !given && (top.regs_arvalid_i || bench.percent(50));
      top.regs_rready_i = bench.percent(50);
      bench.look();
      if (top.regs_rvalid_o) REQUIRE(given);
      if (top.regs_rvalid_o && top.regs_rready_i) answer = Answer{top.regs_rdata_o, top.regs_rresp_o};
      given = given || (top.regs_arvalid_i && top.regs_arready_o);
      bench.clock();
    }
    return *answer;
  }
  /// What a read of an address has to answer.
  [[nodiscard]] Answer want(unsigned address) const {
    const unsigned block = address >> 14;
    const unsigned word = (address & 0x3fff) / 4;
    if (block == 0 && word < 3) return {std::array{0x58424152U, Bench::kPorts, kQueues}[word], kOkay};
    if (block == 0 && word >= kFirst / 4 && word < kFirst / 4 + kBits.size())
      return {settings[word - kFirst / 4], kOkay};
    if (block >= 1 && block <= 3 && word < kQueues) return {block * 1000 + word, kOkay};
    if (block == 4 && word < Bench::kPorts) return {4000 + word, kOkay};
    return {0, kSlvErr};
  }
  Bench bench;
  std::array<unsigned, kReset.size()> settings = kReset;
};

/// Of the instance for all queues, or that for one: what the master drives, what it sees; the counts.
struct Pins {
  std::array<CData*, 5> valid_ready_in;
  std::array<CData*, 5> valid_ready_out;
  std::array<CData*, 2> resp;
  IData *awaddr, *araddr, *wdata, *rdata;
  CData *wstrb, *count_queue;
  std::array<IData*, 3> counts;
  IData* misrouted;
};
#define XB_PINS(NAME)                                                                                    \
  Pins {                                                                                                 \
    {&top.NAME##_awvalid_i, &top.NAME##_wvalid_i, &top.NAME##_bready_i, &top.NAME##_arvalid_i,           \
     &top.NAME##_rready_i},                                                                              \
        {&top.NAME##_awready_o, &top.NAME##_wready_o, &top.NAME##_arready_o, &top.NAME##_bvalid_o,       \
         &top.NAME##_rvalid_o},                                                                          \
        {&top.NAME##_bresp_o, &top.NAME##_rresp_o}, &top.NAME##_awaddr_i, &top.NAME##_araddr_i,          \
        &top.NAME##_wdata_i, &top.NAME##_rdata_o, &top.NAME##_wstrb_i, &top.NAME##_count_queue_o,        \
        {words(top.NAME##_occ_beats_i), words(top.NAME##_occ_packets_i), words(top.NAME##_drop_full_i)}, \
        words(top.NAME##_drop_misrouted_i)                                                               \
  }
template <class Words>
IData* words(Words& port) {
  return &port[0];
}
IData* words(IData& port) { return &port; }
Pins pins_of(Vbenches& top, bool one_queue) { return one_queue ? XB_PINS(one) : XB_PINS(regs); }
#undef XB_PINS

}  // namespace

TEST_CASE("xb_axi_lite_regs answers at every address, and knows which has no register", "[rtl]") {
  Master master;
  for (unsigned block = 0; block < 8; ++block) {
    for (unsigned word = 0; word < 40; ++word) {
      const unsigned address = block << 14 | word << 2;
      const Answer got = master.read(address);
      CAPTURE(address);
      REQUIRE(got.data == master.want(address).data);
      REQUIRE(got.resp == master.want(address).resp);
    }
  }
  CHECK(master.read(0x3ffc).resp == kSlvErr);
}

TEST_CASE("xb_axi_lite_regs keeps what is written, byte by byte, and shows it to the switch", "[rtl]") {
  Master master;
  for (unsigned n = 0; n < 3000; ++n) {
    const unsigned word = master.bench.below(26);
    const unsigned address = word * 4 + master.bench.below(4) + (master.bench.percent(5) ? 0x4000 : 0);
    const unsigned data = n * 0x9e3779b9U;
    const unsigned strobe = master.bench.below(16);
    const bool is_setting = address < 0x4000 && word >= kFirst / 4 && word < kFirst / 4 + kBits.size();
    REQUIRE(master.write(address, data, strobe) == (is_setting ? kOkay : kSlvErr));
    if (is_setting) {
      unsigned mask = ~0U >> (32 - kBits[word - kFirst / 4]);
      for (unsigned b = 0; b < 4; ++b) {
        if (!(strobe >> b & 1)) mask &= ~(0xffU << 8 * b);
      }
      unsigned& value = master.settings[word - kFirst / 4];
      value = (value & ~mask) | (data & mask);
    }
    master.bench.look();
    REQUIRE(shown(master.bench) == master.settings);
    const unsigned seen = master.bench.below(26) * 4;
    REQUIRE(master.read(seen).data == master.want(seen).data);
  }
}

TEST_CASE("xb_axi_lite_regs and its twin are equal in every cycle, whatever a master does", "[rtl]") {
  const bool one_queue = GENERATE(false, true);
  Bench bench;
  const Pins pins = pins_of(bench.top(), one_queue);
  twin::AxiLiteRegs twin({Bench::kPorts, kQueues, kReset[0], one_queue});
  twin::AxiLiteRegs::Counts counts;
  const unsigned shown_queues = one_queue ? 1 : kQueues;
  for (auto* words : {&counts.occ_beats, &counts.occ_packets, &counts.drop_full}) words->resize(shown_queues);
  counts.drop_misrouted.resize(Bench::kPorts);
  unsigned answers = 0;
  const auto some_address = [&] {
    const unsigned block = bench.percent(50) ? 0 : bench.below(8);
    return block << 14U | bench.below(block == 0 ? 28 * 4 : (kQueues + 2) * 4);
  };
  for (unsigned n = 0; n < 20000; ++n) {
    const unsigned q = bench.below(shown_queues), i = bench.below(Bench::kPorts);
    pins.counts[0][q] = counts.occ_beats[q] = bench.below(~0U);
    pins.counts[1][q] = counts.occ_packets[q] = bench.below(~0U);
    pins.counts[2][q] = counts.drop_full[q] = bench.below(~0U);
    pins.misrouted[i] = counts.drop_misrouted[i] = bench.below(~0U);
    twin::AxiLiteRegs::Master master{};
    bool* const drives[] = {&master.awvalid, &master.wvalid, &master.bready, &master.arvalid, &master.rready};
    for (unsigned p = 0; p < 5; ++p) *pins.valid_ready_in[p] = *drives[p] = bench.percent(60);
    *pins.awaddr = master.awaddr = some_address();
    *pins.araddr = master.araddr = some_address();
    *pins.wdata = master.wdata = bench.below(~0U);
    *pins.wstrb = master.wstrb = static_cast<std::uint8_t>(bench.below(16));
    bench.look();
    CAPTURE(one_queue, n);
    const std::array<bool, 5> shows{twin.awready(), twin.wready(), twin.arready(), twin.b().valid,
                                    twin.r().valid};
    for (unsigned p = 0; p < 5; ++p) REQUIRE((*pins.valid_ready_out[p] != 0) == shows[p]);
    if (twin.b().valid) REQUIRE(*pins.resp[0] == twin.b().resp);
    if (twin.r().valid) {
      REQUIRE(*pins.resp[1] == twin.r().resp);
      REQUIRE(*pins.rdata == twin.r().data);
      answers += twin.r().resp == twin::AxiLiteRegs::kOkay ? 1 : 0;
    }
    REQUIRE(*pins.count_queue == twin.count_queue() % 32);
    if (!one_queue) REQUIRE(shown(bench) == shown(twin));
    twin.step(master, counts);
    bench.clock();
  }
  CHECK(answers > 1000);
}

TEST_CASE(
    "xb_axi_lite_regs with xb_voq_count_memory's latency answers with the count of the queue it is asked for",
    "[rtl]") {
  Bench bench;
  const Pins pins = pins_of(bench.top(), true);
  std::array<unsigned, 2> asked{};  // a cycle ago, two
  unsigned counted = 0;
  const auto cycle = [&] {
    bench.look();
    // Counts that grow, so that an answer says how old it is.
    for (unsigned block = 0; block < 3; ++block)
      pins.counts[block][0] = (block + 1) << 28U | asked[1] << 16U | (counted & 0xffffU);
    ++counted;
    asked = {*pins.count_queue, asked[0]};
    bench.clock();
  };
  *pins.valid_ready_in[4] = 1;  // rready
  for (unsigned n = 0; n < 300; ++n) {
    const unsigned block = 1 + n % 3, queue = bench.below(kQueues);
    *pins.araddr = block << 14U | queue << 2U;
    *pins.valid_ready_in[3] = 1;  // arvalid
    cycle();
    *pins.valid_ready_in[3] = 0;
    const unsigned since = counted;
    while (!*pins.valid_ready_out[4]) {
      REQUIRE(counted < since + 10);
      cycle();
    }
    CHECK(*pins.rdata == (block << 28U | queue << 16U | (since + 2)));
    CHECK(*pins.resp[1] == kOkay);
    cycle();
  }
}
