// SPDX-License-Identifier: Apache-2.0
// Included behind the shim in a model library of the benchmark: the least that can drive the Verilated
// switch. Packets in slots; no checks, no measures, two evals a cycle.

namespace {

constexpr int kNoPacket = -1;

/// `next(port)`: destination of the packet that starts in this slot, or kNoPacket.
template <class Next>
std::uint64_t bare_loop(std::uint64_t cycles, unsigned packet_beats, Next&& next) {
  VerilatedContext context;
  Vswitch top{&context, "TOP"};
  xb::SwitchSettings settings;
  settings.depth = 1024;
  settings.packet_beats = packet_beats;
  settings.output_depth = 4;
  configure(top, settings);
  for (int i = 0; i < 4; ++i) {
    top.rst_ni = i >= 2;
    top.clk_i = 0;
    top.eval();
    top.clk_i = 1;
    top.eval();
  }
  const std::uint64_t all = xb::all_ports(kPorts);
  drive(top.m_axis_tready_i, &all);
  unsigned beat[kPorts] = {};
  std::uint8_t dest[kPorts] = {};
  std::uint64_t data[kPorts * kDataWords] = {};
  std::uint64_t valid = 0;
  std::uint64_t last = 0;
  std::uint64_t delivered = 0;
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    if (cycle % packet_beats == 0) {
      for (unsigned i = 0; i < kPorts; ++i) {
        if (valid >> i & 1U) continue;
        const int to = next(i);
        if (to == kNoPacket) continue;
        dest[i] = static_cast<std::uint8_t>(to);
        valid |= std::uint64_t{1} << i;
        beat[i] = 0;
        if (packet_beats == 1) last |= std::uint64_t{1} << i;
      }
      pack<kDestBits>(top.s_axis_tdest_i, dest);
    }
    for (unsigned i = 0; i < kPorts; ++i) data[i * kDataWords] = cycle;
    drive(top.s_axis_tdata_i, data);
    drive(top.s_axis_tvalid_i, &valid);
    drive(top.s_axis_tlast_i, &last);
    top.clk_i = 0;
    top.eval();
    delivered += static_cast<unsigned>(__builtin_popcountll(top.m_axis_tvalid_o));
    const std::uint64_t taken = valid & top.s_axis_tready_o;
    xb::for_each_port(taken, [&](unsigned i) {
      const std::uint64_t bit = std::uint64_t{1} << i;
      ++beat[i];
      if (beat[i] == packet_beats) {
        valid &= ~bit;
        last &= ~bit;
      } else if (beat[i] == packet_beats - 1) {
        last |= bit;
      }
    });
    top.clk_i = 1;
    top.eval();
  }
  top.final();
  return delivered;
}

}  // namespace

/// Uniform Bernoulli packets.
extern "C" __attribute__((visibility("default"))) std::uint64_t xb_bare_loop(std::uint64_t cycles,
                                                                             unsigned packet_beats,
                                                                             double load) {
  std::uint64_t random = 88172645463325252U;
  return bare_loop(cycles, packet_beats, [&](unsigned /*port*/) {
    random ^= random << 13U;
    random ^= random >> 7U;
    random ^= random << 17U;
    if (static_cast<double>(random >> 11U) * 0x1p-53 >= load) return kNoPacket;
    return static_cast<int>((random & 0xffffU) * kPorts >> 16U);
  });
}

/// The synchronous shuffle: every port sends to the ports after it in turn, without a pause.
extern "C" __attribute__((visibility("default"))) std::uint64_t xb_bare_shuffle(std::uint64_t cycles,
                                                                                unsigned packet_beats) {
  unsigned sent[kPorts] = {};
  return bare_loop(cycles, packet_beats, [&](unsigned port) {
    return static_cast<int>((port + 1 + sent[port]++ % (kPorts - 1)) % kPorts);
  });
}
