// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/device/device.h"

namespace xb {

/// What one input of the module gets in one cycle of the setup.
struct WriteValue {
  const DeviceWrite* write;
  std::uint64_t value;
};
/// The cycles of a device's setup at a point, rest first, each with the inputs that are not 0 in it. Throws
/// InputError: a value below 0, or too many cycles.
std::vector<std::vector<WriteValue>> device_writes(const Device& device, const RunConfig& config);

}  // namespace xb
