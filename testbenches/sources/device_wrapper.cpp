// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/device_wrapper.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "host/base/errors.h"
#include "host/base/input_errors.h"
#include "host/base/nearest_word.h"
#include "host/base/text_file.h"

namespace xb {
namespace {

unsigned bits_of_port_number(unsigned ports) {
  unsigned bits = 1;
  while ((1U << bits) < ports) ++bits;
  return bits;
}

class Wrapper {
 public:
  Wrapper(const Device& device, const std::vector<ModulePort>& ports, const RunConfig& config)
      : device_(device),
        ports_(ports),
        count_(config.ports),
        width_(config.width),
        dest_(bits_of_port_number(config.ports)),
        keeps_(config.packet_in_bytes),
        values_(device.values_at(config)) {}

  std::string text() {
    connect_clock();
    connect_inputs();
    connect_outputs();
    for (const DevicePort& tie : device_.ties) connect_tie(tie);
    check_all_inputs();
    errors_.throw_if_any(SourceText(device_.file, read_text_file(device_.file, "device", "a file")));
    return head() + body_ + instance() + "endmodule\n`default_nettype wire\n";
  }

 private:
  const ModulePort* find(const std::string& name) const {
    const auto found =
        std::find_if(ports_.begin(), ports_.end(), [&](const ModulePort& port) { return port.name == name; });
    return found == ports_.end() ? nullptr : &*found;
  }
  /// The module's port of that name and direction.
  const ModulePort& need(const std::string& place, const std::string& key, const std::string& name,
                         bool output) const {
    const ModulePort* port = find(name);
    const char* const wanted = output ? "output" : "input";
    if (port == nullptr) {
      std::vector<std::string> all;
      for (const ModulePort& one : ports_) {
        if (one.output == output) all.push_back(one.name);
      }
      const std::string nearest = nearest_word(name, all);
      throw InputError(fmt::format("{}: {}: {} has no port '{}'; allowed: {}", place, key, device_.top, name,
                                   nearest.empty()
                                       ? fmt::format("its {}s, {}", wanted, fmt::join(all, " "))
                                       : fmt::format("'{}', the nearest, or another {}", nearest, wanted)));
    }
    if (port->output != output)
      throw InputError(fmt::format("{}: {}: '{}' is an {} of {}; allowed: an {}", place, key, name,
                                   output ? "input" : "output", device_.top, wanted));
    if (port->bits == 0)
      throw InputError(fmt::format(
          "{}: {}: '{}' is of a type that cannot be driven; allowed: a vector of bits", place, key, name));
    return *port;
  }

  /// Bits that a signal has for each port. `wanted` 0: any number.
  unsigned bits_of(const DevicePort& p, bool output, unsigned wanted) {
    if (!p.per_port()) {
      const unsigned bits = need(p.place, p.key, p.name, output).bits;
      if (bits % count_ != 0 || (wanted != 0 && bits != wanted * count_)) {
        throw InputError(fmt::format(
            "{}: {}: '{}' has {} bits; allowed: {}", p.place, p.key, p.name, bits,
            wanted != 0 ? fmt::format("{}, {} for each of {} ports", wanted * count_, wanted, count_)
                        : fmt::format("a multiple of the ports, {}", count_)));
      }
      return bits / count_;
    }
    const unsigned bits = need(p.place, p.key, p.name_of(0), output).bits;
    for (unsigned i = 0; i < count_; ++i) {
      const unsigned other = need(p.place, p.key, p.name_of(i), output).bits;
      if (other != (wanted != 0 ? wanted : bits))
        throw InputError(fmt::format("{}: {}: '{}' has {} bits; allowed: {}", p.place, p.key, p.name_of(i),
                                     other, wanted != 0 ? wanted : bits));
    }
    return bits;
  }
  void pin(const std::string& name, const std::string& value) {
    if (!used_.insert(name).second)
      throw InputError(fmt::format("{}: '{}' of {} is named twice; allowed: each port once", device_.file,
                                   name, device_.top));
    pins_.push_back(fmt::format("    .{}({})", name, value));
  }
  void pins(const DevicePort& p, const std::string& wire, unsigned bits) {
    if (!p.per_port()) return pin(p.name, wire);
    for (unsigned i = 0; i < count_; ++i)
      pin(p.name_of(i), fmt::format("{}[{} +: {}]", wire, i * bits, bits));
  }

