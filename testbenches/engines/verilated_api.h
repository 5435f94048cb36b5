// SPDX-License-Identifier: Apache-2.0
#pragma once
// The door between the program and a Verilated model that is built on demand and loaded at run time.

#include <cstdint>

#include "host/link/switch_wires.h"
#include "host/trace/signal_sink.h"

namespace xb {

/// Functions of a model library; it exports `xb_model_api` returning this table.
struct VerilatedApi {
  std::uint32_t wires_size;  ///< sizeof(SwitchInputs) + sizeof(SwitchOutputs): both sides agree on the layout
  const char* name;          ///< its library's name, which the digest of all that it is made of is part of
  unsigned ports, data_words;
  const char* suspects;  ///< warnings of Verilator about logic that may not settle or end, with `; ` between
  /// A switch out of reset, which lasts so many cycles; 0: without an edge of its clock.
  void* (*create)(const SwitchSettings& settings, unsigned reset_cycles);
  void (*reset)(void* model, const SwitchSettings& settings);
  void (*destroy)(void* model);
  /// What the model shows in this cycle; the end of the cycle with these inputs; both as one call.
  void (*show)(void* model, SwitchOutputs& out);
  void (*clock)(void* model, const SwitchInputs& in);
  void (*cycle)(void* model, const SwitchInputs& in, SwitchOutputs& out);
  std::uint64_t (*evicted_packets)(const void* model);  ///< as SwitchModel has it
  /// Waveform, of a model that has tracing: begins to tell of all signals, ends that. One cycle is 10 time
  /// units, its settled values stand from unit 0, the rising edge is at unit 5.
  void (*open_trace)(void* model, SignalSink& sink, std::uint64_t first_cycle);
  void (*close_trace)(void* model);
};

/// What a model says of a memory, behind the name of its file and a line.
constexpr const char* kNoMemoryFile = "$readmem file not found";

using VerilatedApiFunction = const VerilatedApi* (*)();

}  // namespace xb
