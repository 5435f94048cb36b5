// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/device_wrapper.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/input_errors.h"
#include "host/base/text_file.h"
#include "host/device/device_writes.h"
#include "host/device/port_entries.h"
#include "host/device/port_pattern.h"
#include "host/point/run_config.h"
#include "host/wires/port_set.h"
#include "testbenches/sources/axi_ports.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/interface_shell.h"
#include "testbenches/sources/module_pins.h"

namespace xb {
namespace {

unsigned bits_of_port_number(unsigned ports) {
  unsigned bits = 1;
  while ((1U << bits) < ports) ++bits;
  return bits;
}

class Wrapper {
 public:
  Wrapper(const Device& device, const std::vector<ModulePort>& ports, const RunConfig& config, bool in_shell)
      : device_(device),
        config_(config),
        count_(config.ports),
        width_(config.width),
        dest_(bits_of_port_number(config.ports)),
        keeps_(config.packet_in_bytes),
        values_(device.values_at(config)),
        writes_(device_writes(device, config)),
        in_shell_(in_shell),
        pins_(device, ports, config.ports, expression_names(config)) {
    const PortPairs pairs = device.claims.pairs(count_);
    PortMask reached = 0;
    for (unsigned input = 0; input < count_; ++input) reached |= pairs.outputs_of(input);
    in_count_ = pins_.count_of(device.in.tvalid, false, port_count_of(pairs.inputs(count_)));
    out_count_ = pins_.count_of(device.out.tvalid, true, port_count_of(reached & all_ports(count_)));
  }

  std::string text() {
    connect_clock();
    connect_writes();
    if (device_.axi.is_there()) {
      connect_axi();
    } else {
      connect_inputs();
      connect_outputs();
    }
    const std::string shown = show_inside();
    for (const DevicePort& tie : device_.ties) connect_tie(tie);
    pins_.check_all_inputs(errors_);
    if (!errors_.empty() && !device_.axi.is_there()) name_port_count();
    errors_.throw_if_any(SourceText(device_.file, read_text_file(device_.file, "device", "a file")));
    return with_own_lines(head() + body_ + pins_.adapters() + instance() + shown) +
           "endmodule\n`default_nettype wire\n";
  }

