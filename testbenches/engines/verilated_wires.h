// SPDX-License-Identifier: Apache-2.0
#pragma once
// Compiled with each Verilated switch: bits of its flat vectors to plain data and back. XB_PORTS, XB_WIDTH:
// elaboration parameters.

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "host/link/switch_wires.h"

namespace {

constexpr unsigned kPorts = XB_PORTS;
constexpr unsigned kDataWords = (XB_WIDTH + 63) / 64;
#ifdef XB_CLASSES
constexpr unsigned kClasses = XB_CLASSES;
#else
constexpr unsigned kClasses = 1;
#endif
#if XB_WIDTH == 8
using Narrow = std::uint8_t;
#elif XB_WIDTH == 16
using Narrow = std::uint16_t;
#elif XB_WIDTH == 32
using Narrow = std::uint32_t;
#endif
constexpr unsigned kDestBits = kPorts <= 2 ? 1 : 32 - __builtin_clz(kPorts - 1);

/// set(model), if the model has the port that `set` names.
template <class Top, class Set>
void if_present(Top& top, Set&& set) {
  if constexpr (std::is_invocable_v<Set, Top&>) set(top);
}

template <class Port>
void drive(Port& port, const void* bits) {
  std::memcpy(&port, bits, sizeof(Port));
}
/// A bit per port, and none above them: Verilator takes inputs for clean.
template <class Port>
void drive(Port& port, xb::PortMask ports) {
  ports &= xb::all_ports(kPorts);
  drive(port, &ports);
}
template <class Port>
void sample(void* bits, const Port& port) {
  std::memcpy(bits, &port, sizeof(Port));
}

/// Field i (of Bits bits) of a flat vector of N fields, as an array of bytes, and back.
template <unsigned Bits, class Port>
void pack(Port& port, const std::uint8_t* fields) {
  std::uint64_t words[(kPorts * Bits + 63) / 64] = {};
  for (unsigned i = 0; i < kPorts; ++i) {
    const unsigned at = i * Bits;
    words[at / 64] |= std::uint64_t{fields[i]} << at % 64;
    if (at % 64 + Bits > 64) words[at / 64 + 1] |= std::uint64_t{fields[i]} >> (64 - at % 64);
  }
  std::memcpy(&port, words, sizeof(Port));
}
template <unsigned Bits, class Port>
void unpack(std::uint8_t* fields, const Port& port) {
  std::uint64_t words[(kPorts * Bits + 63) / 64 + 1] = {};
  std::memcpy(words, &port, sizeof(Port));
  for (unsigned i = 0; i < kPorts; ++i) {
    const unsigned at = i * Bits;
    std::uint64_t field = words[at / 64] >> at % 64;
    if (at % 64 + Bits > 64) field |= words[at / 64 + 1] << (64 - at % 64);
    fields[i] = static_cast<std::uint8_t>(field & ((1U << Bits) - 1));
  }
}
/// The beats of all ports: 64-bit words, or fields of fewer bits in the lower bits of such.
template <class Port>
void drive_data(Port& port, const std::uint64_t* words) {
#if XB_WIDTH >= 64
  drive(port, words);
#else
  Narrow fields[kPorts + 8] = {};
  for (unsigned i = 0; i < kPorts; ++i) fields[i] = static_cast<Narrow>(words[i]);
  std::memcpy(&port, fields, sizeof(Port));
#endif
}
template <class Port>
void sample_data(std::uint64_t* words, const Port& port) {
#if XB_WIDTH >= 64
  sample(words, port);
#else
  Narrow fields[kPorts + 8] = {};
  std::memcpy(fields, &port, sizeof(Port));
  for (unsigned i = 0; i < kPorts; ++i) words[i] = fields[i];
#endif
}
/// A bit for each port and class of it, as a set of ports for each class.
template <class Port>
void unpack_classes(xb::PortMask* of_class, const Port& port) {
  std::uint64_t words[(kPorts * kClasses + 63) / 64 + 1] = {};
  std::memcpy(words, &port, sizeof(Port));
  for (unsigned c = 0; c < kClasses; ++c) of_class[c] = 0;
  for (unsigned at = 0; at < kPorts * kClasses; ++at)
    of_class[at % kClasses] |= (words[at / 64] >> at % 64 & 1U) << at / kClasses;
}
/// Row i (of kPorts bits) of a flat square matrix, as masks; only the rows in `wanted`.
template <class Port>
void unpack_rows(std::uint64_t* rows, const Port& port, std::uint64_t wanted) {
  constexpr unsigned kWords = (kPorts * kPorts + 63) / 64;
  std::uint64_t words[kWords + 1] = {};
  for (unsigned i = 0; i < kPorts; ++i) rows[i] = 0;
  if (wanted == 0) return;
  std::memcpy(words, &port, sizeof(Port));
  for (; wanted != 0; wanted &= wanted - 1) {
    const auto i = static_cast<unsigned>(__builtin_ctzll(wanted));
    const unsigned at = i * kPorts;
    std::uint64_t row = words[at / 64] >> at % 64;
    if (at % 64 + kPorts > 64) row |= words[at / 64 + 1] << (64 - at % 64);
    rows[i] = row & xb::all_ports(kPorts);
  }
}

}  // namespace
