// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/device/device.h"
#include "host/device/table_reader.h"

namespace xb {

// The keys of a description's tables [route] and [setup]. Reader and device outlive them.
TableReader::Entries route_entries(TableReader& reader, DeviceRoute& route);
TableReader::Entries setup_entries(TableReader& reader, Device& device);

}  // namespace xb