 private:
  /// Up to the highest port of a set.
  static unsigned port_count_of(PortMask set) {
    unsigned count = 0;
    for_each_port(set, [&](unsigned port) { count = port + 1; });
    return count;
  }
  /// What is wrong with a module of another number of ports is only that.
  void name_port_count() {
    const unsigned own = pins_.ports_of(device_.in.tvalid);
    if (!device_.out.tvalid.code.empty() || own != pins_.ports_of(device_.out.tvalid) || own < 2 ||
        own > kMaxPorts || own == count_)
      return;
    errors_ = {};
    errors_.add(
        fmt::format("{}: ports: {} has {} ports, not {}; allowed: ports = {} in [device], --ports {}, or a "
                    "parameter that says it",
                    device_.top_place, device_.top, own, count_, own, own));
  }
  /// What the description has at this place: an error in it is one in its line.
  static std::string value_at(const std::string& place, const std::string& value) {
    return "\n" + line_of(place) + value;
  }
  static std::string line_of(const std::string& place) {
    const auto line = place.rfind(':', place.rfind(':') - 1);
    return fmt::format("`line {} \"{}\" 0\n", place.substr(line + 1, place.rfind(':') - line - 1),
                       place.substr(0, line));
  }
  /// With the wrapper's own lines again behind each line of the description's.
  static std::string with_own_lines(const std::string& text) {
    std::string all;
    std::istringstream lines(text);
    std::size_t number = 0;
    bool theirs = false;
    for (std::string line; std::getline(lines, line);) {
      all += line + "\n";
      ++number;
      if (theirs) {
        all += fmt::format("`line {} \"{}\" 0\n", number + 2, kDeviceWrapperFile);
        ++number;
      }
      theirs = line.rfind("`line ", 0) == 0;
    }
    return all;
  }
  /// Drives a signal of the module, each port's part by `usual` or what the description says.
  void drive(const DevicePort& p, const std::string& usual, unsigned wanted, unsigned least = 1) {
    if (!p.is_there()) return;
    const bool of_output = &p == &device_.out.tready;
    const unsigned count = of_output ? out_count_ : in_count_;
    pins_.set_count(count);
    errors_.collect([&] {
      const unsigned bits = pins_.bits_of(p, false, p.value.empty() ? wanted : 0);
      if (p.value.empty() && bits < least)
        throw InputError("{}: {}: '{}' has {} bits a port; allowed: at least {}", p.place, p.key, p.name,
                         bits, least);
      const std::string wire = wire_of(p);
      const std::string value = p.value.empty()     ? usual
                                : p.value == "ones" ? "'1"
                                                    : value_at(p.place, p.value);
      body_ += fmt::format("  logic [{}:0] {};\n", count * bits - 1, wire);
      (of_output ? ready_drives_ : drives_) +=
          fmt::format("    assign {}[i*{} +: {}] = {};\n", wire, bits, bits, value);
      pins_.pins(p, wire, bits);
    });
  }
  /// The wire that shows a signal of the module, of `wanted` bits a port, or any number; its bits a port.
  unsigned show(const DevicePort& p, unsigned wanted) {
    unsigned bits = 1;
    const unsigned count = &p == &device_.in.tready || &p == &device_.in.pause ? in_count_ : out_count_;
    pins_.set_count(count);
    errors_.collect([&] {
      bits = pins_.bits_of(p, true, p.code.empty() ? wanted : 0);
      body_ += fmt::format("  logic [{}:0] {};\n", count * bits - 1, wire_of(p));
      const auto [known, is_new] = shown_.emplace(p.name, wire_of(p));
      if (is_new || p.code.empty())
        pins_.pins(p, wire_of(p), bits);
      else  // a code means several things
        body_ += fmt::format("  assign {} = {};\n", wire_of(p), known->second);
      if (!p.code.empty())
        body_ += fmt::format(
            "  logic [{}:0] {};\n  for (genvar i = 0; i < {}; i++) begin : gen_{}\n"
            "    assign {}[i] = {}[i*{} +: {}] {};\n  end\n",
            count - 1, says(p), count, says(p), says(p), wire_of(p), bits, bits, value_at(p.place, p.code));
    });
    return bits;
  }
  static std::string says(const DevicePort& p) { return wire_of(p) + "_says"; }
  static std::string wire_of(const DevicePort& p) {
    std::string wire = p.key;
    std::replace(wire.begin(), wire.end(), '.', '_');
    return wire;
  }
  /// Its bits as the lab means them.
  static std::string meaning_of(const DevicePort& p) {
    if (!p.code.empty()) return says(p);
    return p.low ? "{~" + wire_of(p) + "}" : wire_of(p);
  }

  void connect_clock() {
    const DeviceClock& c = device_.clock;
    const auto connect = [&](const std::string& place, const std::string& key, const std::string& name,
                             const std::string& value) {
      errors_.collect(
          [&] { pins_.each_bit(place.empty() ? device_.file + ":1:1" : place, key, name, value); });
    };
    const auto is_other = [](const std::string& name) { return name.front() == '!'; };
    for (const std::string& name : with_port_numbers(c.clocks, count_))
      connect(c.place, "clock.name", name.substr(is_other(name) ? 1 : 0),
              is_other(name) ? "~clk_i" : "clk_i");
    for (std::size_t n = 0; n < c.inner.size(); ++n)
      connect(c.inner[n].place, "clock.inner." + c.inner[n].name, c.inner[n].name, inner_clock(n));
    for (const std::string& name : with_port_numbers(c.resets, count_))
      connect(c.reset_place, "clock.reset", name.substr(is_other(name) ? 1 : 0),
              c.reset_low != is_other(name) ? "rst_ni" : "~rst_ni");
  }
  static std::string inner_clock(std::size_t n) { return fmt::format("inner{}_clk_i", n); }

