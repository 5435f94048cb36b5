// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/axi_ports.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "host/base/errors.h"
#include "host/point/run_config.h"
#include "host/wires/port_set.h"

namespace xb {
namespace {

enum class Bits : unsigned { Address = 1000, Id, Data, Strobe, Any };  // others are numbers of bits
constexpr Bits operator""_bits(unsigned long long bits) { return static_cast<Bits>(bits); }

/// A signal of a port. What hosts do not have is 0 where they drive it.
struct AxiSignal {
  const char* name;
  bool of_master;  ///< it goes from a master to a memory
  Bits bits;
  bool hosts_have, needed;

  [[nodiscard]] bool of_writes() const { return name[0] == 'w' || name[0] == 'b' || name[1] == 'w'; }
};
constexpr bool kHostsHave = true, kNeededThere = true;
constexpr AxiSignal kAxiSignals[] = {{"awvalid", true, 1_bits, kHostsHave, kNeededThere},
                                     {"awready", false, 1_bits, kHostsHave, kNeededThere},
                                     {"awaddr", true, Bits::Address, kHostsHave, kNeededThere},
                                     {"awid", true, Bits::Id, kHostsHave, false},
                                     {"awlen", true, 8_bits, kHostsHave, kNeededThere},
                                     {"awsize", true, 3_bits, kHostsHave, false},
                                     {"awburst", true, 2_bits, kHostsHave, false},
                                     {"wvalid", true, 1_bits, kHostsHave, kNeededThere},
                                     {"wready", false, 1_bits, kHostsHave, kNeededThere},
                                     {"wdata", true, Bits::Data, kHostsHave, kNeededThere},
                                     {"wstrb", true, Bits::Strobe, kHostsHave, false},
                                     {"wlast", true, 1_bits, kHostsHave, kNeededThere},
                                     {"bvalid", false, 1_bits, kHostsHave, kNeededThere},
                                     {"bready", true, 1_bits, kHostsHave, kNeededThere},
                                     {"bid", false, Bits::Id, kHostsHave, false},
                                     {"bresp", false, 2_bits, kHostsHave, false},
                                     {"arvalid", true, 1_bits, kHostsHave, kNeededThere},
                                     {"arready", false, 1_bits, kHostsHave, kNeededThere},
                                     {"araddr", true, Bits::Address, kHostsHave, kNeededThere},
                                     {"arid", true, Bits::Id, kHostsHave, false},
                                     {"arlen", true, 8_bits, kHostsHave, kNeededThere},
                                     {"arsize", true, 3_bits, kHostsHave, false},
                                     {"arburst", true, 2_bits, kHostsHave, false},
                                     {"rvalid", false, 1_bits, kHostsHave, kNeededThere},
                                     {"rready", true, 1_bits, kHostsHave, kNeededThere},
                                     {"rdata", false, Bits::Data, kHostsHave, kNeededThere},
                                     {"rlast", false, 1_bits, kHostsHave, kNeededThere},
                                     {"rid", false, Bits::Id, kHostsHave, false},
                                     {"rresp", false, 2_bits, kHostsHave, false},
                                     {"awlock", true, Bits::Any, false, false},
                                     {"awcache", true, Bits::Any, false, false},
                                     {"awprot", true, Bits::Any, false, false},
                                     {"awqos", true, Bits::Any, false, false},
                                     {"awregion", true, Bits::Any, false, false},
                                     {"awatop", true, Bits::Any, false, false},
                                     {"awuser", true, Bits::Any, false, false},
                                     {"wuser", true, Bits::Any, false, false},
                                     {"buser", false, Bits::Any, false, false},
                                     {"arlock", true, Bits::Any, false, false},
                                     {"arcache", true, Bits::Any, false, false},
                                     {"arprot", true, Bits::Any, false, false},
                                     {"arqos", true, Bits::Any, false, false},
                                     {"arregion", true, Bits::Any, false, false},
                                     {"aruser", true, Bits::Any, false, false},
                                     {"ruser", false, Bits::Any, false, false}};

constexpr unsigned kLongestOfCheck = 16;  // beats of the packets that `device check` sends

class AxiPorts {
 public:
  AxiPorts(const Device& device, const RunConfig& config, ModulePins& pins, ErrorList& errors)
      : device_(device), axi_(device.axi), config_(config), pins_(pins), errors_(errors) {}

