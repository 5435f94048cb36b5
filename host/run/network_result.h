// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/config/resolved_network.h"
#include "host/fabric/fabric.h"
#include "host/run/run_result.h"
#include "host/run/switch_result.h"

namespace xb {

/// What a network has counted when the measured window opened and when it closed.
class NetworkWindow {
 public:
  explicit NetworkWindow(const ResolvedNetwork& setup) : setup_(setup) {}
  void open(const Fabric& fabric) { begin_ = look(fabric); }
  void close(const Fabric& fabric) { end_ = look(fabric); }

  [[nodiscard]] std::uint64_t begin() const { return begin_.now; }
  [[nodiscard]] std::uint64_t end() const { return end_.now; }
  [[nodiscard]] std::uint64_t cycles() const { return end_.now - begin_.now; }
  [[nodiscard]] std::uint64_t offered_beats() const { return end_.offered_beats - begin_.offered_beats; }
  [[nodiscard]] std::uint64_t offered_packets() const {
    return end_.offered_packets - begin_.offered_packets;
  }
  [[nodiscard]] std::uint64_t delivered_beats() const {
    return end_.delivered_beats - begin_.delivered_beats;
  }
  /// Packets that came before one that was sent earlier.
  [[nodiscard]] std::uint64_t overtaken() const { return end_.overtaken - begin_.overtaken; }
  /// Bytes that the last beats of these packets have room for and do not have, where lengths are bytes.
  [[nodiscard]] MissingBytes missing_bytes() const {
    return {end_.missing_bytes.offered - begin_.missing_bytes.offered,
            end_.missing_bytes.delivered - begin_.missing_bytes.delivered};
  }
  /// Of a class, offered by the hosts of a switch.
  [[nodiscard]] OfferedOfClass offered_of_class(unsigned at, unsigned of_class) const {
    const OfferedOfClass& end = end_.of_class[at][of_class];
    const OfferedOfClass& begin = begin_.of_class[at][of_class];
    return {end.packets - begin.packets, end.beats - begin.beats};
  }
  /// Sent by an output of a switch, to a switch or a host.
  [[nodiscard]] Sent sent(unsigned at, unsigned port) const {
    return end_.sent[at][port] - begin_.sent[at][port];
  }
  /// Sent by the host at a port of a switch.
  [[nodiscard]] Sent from_host(unsigned at, unsigned port) const {
    return end_.from_host[at][port] - begin_.from_host[at][port];
  }

 private:
  struct Counts {
    std::uint64_t now = 0, offered_beats = 0, offered_packets = 0, delivered_beats = 0, overtaken = 0;
    MissingBytes missing_bytes;
    std::vector<std::vector<Sent>> sent, from_host;     // by switch and port
    std::vector<std::vector<OfferedOfClass>> of_class;  // by switch, of several classes
  };
  [[nodiscard]] Counts look(const Fabric& fabric) const;

  const ResolvedNetwork& setup_;
  Counts begin_, end_;
};

/// The whole, each switch and each link.
RunResult network_result(const ResolvedNetwork& setup, const Fabric& fabric, const NetworkWindow& window);

}  // namespace xb