  /// Drives a signal of the module, each port's part by `usual` or what the description says.
  void drive(const DevicePort& p, const std::string& usual, unsigned wanted, unsigned least = 1) {
    if (!p.is_there()) return;
    errors_.collect([&] {
      const unsigned bits = bits_of(p, false, p.value.empty() ? wanted : 0);
      if (p.value.empty() && bits < least)
        throw InputError(fmt::format("{}: {}: '{}' has {} bits a port; allowed: at least {}", p.place, p.key,
                                     p.name, bits, least));
      const std::string wire = wire_of(p);
      const std::string value = p.value.empty() ? usual : p.value == "ones" ? "'1" : p.value;
      body_ += fmt::format("  logic [{}:0] {};\n", count_ * bits - 1, wire);
      drives_ += fmt::format("    assign {}[i*{} +: {}] = {};\n", wire, bits, bits, value);
      pins(p, wire, bits);
    });
  }
  /// The wire that shows a signal of the module, of `wanted` bits a port, or any number; its bits a port.
  unsigned show(const DevicePort& p, unsigned wanted) {
    unsigned bits = 1;
    errors_.collect([&] {
      bits = bits_of(p, true, wanted);
      body_ += fmt::format("  logic [{}:0] {};\n", count_ * bits - 1, wire_of(p));
      pins(p, wire_of(p), bits);
    });
    return bits;
  }
  static std::string wire_of(const DevicePort& p) {
    std::string wire = p.key;
    std::replace(wire.begin(), wire.end(), '.', '_');
    return wire;
  }

  void connect_clock() {
    const DeviceClock& c = device_.clock;
    const auto connect = [&](const std::string& place, const char* key, const std::string& name,
                             const char* value) {
      errors_.collect([&] {
        if (need(place.empty() ? device_.file + ":1:1" : place, key, name, false).bits != 1)
          throw InputError(fmt::format("{}: {}: '{}' is a vector; allowed: one bit", place, key, name));
        pin(name, value);
      });
    };
    for (const std::string& name : c.clocks) connect(c.place, "clock.name", name, "clk_i");
    for (const std::string& name : c.resets)
      connect(c.reset_place, "clock.reset", name, c.reset_low ? "rst_ni" : "~rst_ni");
  }

  void connect_inputs() {
    const DeviceStream& in = device_.in;
    drive(in.tvalid, "valid", 1);
    drive(in.tdata, "data", width_);
    drive(in.tlast, "last", 1);
    drive(in.tkeep, "keep", keeps_ ? width_ / 8 : 0);
    drive(in.tdest, "dest", 0, dest_);
    drive(in.tid, "'0", 0);
    drive(in.tuser, "first", 0);
    if (device_.out.tready.is_there()) drive(device_.out.tready, "m_axis_tready_i[i]", 1);
    body_ +=
        "  for (genvar i = 0; i < N; i++) begin : gen_port\n"
        "    localparam int unsigned port = i;\n"
        "    logic valid, first, last;\n"
        "    logic [W-1:0] data;\n"
        "    logic [D-1:0] dest;\n"
        "    logic [W/8-1:0] keep;\n"
        "    assign valid = s_axis_tvalid_i[i];\n"
        "    assign first = s_axis_tuser_i[i];\n"
        "    assign last = s_axis_tlast_i[i];\n"
        "    assign data = s_axis_tdata_i[i*W +: W];\n"
        "    assign dest = s_axis_tdest_i[i*D +: D];\n" +
        fmt::format("    assign keep = {};\n", keeps_ ? "s_axis_tkeep_i[i*(W/8) +: W/8]" : "'1") + drives_ +
        "  end\n";
    if (!in.tready.is_there()) {
      body_ += "  assign s_axis_tready_o = '1;\n";
      return;
    }
    show(in.tready, 1);
    body_ += fmt::format("  assign s_axis_tready_o = {};\n", wire_of(in.tready));
  }

