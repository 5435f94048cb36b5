// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a twin offers: the plain class that is a switch, cycle for cycle equal to its RTL. Whoever drives one
// (SwitchModule, the fast engine, a test) needs no more than this.
//
// A twin is stepped once a cycle. Between two step() calls it shows the current cycle, whatever its inputs
// will be: all outputs are functions of the state. So a cycle is: read what it shows, decide the inputs,
// step(inputs). Sets of ports are PortMasks, bit i = port i; names are those of the RTL's ports.
//
// To be built and driven:
// - T(const Params&): the switch after reset; ports, width and capacities [beats] are fixed from then on
// - params(): these
// - reset(): as after construction
// - step(const Inputs&): the clock edge; its `settings` count from the next cycle on
//
// In the current cycle (a packet's first beat is on offer as many cycles after it was taken as the head of
// rtl/xb_switch_*.sv says):
// - s_tready(): inputs that take a beat
// - m_tvalid(): outputs that offer a beat
// - m_marks(): of these, first and last beats of packets; tdest is the output's number
// - m_side(output): the same of one output; only where m_tvalid
// - m_tdata(output): its beat, `beat_words()` words, or, without payload, the packet's first word; only where
//   m_tvalid, and valid until the next call
// - queues(): how many queues report: N (one per input, or per output), or N x N (of input i for output j at
//   i * N + j)
// - occupancy(): beats and packets held, per queue, and which queues have changed since somebody asked
// - drop_full(queue), drop_misrouted(input): packets discarded so far, for want of room and because their
//   destination does not exist; the former change only where occupancy() says that something has
//
// Of the last cycle, that is one cycle late, as the RTL's registers show it (measures.md defines them):
// - blocked(), hol_flags(input): inputs whose head could not move, why, and which outputs were idle for it;
//   the latter only where blocked
// - pool(), pool_by(input): inputs held off or discarding for packets for other outputs, and the output that
//   holds most of that memory; the latter only where pool
// - idle_with_work(): outputs that were ready and sent nothing, though a packet for them waited
//
// Of a twin with traffic classes (params().classes above 1; `is_twin_with_classes`), instead of s_tready():
// - class_ready(c): inputs that take a beat of class c
// - m_tid(output): the class of the beat that it offers; only where m_tvalid
// Queues count the packets of all classes.
//
// To take cycles at once, without payload (`data_words` 0):
// - steady(const Inputs&): cycles that skip() may take if the handshake goes on as in the last step, with the
//   same beats offered and receivers ready, and no first or last beats accepted; 0 is always right
// - skip(n): n <= steady() such steps
// - balanced(): in these as many beats enter each queue as leave it; false is always right

#include <cstdint>
#include <type_traits>
#include <utility>

#include "systemc/hol_probe.h"
#include "systemc/occupancy.h"
#include "systemc/wires.h"

namespace xb::twin {

namespace contract {

/// void if an expression has that type, by value or by reference; else no type at all.
template <class Type, class Expression>
using Is = std::enable_if_t<std::is_same_v<Type, std::decay_t<Expression>>>;

template <class T>
T& driven();
template <class T>
const T& seen();

template <class T, class = void>
struct IsSwitch : std::false_type {};
template <class T>
struct IsSwitch<T, std::void_t<std::enable_if_t<std::is_constructible_v<T, const Params&>>,          //
                               Is<Params, decltype(seen<T>().params())>,                             //
                               Is<void, decltype(driven<T>().reset())>,                              //
                               Is<void, decltype(driven<T>().step(std::declval<const Inputs&>()))>,  //
                               Is<PortMask, decltype(seen<T>().s_tready())>,                         //
                               Is<PortMask, decltype(seen<T>().m_tvalid())>,                         //
                               Is<Marks, decltype(seen<T>().m_marks())>,                             //
                               Is<Side, decltype(seen<T>().m_side(0U))>,                             //
                               Is<const std::uint64_t*, decltype(seen<T>().m_tdata(0U))>>> : std::true_type {
};

template <class T, class = void>
struct IsObservable : std::false_type {};
template <class T>
struct IsObservable<
    T, std::void_t<Is<unsigned, decltype(seen<T>().queues())>,  //
                   std::enable_if_t<std::is_same_v<Occupancy&, decltype(driven<T>().occupancy())>>,
                   Is<std::uint32_t, decltype(seen<T>().drop_full(0U))>,       //
                   Is<std::uint32_t, decltype(seen<T>().drop_misrouted(0U))>,  //
                   Is<PortMask, decltype(seen<T>().blocked())>,                //
                   Is<HolFlags, decltype(seen<T>().hol_flags(0U))>,            //
                   Is<PortMask, decltype(seen<T>().pool())>,                   //
                   Is<std::uint8_t, decltype(seen<T>().pool_by(0U))>,          //
                   Is<PortMask, decltype(seen<T>().idle_with_work())>>> : std::true_type {};

template <class T, class = void>
struct Skips : std::false_type {};
template <class T>
struct Skips<T, std::void_t<Is<std::uint32_t, decltype(seen<T>().steady(std::declval<const Inputs&>()))>,  //
                            Is<void, decltype(driven<T>().skip(std::uint32_t{1}))>,                        //
                            Is<bool, decltype(seen<T>().balanced())>>> : std::true_type {};

template <class T, class = void>
struct HasClasses : std::false_type {};
template <class T>
struct HasClasses<T, std::void_t<Is<PortMask, decltype(seen<T>().class_ready(0U))>,  //
                                 Is<std::uint8_t, decltype(seen<T>().m_tid(0U))>>> : std::true_type {};

template <class T, class = void>
struct Evicts : std::false_type {};
template <class T>
struct Evicts<T, std::void_t<Is<std::uint64_t, decltype(seen<T>().evicted_packets())>>> : std::true_type {};

}  // namespace contract

/// Of a twin that takes every cycle by itself.
struct NeverSkipped {
  [[nodiscard]] static std::uint32_t steady(const Inputs& /*in*/) { return 0; }
  static void skip(std::uint32_t /*n*/) {}
  [[nodiscard]] static bool balanced() { return false; }
};

/// Of a twin in which no queue blocks another.
struct NeverBlocked {
  [[nodiscard]] static PortMask blocked() { return 0; }
  [[nodiscard]] static HolFlags hol_flags(unsigned /*input*/) { return {}; }
};

/// T may take packets out of its memory (sharing_policy.h), and counts them: evicted_packets().
template <class T>
constexpr bool evicts = contract::Evicts<T>::value;

/// Whether T offers all of that. If not, these three say which part of it T does not.
template <class T>
constexpr bool is_twin =
    std::conjunction_v<contract::IsSwitch<T>, contract::IsObservable<T>, contract::Skips<T>>;
template <class T>
constexpr bool is_twin_with_classes =
    std::conjunction_v<contract::HasClasses<T>, std::bool_constant<is_twin<T>>>;

}  // namespace xb::twin