  /// The inputs that are written before traffic, each cycle after reset a row.
  void connect_writes() {
    if (writes_.empty()) return;
    std::map<std::string, unsigned> bits;
    std::string rows;
    for (std::size_t row = 0; row < writes_.size(); ++row) {
      for (const WriteValue& v : writes_[row]) {
        errors_.collect([&] { rows += written(row, v, bits); });
      }
    }
    for (const auto& [name, size] : bits) {
      const std::string& input = name;
      const std::string wire = setup_wire(input);
      body_ += fmt::format("  logic [{}:0] {};\n", size - 1, wire);
      rows.insert(0, fmt::format("    {} = '0;\n", wire));
      errors_.collect([&] { pins_.pin(device_.writes_place, "setup.writes", input, wire); });
    }
    body_ += fmt::format(
        "  logic [31:0] setup_q;\n"
        "  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
        "    if (!rst_ni) setup_q <= '0;\n"
        "    else if (setup_q != 32'd{}) setup_q <= setup_q + 1;\n"
        "  end\n"
        "  always_comb begin\n{}  end\n",
        writes_.size(), rows);
  }
  /// A value that is written in a row. `bits`: of the inputs that are.
  std::string written(std::size_t row, const WriteValue& v, std::map<std::string, unsigned>& bits) {
    const DeviceWrite& w = *v.write;
    const unsigned size = pins_.need(w.place, w.key, w.name, false).bits;
    if (size < 64 && v.value >> size != 0)
      throw InputError("{}: {}: {} does not fit into the {} bits of '{}'; allowed: 0..{}", w.place, w.key,
                       v.value, size, w.name, (std::uint64_t{1} << size) - 1);
    bits[w.name] = size;
    return fmt::format("    if (rst_ni && setup_q == {}) {} = {}'h{:x};\n", row, setup_wire(w.name), size,
                       v.value);
  }
  static std::string setup_wire(const std::string& input) { return verilog_name("setup_" + input); }

  void connect_axi() {
    const std::string start = writes_.empty() ? "rst_ni" : fmt::format("setup_q == 32'd{}", writes_.size());
    out_count_ = count_;
    body_ += axi_hosts(device_, config_, start, pins_, errors_);
    show_first();
    connect_out_tdest();
  }