  void connect_outputs() {
    const DeviceStream& out = device_.out;
    show(out.tvalid, 1);
    show(out.tdata, width_);
    show(out.tlast, 1);
    body_ += fmt::format(
        "  assign m_axis_tvalid_o = {};\n  assign m_axis_tdata_o = {};\n  assign m_axis_tlast_o = {};\n",
        wire_of(out.tvalid), wire_of(out.tdata), wire_of(out.tlast));
    if (out.tkeep.is_there()) show(out.tkeep, width_ / 8);
    if (keeps_) body_ += fmt::format("  assign m_axis_tkeep_o = {};\n", wire_of(out.tkeep));
    if (out.tuser.is_there()) {
      show(out.tuser, 1);
      body_ += fmt::format("  assign m_axis_tuser_o = {};\n", wire_of(out.tuser));
    } else {
      body_ +=
          "  logic [N-1:0] in_packet_q;\n"
          "  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
          "    if (!rst_ni) in_packet_q <= '0;\n"
          "    else in_packet_q <= (in_packet_q & ~(m_axis_tvalid_o & m_axis_tready_i)) |\n"
          "                        (m_axis_tvalid_o & m_axis_tready_i & ~m_axis_tlast_o);\n"
          "  end\n"
          "  assign m_axis_tuser_o = ~in_packet_q;\n";
    }
    connect_out_tdest();
  }
  /// A number that the lab's bits do not hold is never the port's own.
  void connect_out_tdest() {
    const DevicePort& tdest = device_.out.tdest;
    std::string value = "D'(i)";
    if (tdest.is_there()) {
      const unsigned bits = show(tdest, 0);
      const std::string shown = fmt::format("{}[i*{} +: {}]", wire_of(tdest), bits, bits);
      value = fmt::format("({} == {}'(i)) ? D'(i) : ((D'({}) == D'(i)) ? ~D'(i) : D'({}))", shown, bits,
                          shown, shown);
    }
    body_ += fmt::format(
        "  for (genvar i = 0; i < N; i++) begin : gen_out\n    assign m_axis_tdest_o[i*D +: D] = {};\n  "
        "end\n",
        value);
  }
  void connect_tie(const DevicePort& tie) {
    errors_.collect([&] {
      for (unsigned i = 0; i < (tie.per_port() ? count_ : 1); ++i) {
        const std::string name = tie.name_of(i);
        need(tie.place, tie.key, name, false);
        pin(name, tie.value == "ones" ? "'1" : tie.value);
      }
    });
  }
  /// An input that nothing drives is an oversight.
  void check_all_inputs() {
    for (const ModulePort& port : ports_) {
      if (port.output || used_.count(port.name) == 1 || !errors_.empty()) continue;
      errors_.add(
          fmt::format("{}: tie: input '{}' of {} has no value; allowed: a key of [in] for it, or {} = "
                      "VALUE in [tie]",
                      device_.top_place, port.name, device_.top, port.name));
    }
  }

  [[nodiscard]] std::string head() const {
    return fmt::format(
        "`default_nettype none\n"
        "module {} (\n"
        "  input  logic clk_i, rst_ni,\n"
        "  input  logic [{}:0] s_axis_tvalid_i, s_axis_tlast_i, s_axis_tuser_i, m_axis_tready_i,\n"
        "  input  logic [{}:0] s_axis_tdata_i,\n"
        "  input  logic [{}:0] s_axis_tdest_i,\n"
        "  output logic [{}:0] s_axis_tready_o, m_axis_tvalid_o, m_axis_tlast_o, m_axis_tuser_o,\n"
        "  output logic [{}:0] m_axis_tdata_o,\n"
        "  output logic [{}:0] m_axis_tdest_o{}\n"
        ");\n"
        "  localparam int unsigned N = {};\n  localparam int unsigned W = {};\n  localparam int unsigned D = "
        "{};\n",
        kDeviceWrapper, count_ - 1, count_ * width_ - 1, count_ * dest_ - 1, count_ - 1, count_ * width_ - 1,
        count_ * dest_ - 1, keep_ports(), count_, width_, dest_);
  }
  [[nodiscard]] std::string keep_ports() const {
    if (!keeps_) return "";
    const unsigned last = count_ * width_ / 8 - 1;
    return fmt::format(",\n  input  logic [{0}:0] s_axis_tkeep_i,\n  output logic [{0}:0] m_axis_tkeep_o",
                       last);
  }
  [[nodiscard]] std::string instance() const {
    std::vector<std::string> given;
    for (const auto& [name, value] : values_) given.push_back(fmt::format("    .{}({})", name, value));
    return fmt::format("  {} {}u_device (\n{}\n  );\n", device_.top,
                       given.empty() ? "" : fmt::format("#(\n{}\n  ) ", fmt::join(given, ",\n")),
                       fmt::join(pins_, ",\n"));
  }

  const Device& device_;
  const std::vector<ModulePort>& ports_;
  unsigned count_, width_, dest_;
  bool keeps_;  // beats have a tkeep
  std::vector<std::pair<std::string, std::string>> values_;
  std::string body_, drives_;
  std::vector<std::string> pins_;
  std::set<std::string> used_;
  ErrorList errors_;
};

}  // namespace

std::string device_wrapper(const Device& device, const std::vector<ModulePort>& ports,
                           const RunConfig& config) {
  return Wrapper(device, ports, config).text();
}

}  // namespace xb
