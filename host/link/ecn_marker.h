// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "host/base/random.h"
#include "host/link/transmitter.h"

namespace xb {

/// When a packet that finds so many beats in the queue that it joins is marked (explicit congestion
/// notification): never up to `low`, always above `high`, between them with a probability that rises to
/// `probability`, as random early detection does.
struct EcnThresholds {
  std::uint32_t low = 0, high = 0;
  double probability = 1;

  [[nodiscard]] double at(std::uint32_t beats) const {
    if (beats <= low) return 0;
    return beats > high ? 1 : probability * (beats - low) / (high - low);
  }
};

/// Reads `K` or `KMIN..KMAX:P`; nothing if it is neither.
std::optional<EcnThresholds> parse_ecn(std::string_view text);

/// Marks packets as they enter a switch.
class EcnMarker {
 public:
  /// `number`: of the switch in its network.
  EcnMarker(const EcnThresholds& thresholds, unsigned ports, std::uint64_t seed, unsigned number = 0);

  /// The switch takes the first beats at `first`; before the transmitter moves on. beats(input, output): in
  /// the queue of such packets.
  template <class Beats>
  void arrived(PortMask first, Transmitter& transmitter, const Beats& beats) {
    for_each_port(first, [&](unsigned input) {
      const unsigned output = transmitter.wires().s_tdest[input];
      if (marks(input, output, beats(input, output))) transmitter.mark(input);
    });
  }

  /// From now on the counts below count, or no longer do.
  void open();
  void close() { counts_ = false; }
  /// By output: packets that came for it, and those of them that were marked.
  [[nodiscard]] const std::vector<std::uint64_t>& packets() const { return packets_; }
  [[nodiscard]] const std::vector<std::uint64_t>& marked() const { return marked_; }
  /// The input from which most of those that were marked came.
  [[nodiscard]] unsigned most_from(unsigned output) const;

 private:
  bool marks(unsigned input, unsigned output, std::uint32_t beats);

  EcnThresholds thresholds_;
  bool counts_ = true;
  std::vector<RandomStream> draws_;                      // by input
  std::vector<std::uint64_t> packets_, marked_;          // by output
  std::vector<std::vector<std::uint64_t>> marked_from_;  // likewise, and by input
};

}  // namespace xb
