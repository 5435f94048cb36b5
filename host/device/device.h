// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "host/device/file_list.h"
#include "host/device/port_pattern.h"
#include "host/link/packet.h"
#include "host/link/port_pairs.h"
#include "host/switches/switch_entry.h"

namespace xb {

using ExpressionNames = std::map<std::string, std::int64_t>;

/// The value of an expression of whole numbers, such as `1 + log2(ports)`: names,
/// decimal and hexadecimal numbers, + - * / % << >>,
/// parentheses, log2(x) (rounded up), min(a, b), max(a, b). Throws std::invalid_argument that says what is
/// wrong with it.
std::int64_t evaluate(const std::string& expression, const ExpressionNames& names);

/// The names of `names` that an expression uses.
std::set<std::string> names_in(const std::string& expression, const ExpressionNames& names);

struct RunConfig;

/// A port of a device, as its description has it.
struct DevicePort {
  std::string place;  ///< FILE:LINE:COLUMN, for messages
  std::string key;    ///< such as in.tdata
  std::string name;   ///< PORT, PORT.MEMBER or a part of the module, as port_pattern.h has it; empty: none
  std::string value;  ///< SystemVerilog that drives it; empty: what its key means
  bool low = false;   ///< it means the opposite: `!full`
  std::string code = {};  ///< SystemVerilog behind it that says what its bits mean: `== 2`; empty: they do

  [[nodiscard]] bool is_there() const { return !name.empty(); }
  [[nodiscard]] bool per_port() const { return has_port_number(name); }
  /// The module's port that belongs to port `i` of the switch.
  [[nodiscard]] std::string name_of(unsigned i) const { return with_port_number(name, i); }
};

/// How beats cross a side whose valid and ready do not meet in one cycle.
struct DeviceLink {
  /// Beats that the receiver has room for after reset: an expression. Then `tready` is a credit, that gives
  /// the room of one back. Empty: it is a ready.
  std::string credits;
  std::optional<unsigned> initial_credits;  ///< that the sender has after reset; nothing: all
  unsigned ready_latency = 0;               ///< cycles from a ready to the beat that it allows
  unsigned read_latency = 0;                ///< of the outputs: cycles from valid and ready to the data
  std::string place;                        ///< of credits, or of a latency

  [[nodiscard]] bool is_there() const { return !credits.empty() || ready_latency + read_latency > 0; }
};

/// One side of a device; AXI4-Stream.
struct DeviceStream {
  DevicePort tvalid, tready, tdata, tlast, tdest, tuser;
  DeviceLink link;
  DevicePort tkeep;
  DevicePort tid;                  ///< a packet's class
  DevicePort pause;                ///< of the inputs: bit c, no packet of class c is to begin
  std::string clock, clock_place;  ///< that this side is at, if it is named
};

/// Ports of AXI4 in the place of streams: host i is a master at the device's slave port i, and a memory at
/// its master port i.
struct DeviceAxi {
  static constexpr unsigned kMostBeats = 256, kPageBytes = 4096;  ///< of a burst, which stays in its page
  DevicePort in,
      out;  ///< all signals of a port: `*` stands for awvalid and so on, two of them for aw and valid
  std::string place;  ///< of the other keys
  bool writes = true, reads = false;
  std::string base, size;             ///< of the memory at a port, in bytes: expressions, with `port`
  std::string unmapped;               ///< an address where nothing is: an expression; empty: none is tried
  unsigned ids = 4, outstanding = 1;  ///< of a master; bursts of an id under way
  /// Beats that a host has taken, and whose bursts it may begin. 1: a read when the one before has come.
  unsigned ahead = 32;

