// SPDX-License-Identifier: Apache-2.0
#include "host/config/switch_registry.h"

#include <algorithm>

#include "host/config/zero_load.h"

namespace xb {

const std::vector<SwitchEntry>& switches() {
  static const std::vector<SwitchEntry> entries{
      {"input",
       "one FIFO per input, an arbiter per output that holds its grant to the packet's end; HOL blocking",
       "xb_switch_input", QueuePlace::Input,
       [](const LonePacket& p) -> std::uint64_t {
         return std::max<std::uint64_t>(p.store_forward ? p.length_beats : 1, 1 + p.route_delay_cycles);
       }},
      {"output",
       "a queue per output with a memory share of its own; wide memory that the ports visit in turn",
       "xb_switch_output", QueuePlace::Output, memory_zero_load_cycles},
      {"shared", "a queue per output in one shared memory, which is built like that of output",
       "xb_switch_shared", QueuePlace::Output, memory_zero_load_cycles},
      {"voq",
       "virtual output queues in every input's memory, a central matching (iSLIP, PIM, RRM), output queues",
       "xb_switch_voq", QueuePlace::Pair,
       [](const LonePacket& p) -> std::uint64_t {
         const std::uint64_t stored =
             p.store_forward ? std::uint64_t{p.length_beats - 1} * p.cycles_per_beat + 1 : 1;
         const std::uint64_t offered = p.first_in_cycle + 2 + std::max(stored, 1 + p.route_delay_cycles);
         // The link takes it in the first cycle from then on in which it moves a beat.
         return (offered + p.cycles_per_beat - 1) / p.cycles_per_beat * p.cycles_per_beat - p.first_in_cycle;
       }},
      {"crosspoint",
       "virtual output queues, a small buffer at every crosspoint; round robin at inputs and outputs",
       "xb_switch_crosspoint", QueuePlace::Pair,
       [](const LonePacket& p) -> std::uint64_t {
         return 1 + std::max<std::uint64_t>(p.store_forward ? p.length_beats : 1, 1 + p.route_delay_cycles);
       },
       [](const RunConfig& c) {
         return std::vector<RtlParameter>{{"MaxCrosspointBeats", c.crosspoint_beats()}};
       }},
  };
  return entries;
}

const std::vector<TrafficEntry>& traffic_patterns() {
  static const std::vector<TrafficEntry> entries{
      {"uniform", "Bernoulli arrivals, every output equally likely (the own one included)"},
      {"permutation", "input i sends to output (i+1) mod N only"},
      {"one-hot", "every input sends to output 0"},
      {"bursty", "on/off: bursts of packets back to back, each burst to one uniformly drawn output"},
      {"unbalanced", "input i sends the share `unbalance` to output i, the rest uniformly"},
      {"diagonal", "input i sends 2/3 to output i and 1/3 to output i+1"},
      {"log-diagonal", "input i sends to output i+k in proportion to 1/2^k"},
      {"hotspot", "every input sends the share `unbalance` to output 0, the rest uniformly"},
      {"alternate", "every input sends its packets to outputs 0 .. `targets`-1 in turn"},
  };
  return entries;
}

const SwitchEntry& find_switch(const RunConfig& config) {
  // With a window of more than the head, `input` is another circuit.
  static const SwitchEntry window{
      "input", "FIFO inputs of which the first packets may bid", "xb_switch_window", QueuePlace::Input,
      [](const LonePacket& p) -> std::uint64_t {
        return 2 + std::max<std::uint64_t>(p.store_forward ? p.length_beats : 1, 1 + p.route_delay_cycles);
      }};
  if (config.switch_name == "input" && config.window > 1) return window;
  return *std::find_if(switches().begin(), switches().end(),
                       [&](const auto& e) { return e.name == config.switch_name; });
}

unsigned queue_count(const RunConfig& config) {
  return find_switch(config).queues == QueuePlace::Pair ? config.ports * config.ports : config.ports;
}

}  // namespace xb