  void connect_inputs() {
    const DeviceStream& in = device_.in;
    drive(in.tvalid, "valid", 1);
    drive(in.tdata, "data", width_);
    drive(in.tlast, in.tlast.low ? "!last" : "last", 1);
    drive(in.tkeep, "keep", keeps_ ? width_ / 8 : 0);
    drive(in.tdest, "dest", 0, bits_of_port_number(out_count_));
    check_tdest_fits();
    const bool classes = config_.has_classes();
    drive(in.tid, classes ? "tid" : "'0", 0, classes ? bits_of_port_number(config_.classes) : 1);
    drive(in.tuser, "first", 0);
    const DeviceLink& link = device_.out.link;
    if (device_.out.tready.is_there()) drive(device_.out.tready, "ready", 1);
    body_ += fmt::format("  for (genvar i = 0; i < {}; i++) begin : gen_port\n", in_count_) +
             "    localparam int unsigned port = i;\n"
             "    logic valid, ready, first, last;\n"
             "    logic [W-1:0] data;\n"
             "    logic [D-1:0] dest;\n"
             "    logic [W/8-1:0] keep;\n" +
             fmt::format("    assign valid = s_axis_tvalid_i[i]{};\n",
                         in.link.is_there() ? " && s_axis_tready_o[i]" : "") +
             "    assign ready = s_axis_tready_o[i];\n"
             "    assign first = s_axis_tuser_i[i];\n"
             "    assign last = s_axis_tlast_i[i];\n"
             "    assign data = s_axis_tdata_i[i*W +: W];\n"
             "    assign dest = s_axis_tdest_i[i*D +: D];\n" +
             (classes ? "    logic [2:0] tid;\n    assign tid = s_axis_tid_i[i*3 +: 3];\n" : "") +
             fmt::format("    assign keep = {};\n", keeps_ ? "s_axis_tkeep_i[i*(W/8) +: W/8]" : "'1") +
             drives_ + "  end\n";
    if (!ready_drives_.empty())
      body_ += fmt::format(
          "  for (genvar i = 0; i < {}; i++) begin : gen_ready\n    localparam int unsigned port = i;\n"
          "    logic valid, ready;\n    assign valid = {}[i];\n    assign ready = {}[i];\n{}  end\n",
          out_count_, link.is_there() ? "link_valid" : "m_axis_tvalid_o",
          link.is_there() ? "link_ready" : "m_axis_tready_i", ready_drives_);
    connect_pause();
    if (!in.tready.is_there()) {
      body_ += "  assign s_axis_tready_o = '1;\n";
      return;
    }
    show(in.tready, 1);
    if (!in.link.is_there()) {
      body_ += fmt::format("  assign s_axis_tready_o = N'({});\n", meaning_of(in.tready));
      return;
    }
    body_ += fmt::format(
        "  link_senders #(.Ports(N), .Credits({}), .Initial({}), .ReadyLatency({})) u_senders (\n"
        "    .clk_i, .rst_ni, .valid_i(s_axis_tvalid_i), .ready_o(s_axis_tready_o), .back_i(N'({}))\n  );\n",
        credits_of(in.link), initial_credits_of(in.link, "in"), in.link.ready_latency, meaning_of(in.tready));
  }
  /// Of a link; 0: it has none.
  [[nodiscard]] std::int64_t credits_of(const DeviceLink& link) const {
    return link.credits.empty() ? 0 : evaluate(link.credits, expression_names(config_));
  }
  std::int64_t initial_credits_of(const DeviceLink& link, const char* side) {
    const std::int64_t most = credits_of(link), initial = link.initial_credits.value_or(most);
    if (initial > most)
      errors_.add(fmt::format("{}: {}.initial-credits: {} is not allowed; allowed: 0..{}, of credits",
                              link.place, side, initial, most));
    return initial;
  }
  /// Whether an expression names nothing but the ports: its value is known before any cycle.
  static bool is_of_ports(const std::string& value) {
    static const std::regex number("'[sS]?[bodhBODH][0-9a-fA-FxXzZ_?]+"), name("[A-Za-z_$][A-Za-z0-9_$]*");
    const std::string names = std::regex_replace(value, number, "");
    return std::all_of(std::sregex_iterator(names.begin(), names.end(), name), std::sregex_iterator(),
                       [](const std::smatch& one) { return one.str() == "dest" || one.str() == "port"; });
  }
  /// A number of an output that its bits do not hold, such as `1 << dest` in those of a binary one, is an
  /// error as the model is built. A negative one is no such: it has ones above.
  void check_tdest_fits() {
    const DevicePort& tdest = device_.in.tdest;
    if (tdest.value.empty() || tdest.value == "ones" || !is_of_ports(tdest.value)) return;
    errors_.collect([&] {
      const unsigned bits = pins_.bits_of(tdest, false, 0);
      const std::string value = "{" + tdest.value + "}";
      drives_ += fmt::format(
          "    for (genvar o = 0; o < {}; o++) begin : gen_fits\n"
          "      localparam logic [D-1:0] dest = D'(o);{}"
          "if (({} >> {}) != 0 && ($bits({}) < 32 || ({{~{}}} >> {}) != 0)) "
          "$error(\"'%0d', of output %0d, does not fit into '{}', which has {} bits a port; allowed: less "
          "than "
          "2^{}\", {}, o);\n    end\n",
          out_count_, value_at(tdest.place, ""), value, bits, value, value, bits, tdest.name, bits, bits,
          value);
    });
  }
  /// Of the classes that there are; the module may have bits for more.
  void connect_pause() {
    const DevicePort& pause = device_.in.pause;
    if (!pause.is_there()) return;
    const unsigned bits = show(pause, 0), classes = config_.classes;
    errors_.collect([&] {
      if (bits < classes)
        throw InputError("{}: {}: '{}' has {} bits a port; allowed: at least {}, one for each class",
                         pause.place, pause.key, pause.name, bits, classes);
    });
    observed_ports_ += fmt::format("  output logic [{}:0] pause_o,\n", count_ * classes - 1);
    std::string shown;
    for (unsigned at = in_count_ * classes; at-- > 0;)
      shown += fmt::format("{}{}{}[{}]", shown.empty() ? "" : ", ", pause.low ? "~" : "", wire_of(pause),
                           at / classes * bits + at % classes);
    body_ += fmt::format("  assign pause_o = {}'({{{}}});\n", count_ * classes, shown);
  }

