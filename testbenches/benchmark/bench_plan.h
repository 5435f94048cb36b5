// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/benchmark/trial.h"

namespace xb {

/// A length of Ethernet frames, header and CRC included.
struct FrameSize {
  unsigned bytes = 64;
  unsigned beats = 8;  ///< of the switch's width; the last one may not be full
};

/// The configuration keys of a switch under test.
const std::vector<std::string>& switch_keys();
/// Those of what is around it, in the tests of collectives only.
const std::vector<std::string>& fabric_keys();
/// Those of the collectives alone: start-skew, and experts, of which there are as many as ranks unless it is
/// said.
const std::vector<std::string>& collective_keys();

/// The longest packets of collectives, the MTU of RDMA over Ethernet, and their runs, each with another seed.
constexpr unsigned kCollectivePacketBytes = 4096, kCollectiveSeeds = 20;

/// Ranks that have computed before, and none for as long as another; two experts for a token, of as many as
/// ranks.
RunConfig usual_collectives();

/// The frame sizes of RFC 2544 and 2889, and the jumbo frame of RFC 8239.
std::vector<unsigned> usual_frame_bytes();
/// A value of the key `packet` or `gap` that is one number of bytes, whose unit may be missing.
std::optional<unsigned> parse_bytes_of(const std::string& key, const std::string& text);
/// Sizes of `--sizes`: `64,1518`, `64,9kB`. Throws InputError.
std::vector<unsigned> parse_frame_sizes(const std::string& text);

/// A switch under test, and how it is tested.
struct BenchPlan {
  RunConfig config;              ///< of the switch
  std::vector<FrameSize> sizes;  ///< rising
  unsigned steps = 100;          ///< resolution: loads are multiples of 1 / steps
  bool in_bytes = true;          ///< frames have their bytes; else whole beats, rounded up, without a gap
  unsigned gap_bytes = 0;        ///< preamble and inter-frame gap
  double clock_mhz = kUsualClockMhz;      ///< for frames per second
  std::uint64_t beats = 0;                ///< beat times of a trial
  std::vector<std::uint64_t> data_bytes;  ///< of a rank in a collective, rising
  RunConfig collectives;                  ///< start-skew and the gate of experts of collectives
  bool of_fabric = false;                 ///< it is tested by these, and by nothing else

  [[nodiscard]] unsigned ports() const { return config.ports; }
  [[nodiscard]] double resolution() const { return 1.0 / steps; }
  /// A trial of frames of this size without streams.
  [[nodiscard]] Trial trial(const FrameSize& size) const;
  [[nodiscard]] double start_skew() const { return collectives.start_skew; }
  /// A trial of a registered schedule in which `ranks` ranks have so many bytes each, for all of them.
  [[nodiscard]] Trial collective(const std::string& schedule, std::uint64_t bytes, unsigned ranks) const;
  /// Why frames of this size cannot be sent through the switch; empty: they can.
  [[nodiscard]] std::string refuses(const FrameSize& size) const;
  /// Frames that a link can carry in a second.
  [[nodiscard]] double frames_per_second(const FrameSize& size) const;
  /// Whether trials are so long that the least overload fills what one port's packets wait in.
  [[nodiscard]] bool fills_buffers() const { return beats >= filling_beats(port_depth(), steps); }
  /// Beat times in which an overload of one part in `steps_of` fills so many beats of memory, with any of the
  /// sizes: links rest in gaps.
  [[nodiscard]] std::uint64_t filling_beats(std::uint64_t memory, std::uint64_t steps_of) const;
  /// Capacity of the memory that one port's packets wait in [beats].
  [[nodiscard]] std::uint64_t port_depth() const;
};

/// What a benchmark takes where a key is not given: what run does, but flow drop, because the RFCs count lost
/// frames, and a depth that holds a jumbo frame.
RunConfig usual_bench_config(const std::string& switch_name, unsigned ports);

/// What data sheets call the switch: the architecture, or the name of a device's file.
std::string bench_name(const RunConfig& config);

/// How it is tested, as flags say.
struct BenchFlags {
  std::vector<unsigned> bytes = usual_frame_bytes();
  unsigned steps = 100;
  /// Nothing: Ethernet's, of a switch that carries bytes.
  std::optional<unsigned> gap_bytes;
  std::uint64_t beats = 0;  ///< 0: so many that the smallest overload fills the buffer twice
  std::vector<std::uint64_t> data_bytes = {std::uint64_t{1} << 16U, std::uint64_t{1} << 20U};
  bool of_fabric = false;
  RunConfig collectives = usual_collectives();
};
BenchPlan bench_plan(const RunConfig& config, const BenchFlags& flags);

}  // namespace xb
