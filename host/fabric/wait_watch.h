// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/config/resolved_network.h"

namespace xb {

class Fabric;

/// One direction of a cable, by the output that sends on it.
struct Channel {
  unsigned at, port;  ///< switch and output

  friend bool operator<(Channel a, Channel b) { return a.at != b.at ? a.at < b.at : a.port < b.port; }
  friend bool operator==(Channel a, Channel b) { return a.at == b.at && a.port == b.port; }
};

/// `from -> to`.
std::string channel_name(const ResolvedNetwork& setup, Channel channel);

/// The output that holds up what comes in at a port of a switch in this cycle: the one that blocks the head
/// of its queue, or the one for which it holds a beat that the switch does not take. Nothing if it waits for
/// none.
std::optional<Channel> held_up_by(const Fabric& fabric, unsigned at, unsigned input);

/// The channel that an output waits for: it has a beat, and the far end takes none since that waits for
/// another output. Nothing if the output moves, or waits for a host.
std::optional<Channel> waits_for(const Fabric& fabric, Channel channel);

/// Who waits for whom when nothing moves: the cycle of channels that wait for each other, if there is one,
/// then what each switch and each host waits for. Lines that end in a newline.
std::string waiting_report(const Fabric& fabric, const ResolvedNetwork& setup);

/// The cycle of channels whose links have paused a class, or have no credit for it, and wait for each other;
/// as above. Empty if there is none.
std::string class_deadlock(const Fabric& fabric, const ResolvedNetwork& setup, unsigned of_class);

/// The tree of blocking: which outputs hold up which hosts, and through which other outputs. Looked at now
/// and then during the measured window.
class WaitWatch {
 public:
  /// The measured window opens; closes.
  void open();
  void close() { open_ = false; }
  /// Looks at all hosts that wait now; all switches have come to the same cycle, or sleep.
  void sample(const Fabric& fabric);

  /// An output, what it holds up, and the outputs that wait for it.
  struct Node {
    Channel output{};
    double hosts_held = 0;             ///< mean number of hosts that wait behind it
    std::vector<unsigned> hosts = {};  ///< ranks that waited for it at its own switch
    std::vector<Node> through = {};    ///< outputs that waited for it, the worst first
  };
  /// The outputs that all waiting ends at, the worst first.
  [[nodiscard]] std::vector<Node> trees() const { return below({}); }

 private:
  /// From the output at fault to the one that a host waits for.
  using Path = std::vector<Channel>;
  [[nodiscard]] std::vector<Node> below(const Path& path) const;

  bool open_ = false;
  std::uint64_t samples_ = 0;
  std::map<Path, std::map<unsigned, std::uint64_t>>
      held_;  // samples in which a host waited at the path's end
};

}  // namespace xb
