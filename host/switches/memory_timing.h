// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/switches/switch_entry.h"

namespace xb {

/// Cycles from the acceptance of a packet's first beat to the delivery of that beat, by an otherwise empty
/// `output` or `shared` switch, if its beats arrive one a cycle and the receiver is ready. Exact; it depends
/// on when the packet comes and between which ports, since these take turns.
std::uint64_t memory_zero_load_cycles(const LonePacket& packet);
/// The same of the pipelined forms.
std::uint64_t pipe_memory_zero_load_cycles(const LonePacket& packet);

/// Ports that take turns; in the pipelined forms at least four: each step of a turn is over before the port's
/// next one.
unsigned turns(const SwitchConfig& config);

/// Cycles after which the state of a memory that so many ports visit in turn repeats while nothing moves: the
/// turns, the rounds of them that shift the output whose word is completed first, and the ticks for words
/// that wait.
std::uint64_t memory_rest_period(unsigned turns);

/// Longest packet that fits into `pool_beats` of the wide memory of an `output` or `shared` switch [beats]:
/// words of 2N beats, and one more that each output has to itself.
std::uint64_t memory_packet_capacity(unsigned ports, std::uint64_t pool_beats);

/// Beats of such a memory where depth has so many: each queue has a word of its own besides, and each port
/// one for an overdraft.
std::uint64_t wide_memory_beats(unsigned ports, std::uint64_t depth_beats, unsigned classes = 1);

}  // namespace xb