  std::string text(const std::string& start) {
    masters_ = ports_of(axi_.in);
    memories_ = ports_of(axi_.out);
    check_ports();
    if (!errors_.empty()) return "";
    connect(axi_.in, "in", masters_, master_id_);
    connect(axi_.out, "out", memories_, memory_id_);
    check_ids();
    const std::string map = memory_map();
    const unsigned bound = 64 * config_.ports * std::max(kLongestOfCheck, config_.longest_beats());
    return wires_ +
           fmt::format(
               "  axi_hosts #(.Ports(N), .W(W), .D(D), .Masters({}), .Memories({}), .A({}), .MasterId({}), "
               ".MemoryId({}),\n    .Ids({}), .Outstanding({}), .Ahead({}), .Writes(1'b{:d}), "
               ".Reads(1'b{:d}), .Probe(1'b{:d}), .Unmapped(64'h{:x}),\n    .Bound({}), {}) u_axi (\n",
               masters_, memories_, address_, master_id_, memory_id_, axi_.ids, axi_.outstanding, axi_.ahead,
               axi_.writes, axi_.reads, !axi_.unmapped.empty(), unmapped_, bound, map) +
           fmt::format("    .start_i({}), .*);\n", start);
  }

 private:
  /// A signal of a side, in the letters that the module has.
  [[nodiscard]] DevicePort port(const DevicePort& side, std::string name) const {
    DevicePort lower = DeviceAxi::signal(side, name);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::toupper(c); });
    for (DevicePort one : {lower, DeviceAxi::signal(side, name)}) {
      if (pins_.ports_of(one) > 0) return one;
      one.name = DeviceAxi::other_way(one.name);
      if (pins_.ports_of(one) > 0) return one;
    }
    return lower;
  }
  [[nodiscard]] unsigned ports_of(const DevicePort& side) {
    const DevicePort valid = port(side, axi_.writes ? "awvalid" : "arvalid");
    errors_.collect(
        [&] { static_cast<void>(pins_.need(valid.place, valid.key, valid.name_of(0), is_out(side))); });
    return pins_.ports_of(valid);
  }
  [[nodiscard]] bool is_out(const DevicePort& side) const { return &side == &axi_.out; }

  /// Every port of a run that is connected is one of the module's.
  void check_ports() {
    if (!errors_.empty()) return;
    const bool both = axi_.writes && axi_.reads;
    const unsigned most = std::max(masters_, memories_);
    const unsigned wanted = both ? 2 * most : most;
    PortPairs there = PortPairs::none();
    std::vector<std::string> claims;
    const auto add = [&](unsigned first, unsigned named, unsigned inputs, unsigned outputs) {
      const auto set = [&](unsigned count) { return all_ports(count) << first; };
      there.connect(set(inputs), set(outputs));
      claims.push_back(
          fmt::format("\"{}..{}>{}..{}\"", named, named + inputs - 1, named, named + outputs - 1));
    };
    if (axi_.writes) add(0, 0, masters_, memories_);
    if (axi_.reads) add(both ? config_.ports / 2 : 0, both ? most : 0, memories_, masters_);
    const PortPairs pairs = device_.claims.pairs(config_.ports);
    bool fits = wanted <= config_.ports;
    for (unsigned input = 0; input < config_.ports; ++input)
      fits &= (pairs.outputs_of(input) & ~there.outputs_of(input) & all_ports(config_.ports)) == 0;
    if (fits) return;
    errors_.add(
        fmt::format("{}: in.axi: {} has {} masters and {} memories, with {}, not {} ports that are all "
                    "connected; allowed: ports = {} in [device] and connects = [{}] in [claims]",
                    axi_.in.place, device_.top, masters_, memories_,
                    both          ? "writes and reads"
                    : axi_.writes ? "writes"
                                  : "reads",
                    config_.ports, wanted, fmt::join(claims, ", ")));
  }

