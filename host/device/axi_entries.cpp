// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <stdexcept>

#include "host/device/port_entries.h"
#include "host/point/run_config.h"

namespace xb {
namespace {

constexpr unsigned kMostIds = 64, kMostOutstanding = 64, kMostAhead = 1024;

/// A number of bytes, or an expression that may name `port`.
TomlKind bytes_to(std::string& to) {
  const auto read = [&to](const TomlValue& value) {
    to = driver_text(value);
    RunConfig largest;
    largest.ports = kMaxPorts;
    ExpressionNames names = expression_names(largest);
    names["port"] = 1;
    try {
      static_cast<void>(evaluate(to, names));
    } catch (const std::invalid_argument& error) {
      value.fail(fmt::format("'{}' is not allowed; {}; allowed: {}", to, error.what(), value.allowed));
    }
  };
  return {"a number of bytes, or an expression that may name port, such as 'port << 24'", read};
}

}  // namespace

TomlKeys axi_side_entries(DevicePort& side, DeviceStream& stream) {
  const auto read = [&side](const TomlValue& value) {
    std::string name = value.text();
    if (name.find('*') == std::string::npos) name += "_*";
    side.place = value.place();
    side.key = value.key;
    side.name = name;
    if (!is_port_name(DeviceAxi::signal(side, "awvalid").name)) value.refuse();
  };
  return {
      {"axi",
       {"what the names of a port's signals begin with, such as s{i}_axi, or all of them with * for awvalid "
        "and so on",
        read},
       kNeeded},
      {"clock", with_place(stream.clock_place, text_to(stream.clock, "one of clock.name"))}};
}

TomlKeys axi_entries(DeviceAxi& axi) {
  const auto read = [&axi](const TomlValue& value) {
    const std::string word = value.word({"write", "read", "both"});
    axi.writes = word != "read";
    axi.reads = word != "write";
  };
  const auto power = [&axi](const TomlValue& value) {
    axi.ahead = static_cast<unsigned>(value.whole(2, kMostAhead));
    if ((axi.ahead & (axi.ahead - 1)) != 0) value.refuse();
  };
  return {{"traffic", {"write read both", read}},
          {"base", with_place(axi.place, bytes_to(axi.base)), kNeeded},
          {"size", bytes_to(axi.size), kNeeded},
          {"unmapped", bytes_to(axi.unmapped)},
          {"ids", whole_to(axi.ids, 1, kMostIds)},
          {"outstanding", whole_to(axi.outstanding, 1, kMostOutstanding)},
          {"ahead", {fmt::format("a power of two, 2..{}", kMostAhead), power}}};
}

void take_axi_streams(Device& device) {
  const DeviceAxi& axi = device.axi;
  const std::string address = axi.writes ? "aw" : "ar";
  const std::string data = axi.writes ? "w" : "r";
  const auto set = [&](DeviceStream& stream, const DevicePort& side) {
    stream.tvalid = DeviceAxi::signal(side, address + "valid");
    stream.tready = DeviceAxi::signal(side, address + "ready");
    stream.tdest = DeviceAxi::signal(side, address + "addr");
    stream.tdata = DeviceAxi::signal(side, data + "data");
    stream.tlast = DeviceAxi::signal(side, data + "last");
  };
  set(device.in, axi.in);
  set(device.out, axi.out);
  device.out.tdest = {};
}

}  // namespace xb
