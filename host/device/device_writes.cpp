// SPDX-License-Identifier: Apache-2.0
#include "host/device/device_writes.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "host/base/errors.h"
#include "host/point/run_config.h"

namespace xb {
namespace {

constexpr std::size_t kMostWriteCycles = 10000;

using Cycles = std::vector<std::vector<WriteValue>>;

std::vector<WriteValue> values_of(const std::vector<DeviceWrite>& row, const ExpressionNames& names) {
  std::vector<WriteValue> values;
  for (const DeviceWrite& write : row) {
    try {
      const std::int64_t value = evaluate(write.expression, names);
      if (value < 0) throw std::invalid_argument("it is below 0");
      values.push_back({&write, static_cast<std::uint64_t>(value)});
    } catch (const std::invalid_argument& error) {
      throw InputError("{}: {}: '{}' is not allowed; {}", write.place, write.key, write.expression,
                       error.what());
    }
  }
  return values;
}

bool names_port(const std::vector<DeviceWrite>& row, const ExpressionNames& names) {
  const auto of_port = [&](const DeviceWrite& write) {
    try {
      return names_in(write.expression, names).count("port") == 1;
    } catch (const std::invalid_argument&) {
      return false;  // values_of() says what is wrong
    }
  };
  return std::any_of(row.begin(), row.end(), of_port);
}

}  // namespace

std::vector<std::vector<WriteValue>> device_writes(const Device& device, const RunConfig& config) {
  const auto& rows = device.writes;
  ExpressionNames names = expression_names(config);
  names["port"] = 0;
  Cycles cycles;
  for (std::size_t at = 0; at < rows.size();) {
    // Rows that name the port are written together for each port, cycles of rest between them, too.
    std::size_t end = at + 1;
    const bool each = names_port(rows[at], names);
    while (each && end < rows.size() && (rows[end].empty() || names_port(rows[end], names))) ++end;
    for (unsigned port = 0; port < (each ? config.ports : 1); ++port) {
      names["port"] = port;
      for (std::size_t row = at; row < end; ++row) cycles.push_back(values_of(rows[row], names));
    }
    names["port"] = 0;
    at = end;
  }
  if (cycles.size() > kMostWriteCycles)
    throw InputError("{}: setup.writes: {} cycles; allowed: at most {}", device.writes_place, cycles.size(),
                     kMostWriteCycles);
  cycles.insert(cycles.begin(), device.rest_cycles, {});
  return cycles;
}

}  // namespace xb