  /// Of a link, what the module shows goes to nets of other names, and through what the receivers have.
  void connect_outputs() {
    const DeviceLink& link = device_.out.link;
    if (!link.is_there()) return connect_shown_outputs();
    std::string before = std::exchange(body_, {});
    connect_shown_outputs();
    std::vector<std::pair<std::string, std::string>> parts{
        {"tdata", "W"}, {"tlast", "1"}, {"tuser", "1"}, {"tdest", "D"}};
    if (keeps_) parts.emplace_back("tkeep", "(W/8)");
    if (config_.has_classes()) parts.emplace_back("tid", "8");
    std::string nets, shown, given, bits;
    for (const auto& [name, size] : parts) {
      const std::string part = fmt::format("_axis_{}_o[i*{} +: {}]", name, size, size);
      nets += fmt::format("  logic [N*{}-1:0] d_axis_{}_o;\n", size, name);
      shown += (shown.empty() ? "d" : ", d") + part;
      given += (given.empty() ? "m" : ", m") + part;
      bits += (bits.empty() ? "" : " + ") + size;
    }
    static const std::regex ours("\\bm_axis_");
    body_ = before + nets +
            fmt::format(
                "  logic [N-1:0] link_valid, link_ready, d_axis_tvalid_o, d_axis_tready_i;\n"
                "  logic [N-1:0][{0}-1:0] link_beat, link_oldest;\n"
                "  assign d_axis_tready_i = '1;\n"
                "  for (genvar i = 0; i < N; i++) begin : gen_link\n"
                "    assign link_beat[i] = {{{1}}};\n    assign {{{2}}} = link_oldest[i];\n  end\n"
                "  link_receivers #(.Ports(N), .Bits({0}), .Credits({3}), .Initial({4}), .ReadyLatency({5}), "
                ".ReadLatency({6})) u_receivers (\n"
                "    .clk_i, .rst_ni, .valid_i(link_valid), .beat_i(link_beat), .ready_o(link_ready),\n"
                "    .came_o(d_axis_tvalid_o), .valid_o(m_axis_tvalid_o), .beat_o(link_oldest),\n"
                "    .ready_i(m_axis_tready_i)\n  );\n",
                bits, shown, given, credits_of(link), initial_credits_of(link, "out"), link.ready_latency,
                link.read_latency) +
            std::regex_replace(
                std::regex_replace(body_, std::regex("assign m_axis_tvalid_o"), "assign link_valid"), ours,
                "d_axis_");
  }
  void connect_shown_outputs() {
    const DeviceStream& out = device_.out;
    show(out.tvalid, 1);
    show(out.tdata, width_);
    if (out.tlast.is_there()) show(out.tlast, 1);
    body_ += fmt::format(
        "  assign m_axis_tvalid_o = N'({});\n  assign m_axis_tdata_o = (N*W)'({});\n"
        "  assign m_axis_tlast_o = {};\n",
        meaning_of(out.tvalid), wire_of(out.tdata),
        out.tlast.is_there() ? fmt::format("N'({})", meaning_of(out.tlast)) : "'1");
    if (out.tkeep.is_there()) show(out.tkeep, width_ / 8);
    if (keeps_) {
      const bool carries = device_.carries_keep();
      body_ += fmt::format("  assign m_axis_tkeep_o = {};\n",
                           carries ? fmt::format("(N*W/8)'({})", wire_of(out.tkeep)) : "'1");
    }
    if (out.tuser.is_there()) {
      show(out.tuser, 1);
      body_ += fmt::format("  assign m_axis_tuser_o = N'({});\n", wire_of(out.tuser));
    } else {
      show_first();
    }
    connect_out_tdest();
    connect_out_tid();
  }
  /// The first beat is the one behind a last.
  void show_first() {
    body_ +=
        "  logic [N-1:0] in_packet_q;\n"
        "  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
        "    if (!rst_ni) in_packet_q <= '0;\n"
        "    else in_packet_q <= (in_packet_q & ~(m_axis_tvalid_o & m_axis_tready_i)) |\n"
        "                        (m_axis_tvalid_o & m_axis_tready_i & ~m_axis_tlast_o);\n"
        "  end\n"
        "  assign m_axis_tuser_o = ~in_packet_q;\n";
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
        "  for (genvar i = 0; i < {}; i++) begin : gen_out\n    assign m_axis_tdest_o[i*D +: D] = {};\n  "
        "end\n",
        out_count_, value);
    if (out_count_ < count_) body_ += fmt::format("  assign m_axis_tdest_o[N*D-1:{}*D] = '0;\n", out_count_);
  }
  /// A number that a byte does not hold is no class.
  void connect_out_tid() {
    const DevicePort& tid = device_.out.tid;
    if (!tid.is_there()) return;
    const unsigned bits = show(tid, 0);
    if (!config_.has_classes()) return;
    const std::string shown = fmt::format("{}[i*{} +: {}]", wire_of(tid), bits, bits);
    body_ += fmt::format(
        "  for (genvar i = 0; i < {}; i++) begin : gen_tid\n"
        "    assign m_axis_tid_o[i*8 +: 8] = ({} >> 8) == 0 ? 8'({}) : '1;\n  end\n",
        out_count_, shown, shown);
    if (out_count_ < count_) body_ += fmt::format("  assign m_axis_tid_o[N*8-1:{}*8] = '0;\n", out_count_);
  }
  /// What the device shows of itself, 32 bits a port, or one.
  std::string show_inside() {
    std::string text;
    const auto show = [&](const DevicePort& p, const char* port, unsigned bits) {
      if (p.value.empty()) return;
      observed_ports_ += fmt::format("  output logic [{}:0] {},\n", bits * count_ - 1, port);
      text += line_of(p.place);
      std::string assigned;
      for (unsigned i = 0; i < count_; ++i)
        assigned +=
            bits == 1 ? fmt::format(" assign {}[{}] = |{{{}}};", port, i, inside(p.value, i))
                      : fmt::format(" assign {}[{} +: 32] = 32'({{{}}});", port, 32 * i, inside(p.value, i));
      text += assigned + "\n";
    };
    show(device_.observe.occupancy, "occ_beats_o", 32);
    show(device_.observe.drops, "drop_full_o", 32);
    show(device_.observe.hol, "device_hol_o", 1);
    return text;
  }
  /// The expression with names of the module as this one has them, and the number of a port.
  [[nodiscard]] std::string inside(const std::string& expression, unsigned port) const {
    const std::string device = in_shell_ ? fmt::format("u_device.{}.", kInterfaceShellDevice) : "u_device.";
    const std::string value = with_port_number(expression, port);
    const auto in_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '$'; };
    std::string text;
    char before = ' ';  // what stands in front, blanks left out
    for (std::size_t at = 0; at < value.size();) {
      const bool escaped = value[at] == '\\';  // up to a blank
      const bool is_name =
          escaped || std::isalpha(static_cast<unsigned char>(value[at])) != 0 || value[at] == '_';
      const bool whole = before != '.' && before != '\'' && !in_name(static_cast<unsigned char>(before));
      if (is_name && whole) text += device;
      do {
        before = value[at];
        text += value[at++];
      } while (is_name && at < value.size() &&
               (escaped ? before != ' ' : in_name(static_cast<unsigned char>(value[at]))));
    }
    return text;
  }
  void connect_tie(const DevicePort& tie) {
    errors_.collect([&] {
      for (unsigned i = 0; i < (tie.per_port() ? count_ : 1); ++i) {
        const std::string name = tie.name_of(i);
        const unsigned elements = tie.per_port() ? 1 : count_;
        static_cast<void>(pins_.need(tie.place, tie.key, name, false, elements));
        pins_.pin(tie.place, tie.key, name, tie.value == "ones" ? "'1" : value_at(tie.place, tie.value),
                  elements);
      }
    });
  }
  [[nodiscard]] std::string head() const {
    std::string inner;
    for (std::size_t n = 0; n < device_.clock.inner.size(); ++n)
      inner += fmt::format("  input  logic {},\n", inner_clock(n));
    inner += observed_ports_;
    return fmt::format(
        "`default_nettype none\n"
        "module {} (\n"
        "  input  logic clk_i, rst_ni,\n{}"
        "  input  logic [{}:0] s_axis_tvalid_i, s_axis_tlast_i, s_axis_tuser_i, m_axis_tready_i,\n"
        "  input  logic [{}:0] s_axis_tdata_i,\n"
        "  input  logic [{}:0] s_axis_tdest_i,\n"
        "  output logic [{}:0] s_axis_tready_o, m_axis_tvalid_o, m_axis_tlast_o, m_axis_tuser_o,\n"
        "  output logic [{}:0] m_axis_tdata_o,\n"
        "  output logic [{}:0] m_axis_tdest_o{}\n"
        ");\n"
        "  localparam int unsigned N = {};\n  localparam int unsigned W = {};\n  localparam int unsigned D = "
        "{};\n",
        kDeviceWrapper, inner, count_ - 1, count_ * width_ - 1, count_ * dest_ - 1, count_ - 1,
        count_ * width_ - 1, count_ * dest_ - 1, keep_ports() + tid_ports(), count_, width_, dest_);
  }
  [[nodiscard]] std::string keep_ports() const {
    if (!keeps_) return "";
    const unsigned last = count_ * width_ / 8 - 1;
    return fmt::format(",\n  input  logic [{0}:0] s_axis_tkeep_i,\n  output logic [{0}:0] m_axis_tkeep_o",
                       last);
  }
  [[nodiscard]] std::string tid_ports() const {
    if (!config_.has_classes()) return "";
    return fmt::format(",\n  input  logic [{}:0] s_axis_tid_i,\n  output logic [{}:0] m_axis_tid_o",
                       count_ * 3 - 1, count_ * 8 - 1);
  }
  [[nodiscard]] std::string instance() const {
    std::vector<std::string> given;
    for (const auto& [name, value] : values_)
      given.push_back(fmt::format("    .{}({})", verilog_name(name), value));
    return fmt::format(
        "  {} {}u_device (\n{}\n  );\n", in_shell_ ? kInterfaceShell : verilog_name(device_.top),
        given.empty() ? "" : fmt::format("#(\n{}\n  ) ", fmt::join(given, ",\n")), pins_.text());
  }

  const Device& device_;
  const RunConfig& config_;
  unsigned count_, width_, dest_;
  unsigned in_count_ = 0, out_count_ = 0;  // ports that the module has on a side
  bool keeps_;                             // beats have a tkeep
  std::vector<std::pair<std::string, std::string>> values_;
  std::vector<std::vector<WriteValue>> writes_;
  bool in_shell_;
  ModulePins pins_;
  std::map<std::string, std::string> shown_;  // outputs, and their wires
  std::string body_, drives_, ready_drives_, observed_ports_;
  ErrorList errors_;
};

}  // namespace

std::vector<std::string> wrapper_parts(const Device& device) {
  if (device.axi.is_there()) return {"axi_hosts.sv", "axi_rules.sv"};
  if (device.in.link.is_there() || device.out.link.is_there()) return {"device_links.sv"};
  return {};
}

std::string device_wrapper(const Device& device, const std::vector<ModulePort>& ports,
                           const RunConfig& config, bool in_shell) {
  return Wrapper(device, ports, config, in_shell).text();
}

}  // namespace xb