  [[nodiscard]] bool is_there() const { return in.is_there(); }
  /// The port of a side that has one signal.
  static DevicePort signal(const DevicePort& side, const std::string& name);
  /// The name of a signal of the other direction where inputs end with _i, and outputs with _o; else itself.
  static std::string other_way(std::string name);
};

struct DeviceParameter {
  std::string place, name;
  std::string expression;  ///< see above; with quotes around it a text
};

/// A clock of a device that none of its ports is at.
struct InnerClock {
  std::string place, name;
  double mhz = 0;
};

struct DeviceClock {
  std::string place, reset_place, mhz_place;
  std::vector<std::string> clocks{"clk"};  ///< ports, all driven alike; `!` in front: the falling edge counts
  std::vector<std::string> resets{"rst"};  ///< likewise; with `!` in front with the other active value
  std::optional<double> mhz;               ///< of these: a cycle is their period
  std::vector<InnerClock> inner;
  bool reset_low = false;     ///< active
  unsigned reset_cycles = 4;  ///< 0: without an edge of the clock, for an asynchronous reset
};

/// What stands in the first bytes of each packet, where a device finds the route there.
struct DeviceRoute {
  static constexpr const char* kTag = "tag";  ///< a byte that is free for the mark by which hosts know it
  std::string place;
  std::vector<std::string> header;  ///< a byte each, the first on the wire first: an expression, or kTag
};

/// An input of a device that gets a value in a cycle after reset.
struct DeviceWrite {
  std::string place, key, name;
  std::string expression;
};

/// What a device shows of itself: SystemVerilog for each port, with names as the module has them.
struct DeviceObserve {
  DevicePort occupancy;     ///< beats in the queue of a port; `value` with {i} in it
  DevicePort drops;         ///< packets that it has discarded since reset
  DevicePort hol;           ///< not 0: an input is head-of-line blocked in this cycle
  bool of_outputs = false;  ///< the ports are outputs
  [[nodiscard]] bool shows_occupancy() const { return !occupancy.value.empty(); }
  [[nodiscard]] bool shows_drops() const { return !drops.value.empty(); }
  [[nodiscard]] bool shows_hol() const { return !hol.value.empty(); }
};

/// What is claimed of a device, and checked in every run.
struct DeviceClaims {
  bool lossless = true;
  bool store_forward = false;
  std::optional<unsigned> zero_load_latency;  ///< cycles, first beat in to first beat out, 1-beat packets
  /// Where packets wait: `per-input`, one FIFO for each input; `per-output`, one queue for each output, which
  /// every input reaches at once; empty: nothing is said.
  std::string queue;
  bool one_beat = false;                   ///< each beat is a packet of its own: crossbars of words
  std::optional<unsigned> longest_packet;  ///< beats that it holds; nothing: any
  unsigned shortest_packet = 1;            ///< beats that it takes
  std::string shortest_place;
  bool stable = true;   ///< what an output offers stays until it is taken
  bool fair = true;     ///< whoever waits is served, not only somebody
  bool hairpin = true;  ///< an input reaches its own output
  /// Pairs of ports that are connected, as sets; empty: all.
  std::vector<std::pair<PortMask, PortMask>> connects;
  std::string connects_place;

  /// At a number of ports.
  [[nodiscard]] PortPairs pairs(unsigned ports) const;
  /// Beats of the longest packet that they allow.
  [[nodiscard]] unsigned most_beats() const {
    return one_beat ? 1 : longest_packet.value_or(kMaxPacketBeats);
  }
};

/// First beat in to first beat out of lone packets of one beat, between all ports [cycles].
struct LatencyRange {
  std::uint64_t least = 0, most = 0;
};

/// A switch that somebody describes in a file, as docs/your-own-switch.md has it.
struct Device {
  std::string file;  ///< its description
  std::string name, top, top_place;
  DeviceSources sources;
  std::optional<unsigned> own_ports, own_width;  ///< that the module has for good
  std::vector<DeviceParameter> parameters;
  DeviceClock clock;
  DeviceStream in, out;
  DeviceAxi axi;
  DeviceRoute route;
  unsigned rest_cycles = 0;  ///< after reset, before the writes
  std::string writes_place;
  std::vector<std::vector<DeviceWrite>> writes;  ///< a row for each cycle, as device_writes.h works them out
  std::vector<DevicePort> ties;                  ///< inputs of the module with values of their own
  DeviceClaims claims;
  SwitchEntry entry;                      ///< what hosts have to know
  std::optional<LatencyRange> zero_load;  ///< claimed or measured
  DeviceObserve observe;

  /// Every file that it is described by or made of, for digests.
  [[nodiscard]] std::vector<std::filesystem::path> files() const;
  /// Values of its parameters at a point, as Verilator takes them. Throws InputError.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> values_at(const RunConfig& config) const;
  /// Whether the hosts' tkeep goes through it.
  [[nodiscard]] bool carries_keep() const {
    return in.tkeep.is_there() && in.tkeep.value.empty() && out.tkeep.is_there();
  }
  /// Whether packets of any number of bytes go through it. A beat of 8 bits has its byte without tkeep.
  [[nodiscard]] bool carries_bytes(unsigned width) const { return width == 8 || carries_keep(); }
  /// Whether packets of several traffic classes go through it, each with its class.
  [[nodiscard]] bool carries_classes() const {
    return in.tid.is_there() && in.tid.value.empty() && out.tid.is_there();
  }
  /// Whether it says when hosts are to pause.
  [[nodiscard]] bool pauses() const { return in.pause.is_there(); }
  /// Beats of the longest packet that may be sent to it.
  [[nodiscard]] unsigned most_beats(unsigned width) const;
  /// Whether a parameter's expression uses this key.
  [[nodiscard]] bool uses(const std::string& key) const;
};

/// What expressions of a description may name, and the values at a point.
ExpressionNames expression_names(const RunConfig& config);

/// Reads a description. Throws InputError: all that is wrong with it, `FILE:LINE:COLUMN: ...` a line.
std::shared_ptr<const Device> read_device(const std::string& file);

}  // namespace xb
