// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/base/table_reader.h"
#include "host/device/device.h"

namespace xb {

// The keys of a description whose ports are AXI4. What they go to has to outlive them.

/// Of [in] and [out], `side` being the ports there.
TomlKeys axi_side_entries(DevicePort& side, DeviceStream& stream);
/// Of [axi].
TomlKeys axi_entries(DeviceAxi& axi);

/// The description has been read: the streams of both sides are those of bursts.
void take_axi_streams(Device& device);

}  // namespace xb
