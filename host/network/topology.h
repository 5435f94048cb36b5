// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/link/host_list.h"
#include "host/wires/port_set.h"

namespace xb {

/// What a cable does to beats, alike in both directions.
struct CableSpeed {
  std::uint64_t latency_cycles = 0;  ///< from one end to the other; 0: a wire
  unsigned period_cycles = 1;        ///< it moves a beat in every so many cycles
};

/// How the forwarding tables are made (routes.h).
enum class Routing : std::uint8_t {
  UpDown,            ///< up*/down*, adaptive
  Shortest,          ///< one of the shortest paths for each destination host
  ShortestAdaptive,  ///< whichever of the shortest paths is free
  DimensionOrder,    ///< one dimension after the other (dimension_order.h)
  Given              ///< by the topology's table
};

/// A network of switches: hosts, switches, and the cables between them. All cycles are those of its one
/// clock.
struct Topology {
  /// Hosts are numbered switch by switch, in the order of the switches.
  struct Switch {
    std::string name;
    unsigned hosts = 0;     ///< on its ports 0..hosts-1
    CableSpeed host_cable;  ///< of each of them
    /// Keys of a run that this switch has otherwise, with their values: `switch`, `depth`, `engine`, ...
    std::vector<std::pair<std::string, std::string>> keys = {};
    /// In a grid of any number of dimensions; empty: none.
    std::vector<unsigned> coordinates = {};
    unsigned line = 0;  ///< of the file, for messages; 0: none
  };
  /// One cable between two switches, as the topology's author orders them: the first cable of a switch is at
  /// the port after its hosts' ports, the next one at the next.
  struct Cable {
    unsigned a, b;  ///< switches
    CableSpeed speed;
    unsigned line = 0;  ///< of the file, for messages; 0: none
  };
  /// Of a given table: packets at one switch for another one go by a neighbour, over any cable there.
  struct Route {
    unsigned at, to, by;  ///< switches
    unsigned line = 0;
  };
  /// Of a given path: packets at a switch for a host go by one cable, a port that the routing allows there.
  struct HostRoute {
    unsigned at, host, by;    ///< switch, host, and the neighbour that the cable leads to
    unsigned cable = 0;       ///< of those to that neighbour, in the order of the topology
    bool descending = false;  ///< of packets that have gone down, with up*/down* routing
    unsigned line = 0;
  };

  std::string name;  ///< of the generator or the file, for messages
  std::string title = {};
  std::vector<Switch> switches = {};
  std::vector<Cable> cables = {};
  /// Which host is which rank, in the words of the key of a run, which may say otherwise.
  struct Ranks {
    std::string text;
    HostList hosts;
  };
  std::optional<Ranks> ranks = {};  ///< nothing: all
  Routing routing = Routing::UpDown;
  std::vector<Route> routes = {};  ///< with Routing::Given; what is not listed goes by a shortest path
  /// With any routing, and nothing then adapts: what is not listed goes by the destination host.
  std::vector<HostRoute> host_routes = {};

  /// Where a line is, for messages: `file:line`.
  [[nodiscard]] std::string place(unsigned line) const;
};

/// What is at the other end of a port's cable.
struct PortEnd {
  bool host;       ///< else a switch
  unsigned index;  ///< of the host or the switch
  unsigned port;   ///< of that switch; 0 for a host
  unsigned cable;  ///< index in Topology::cables; of a host, what comes after these, by host
};

/// `host 3`, or the name of the switch.
std::string end_name(const Topology& topology, const PortEnd& end);

/// A topology with its ports numbered.
class Wiring {
 public:
  /// Throws InputError where the topology cannot be wired: no switch or no host, a switch with more ports
  /// than there may be, a cable from a switch to itself, switches that no cables connect.
  explicit Wiring(const Topology& topology);

  [[nodiscard]] unsigned hosts() const { return static_cast<unsigned>(switch_of_.size()); }
  /// Hosts of one switch.
  [[nodiscard]] unsigned hosts(unsigned at) const { return hosts_[at]; }
  [[nodiscard]] unsigned switches() const { return static_cast<unsigned>(ends_.size()); }
  /// Ports of a switch that have a cable: 0..ports-1. The switch itself has at least kMinPorts.
  [[nodiscard]] unsigned ports(unsigned at) const { return static_cast<unsigned>(ends_[at].size()); }
  [[nodiscard]] const PortEnd& end(unsigned at, unsigned port) const { return ends_[at][port]; }
  /// Those with a cable to another switch.
  [[nodiscard]] PortMask ports_to(unsigned at, unsigned other) const;
  [[nodiscard]] unsigned switch_of(unsigned host) const { return switch_of_[host]; }
  /// The port of its switch that a host is at.
  [[nodiscard]] unsigned port_of(unsigned host) const { return host - first_host_[switch_of_[host]]; }
  [[nodiscard]] unsigned first_host(unsigned at) const { return first_host_[at]; }

 private:
  std::vector<std::vector<PortEnd>> ends_;  // by switch and port
  std::vector<unsigned> switch_of_;         // by host
  std::vector<unsigned> first_host_;        // by switch
  std::vector<unsigned> hosts_;             // by switch
};

}  // namespace xb
