// SPDX-License-Identifier: Apache-2.0
#pragma once
// The wires of a switch twin in one cycle. Names are those of the RTL ports without prefix and suffix; a set
// of ports is a word, bit i = port i.

#include <cstdint>

namespace xb::twin {

constexpr unsigned kMaxPorts = 64;
constexpr unsigned kMaxDataWords = 8;  // 64-bit words of a beat

using PortMask = std::uint64_t;

constexpr PortMask bit(unsigned port) { return PortMask{1} << port; }

template <class F>
inline void for_each_port(PortMask set, F&& f) {
  for (; set != 0; set &= set - 1) f(static_cast<unsigned>(__builtin_ctzll(set)));
}

/// Elaboration parameters of a switch, at run time here.
struct Params {
  unsigned ports;           ///< 2..64
  unsigned data_words;      ///< 64-bit words of a beat, 1..8
  std::uint32_t max_depth;  ///< capacity of a queue memory [beats], >= 2
};

/// What one switch reads in a cycle. Beat data of port i: words [i*data_words, (i+1)*data_words).
struct Inputs {
  std::uint32_t cfg_depth = 0;
  bool cfg_store_forward = false;
  PortMask s_tvalid = 0, s_tlast = 0, s_tuser = 0, m_tready = 0;
  const std::uint8_t* s_tdest = nullptr;
  const std::uint64_t* s_tdata = nullptr;
};

/// Destination and framing of a beat, beside its data.
struct Side {
  std::uint8_t dest;
  bool user;
  bool last;
};

}  // namespace xb::twin
