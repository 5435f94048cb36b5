// SPDX-License-Identifier: Apache-2.0
// xb_axi_lite_regs beside a table of its registers.
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

// Of each setting: how many bits there are, and what they are after reset.
constexpr std::array<unsigned, 20> kBits{32, 1, 1,  32, 32, 2, 32, 2,  3,  2,
                                         3,  4, 32, 32, 2,  1, 32, 32, 32, 17};
constexpr std::array<unsigned, 20> kReset{77, 0, 0, 1, 0, 0, 1,          0,          3,          0,
                                          1,  1, 4, 1, 0, 0, 0x01010101, 0x01010101, 0x33333333, 0};

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
    while (!resp) {
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
    while (!answer) {
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
    const Vbenches& top = master.bench.top();
    const std::array<unsigned, kBits.size()> shown{top.regs_cfg_depth_o,
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
                                                   top.regs_cfg_drop_bandwidth_o};
    REQUIRE(shown == master.settings);
    const unsigned seen = master.bench.below(26) * 4;
    REQUIRE(master.read(seen).data == master.want(seen).data);
  }
}
