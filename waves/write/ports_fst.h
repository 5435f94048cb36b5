// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/trace/port_sink.h"
#include "host/trace/switch_shape.h"
#include "waves/write/fst_writer.h"

namespace xb {

constexpr std::uint64_t kCycleTime = 10;  ///< time units of a cycle in a waveform; the clock rises at 5

/// The ports of a switch as signals of their own, in one scope (docs/waveforms.md lists them): the same of
/// every engine. What does not count in a cycle is unknown (x).
class PortsFst : public PortSink {
 public:
  /// Adds the signals; scopes `path`, from the outermost on. The writer outlives it.
  PortsFst(FstWriter& writer, const SwitchShape& shape, const std::vector<std::string>& path);

  void cycle(const PortCycle& cycle) override {
    begin(cycle);
    edge(cycle);
  }
  /// The two times of a cycle, for files that have more than these ports in them.
  void begin(const PortCycle& cycle);
  void edge(const PortCycle& cycle);

 private:
  using Signal = FstWriter::Signal;
  /// What inputs and outputs have alike.
  struct Side {
    Signal beat, valid, ready, last, user, dest, source, destination, number;
    Signal keep, of_class;  // FstWriter::kNone: there are none
  };
  struct Input {
    Side side;
    Signal occupancy, blocked, backpressure, blocked_by, hol, victims, pool, pool_by, cause, drops;
  };
  struct Output {
    Side side;
    Signal grant, idle_with_work, occupancy, lag;
  };
  struct Queue {
    Signal beats, packets, drops, head;
  };

  /// Whether the port's bit is set, where it is known.
  struct Handshake {
    std::optional<bool> valid, ready;
    bool last, user;
    std::uint64_t keep;
  };

  Side add_side();
  void add_input(unsigned port);
  void add_output(unsigned port);
  void add_queue(unsigned queue);
  void set_if(bool counts, Signal signal, std::uint64_t value);
  void set_input(const PortCycle& cycle, unsigned port);
  void set_output(const PortCycle& cycle, unsigned port);
  void set_side(const Side& side, const Handshake& shown, std::uint8_t dest, const PacketId& packet);
  [[nodiscard]] std::uint64_t beats_of_input(const PortCycle& cycle, unsigned port) const;
  /// Where queues are at the outputs, only the packets to outputs that do not exist.
  [[nodiscard]] std::uint64_t drops_of_input(const PortCycle& cycle, unsigned port) const;
  [[nodiscard]] std::uint64_t beats_of_output(const PortCycle& cycle, unsigned port) const;

  FstWriter& writer_;
  SwitchShape shape_;
  unsigned port_bits_;
  FstWriter::Names input_names_, output_names_;
  Signal clk_{}, rst_n_{}, cycle_{};
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  std::vector<Queue> queues_;
  Signal beats_{}, packets_{}, drops_{}, hol_{};
};

}  // namespace xb
