// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "host/wires/switch_settings.h"

namespace xb::twin {

/// Twin of xb_axi_lite_regs: settings and counts of a switch behind AXI4-Lite. Stepped once a cycle, as a
/// switch is: all that it shows are functions of its state.
class AxiLiteRegs {
 public:
  /// Of the switch: ports, queues that it reports, its depth after reset.
  struct Params {
    unsigned ports, queues;
    std::uint32_t max_depth;
    bool one_queue = false;  ///< the switch shows only the queue that is asked for, two cycles later
  };
  /// What the master drives in a cycle; addresses in bytes, of 17 bits.
  struct Master {
    bool awvalid, wvalid, bready, arvalid, rready;
    std::uint32_t awaddr, araddr, wdata;
    std::uint8_t wstrb;
  };
  /// What the switch shows: a word a queue, or the one asked for; misrouted packets, a word an input.
  struct Counts {
    std::vector<std::uint32_t> occ_beats, occ_packets, drop_full, drop_misrouted;
  };
  struct Response {
    bool valid = false;
    std::uint8_t resp = kOkay;
    std::uint32_t data = 0;  // of a read
  };
  static constexpr std::uint8_t kOkay = 0, kSlvErr = 2;

  explicit AxiLiteRegs(const Params& params) : params_(params) { reset(); }

  void reset() {
    write_ = {};
    read_ = {};
    b_ = r_ = {};
    for (unsigned i = 0; i < kRegisters.size(); ++i) values_[i] = kRegisters[i].reset;
    values_[0] = params_.max_depth;
  }
  [[nodiscard]] bool awready() const { return !write_.addressed; }
  [[nodiscard]] bool wready() const { return !write_.filled; }
  [[nodiscard]] bool arready() const { return !read_.addressed; }
  [[nodiscard]] const Response& b() const { return b_; }
  [[nodiscard]] const Response& r() const { return r_; }
  /// To the switch: the queue asked for, where that is one; its settings.
  [[nodiscard]] std::uint32_t count_queue() const { return word_read(); }
  [[nodiscard]] SwitchSettings settings() const {
    SwitchSettings settings;
    for_each_setting(settings, [&](const std::string& name, auto& value) {
      using Value = std::decay_t<decltype(value)>;
      if constexpr (sizeof value == sizeof(std::uint64_t))
        value = static_cast<Value>(value_of(name + "_high")) << 32U | value_of(name + "_low");
      else
        value = static_cast<Value>(value_of(name));
    });
    return settings;
  }

  void step(const Master& in, const Counts& counts) {
    step_read(in, counts);  // sees the settings before this edge
    step_write(in);
  }

 private:
  struct Register {
    const char* name;
    std::uint32_t bits, reset;
  };
  static constexpr std::uint32_t kAll = ~0U, kId = 0x58424152, kFirst = 4;
  static constexpr std::array<Register, 22> kRegisters{{{"depth", kAll, 0},
                                                        {"store_forward", 1, 0},
                                                        {"drop", 1, 0},
                                                        {"packet_beats", kAll, 1},
                                                        {"route_delay", kAll, 0},
                                                        {"arbiter", 3, 0},
                                                        {"seed", kAll, 1},
                                                        {"sharing", 3, 0},
                                                        {"alpha", 7, 3},
                                                        {"scheduler", 3, 0},
                                                        {"iterations", 7, 1},
                                                        {"window", 15, 1},
                                                        {"output_depth", kAll, 4},
                                                        {"crosspoint_packets", kAll, 1},
                                                        {"service", 3, 0},
                                                        {"class_heads", 1, 0},
                                                        {"weights_low", kAll, 0x01010101},
                                                        {"weights_high", kAll, 0x01010101},
                                                        {"class_alphas", kAll, 0x33333333},
                                                        {"drop_bandwidth", 0x1ffff, 0},
                                                        {"input_weights_low", kAll, 0x11111111},
                                                        {"input_weights_high", kAll, 0x11111111}}};

  [[nodiscard]] static bool is_setting(std::uint32_t word) {
    return word >= kFirst && word < kFirst + kRegisters.size();
  }
  [[nodiscard]] std::uint32_t value_of(const std::string& name) const {
    unsigned i = 0;
    while (kRegisters.at(i).name != name) ++i;
    return values_[i];
  }
  [[nodiscard]] std::uint32_t word_read() const { return read_.address >> 2U & 0xfffU; }
  void step_write(const Master& in) {
    const bool goes = write_.addressed && write_.filled && (!b_.valid || in.bready);
    const std::uint32_t word = write_.address >> 2U;
    if (in.bready) b_.valid = false;
    if (goes) b_ = {true, is_setting(word) ? kOkay : kSlvErr, 0};
    for (unsigned byte = 0; goes && is_setting(word) && byte < 4; ++byte) {
      if ((write_.strobe >> byte & 1U) == 0) continue;
      const std::uint32_t bits = kRegisters[word - kFirst].bits & 0xffU << 8 * byte;
      std::uint32_t& value = values_[word - kFirst];
      value = (value & ~(0xffU << 8 * byte)) | (write_.data & bits);
    }
    if (in.awvalid && !write_.addressed) write_.address = in.awaddr;
    if (in.wvalid && !write_.filled) {
      write_.data = in.wdata;
      write_.strobe = in.wstrb;
    }
    write_.addressed = (write_.addressed || in.awvalid) && !goes;
    write_.filled = (write_.filled || in.wvalid) && !goes;
  }
  void step_read(const Master& in, const Counts& counts) {
    const std::uint32_t block = read_.address >> 14U;
    const bool known = !params_.one_queue || read_.asked >= 2 || block == 0 || block > 3;
    const bool goes = read_.addressed && known && (!r_.valid || in.rready);
    read_.asked = read_.addressed && !goes ? read_.asked + 1 : 0;
    if (in.rready) r_.valid = false;
    if (goes) r_ = answer(counts);
    if (in.arvalid && !read_.addressed) read_.address = in.araddr;
    read_.addressed = !goes && (read_.addressed || in.arvalid);
  }
  [[nodiscard]] Response answer(const Counts& counts) const {
    const std::uint32_t block = read_.address >> 14U, word = word_read();
    const std::array<std::uint32_t, 3> about{kId, params_.ports, params_.queues};
    if (block == 0 && word < about.size()) return {true, kOkay, about[word]};
    if (block == 0 && is_setting(word)) return {true, kOkay, values_[word - kFirst]};
    const std::array<const std::vector<std::uint32_t>*, 5> words{
        nullptr, &counts.occ_beats, &counts.occ_packets, &counts.drop_full, &counts.drop_misrouted};
    const bool misrouted = block == 4;
    if (block == 0 || block >= words.size() || word >= (misrouted ? params_.ports : params_.queues))
      return {true, kSlvErr, 0};
    return {true, kOkay, (*words[block])[params_.one_queue && !misrouted ? 0 : word]};
  }

  Params params_;
  struct {
    bool addressed, filled;
    std::uint32_t address, data;
    std::uint8_t strobe;
  } write_{};
  struct {
    bool addressed;
    std::uint32_t address;
    unsigned asked;  // cycles since a switch could see the address
  } read_{};
  Response b_, r_;
  std::array<std::uint32_t, kRegisters.size()> values_{};
};

}  // namespace xb::twin
