// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/base/table_reader.h"
#include "host/device/device.h"

namespace xb {

// The keys of a description's tables [route] and [setup]. The device has to outlive them.
TomlKeys route_entries(DeviceRoute& route);
TomlKeys setup_entries(Device& device);

}  // namespace xb