  void connect(const DevicePort& side, const std::string& prefix, unsigned count, unsigned& id) {
    pins_.set_count(count);
    for (const AxiSignal& one : kAxiSignals) {
      errors_.collect([&] { connect(side, one, prefix + "_" + one.name, count, id); });
    }
  }
  void connect(const DevicePort& side, const AxiSignal& one, const std::string& wire, unsigned count,
               unsigned& id) {
    const DevicePort p = port(side, one.name);
    const bool output = one.of_master == is_out(side);  // of the module
    const bool needed = one.needed && (one.of_writes() ? axi_.writes : axi_.reads);
    if (pins_.ports_of(p) == 0 && !needed) {
      if (one.hosts_have)
        wires_ += fmt::format("  logic [{}:0] {};\n", count * std::max(1U, wanted_bits(one, id)) - 1, wire);
      if (one.hosts_have && output)
        wires_ += fmt::format("  assign {} = {};\n", wire, absent_value(one, count));
      return;
    }
    const unsigned bits = pins_.bits_of(p, output, wanted_bits(one, id));
    if (one.bits == Bits::Id) id = bits;
    if (one.bits == Bits::Address) address_ = bits;
    if (one.hosts_have || !output) {
      wires_ += fmt::format("  logic [{}:0] {};\n", count * bits - 1, wire);
      pins_.pins(p, wire, bits);
    }
    if (!one.hosts_have && !output) wires_ += fmt::format("  assign {} = '0;\n", wire);
  }
  /// Of a signal of one port; 0: as many as the module's has.
  [[nodiscard]] unsigned wanted_bits(const AxiSignal& one, unsigned id) const {
    switch (one.bits) {
      case Bits::Address:
        return address_;
      case Bits::Id:
        return id;
      case Bits::Data:
        return config_.width;
      case Bits::Strobe:
        return config_.width / 8;
      case Bits::Any:
        return 0;
      default:
        return static_cast<unsigned>(one.bits);
    }
  }
  /// What a memory sees where the module does not say it: what was sent.
  [[nodiscard]] std::string absent_value(const AxiSignal& one, unsigned count) const {
    unsigned log = 0;
    while (8U << log < config_.width) ++log;
    const std::string name = one.name + 2;
    if (name == "size") return fmt::format("{{{}{{3'd{}}}}}", count, log);
    if (name == "burst") return fmt::format("{{{}{{2'd1}}}}", count);
    return one.bits == Bits::Strobe ? "'1" : "'0";
  }

  void check_ids() {
    // Without an id there is a bit, which is 0.
    const auto fits = [&](unsigned bits) { return bits >= 7 || axi_.ids <= 1U << bits; };
    if (master_id_ == 0 ? axi_.ids == 1 : fits(master_id_)) {
      master_id_ = std::max(1U, master_id_);
      memory_id_ = std::max(1U, memory_id_);
      return;
    }
    errors_.add(
        fmt::format("{}: axi.ids: {} do not fit into the {} bits of awid or arid of {}; allowed: 1..{}",
                    axi_.place, axi_.ids, master_id_, device_.top, 1U << master_id_));
  }

  /// An expression for a memory.
  std::uint64_t value_of(const char* key, const std::string& expression, unsigned memory) {
    ExpressionNames names = expression_names(config_);
    names["port"] = memory;
    const std::int64_t value = evaluate(expression, names);
    const std::int64_t unit = DeviceAxi::kPageBytes;
    const bool is_size = key == std::string("size");
    if (value < (is_size ? unit : 0) || value % unit != 0 ||
        (address_ < 63 && value > std::int64_t{1} << address_))
      throw InputError(
          fmt::format("{}: axi.{}: '{}' is {} for memory {}; allowed: a multiple of {} from {} on that "
                      "the {} bits of an address hold",
                      axi_.place, key, expression, value, memory, unit, is_size ? unit : 0, address_));
    return static_cast<std::uint64_t>(value);
  }
  std::string memory_map() {
    std::vector<std::string> bases, sizes;
    errors_.collect([&] {
      for (unsigned j = memories_; j-- > 0;) {
        bases.push_back(fmt::format("64'h{:x}", value_of("base", axi_.base, j)));
        sizes.push_back(fmt::format("64'h{:x}", value_of("size", axi_.size, j)));
      }
      if (!axi_.unmapped.empty()) unmapped_ = value_of("unmapped", axi_.unmapped, 0);
    });
    return fmt::format(".Bases({{{}}}), .Sizes({{{}}})", fmt::join(bases, ", "), fmt::join(sizes, ", "));
  }

  const Device& device_;
  const DeviceAxi& axi_;
  const RunConfig& config_;
  ModulePins& pins_;
  ErrorList& errors_;
  unsigned masters_ = 0, memories_ = 0;
  unsigned address_ = 0, master_id_ = 0, memory_id_ = 0;  // bits
  std::uint64_t unmapped_ = 0;
  std::string wires_;
};

}  // namespace

std::string axi_hosts(const Device& device, const RunConfig& config, const std::string& start,
                      ModulePins& pins, ErrorList& errors) {
  return AxiPorts(device, config, pins, errors).text(start);
}

}  // namespace xb
