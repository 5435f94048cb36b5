// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/base/table_reader.h"
#include "host/device/device.h"

namespace xb {

// The keys of a description's tables that name ports of its module. What they go to has to outlive them.
TomlKeys clock_entries(DeviceClock& clock);
TomlKeys in_entries(DeviceStream& in);
TomlKeys out_entries(DeviceStream& out);
TomlKeys observe_entries(DeviceObserve& observe);
/// The table [tie], of any ports.
TomlKind tie_entry(Device& device);

/// A name of a port, or of a member of a struct, which may have a port's number in it (port_pattern.h).
bool is_port_name(const std::string& text);
/// A name of a macro, and most others; of letters, digits, _ and $.
bool is_plain_name(const std::string& text);
/// A name of a module or a parameter, which may be an escaped one, without its backslash.
bool is_module_name(const std::string& text);
/// As a source has it: `\\s[0].valid ` of names that are escaped there.
std::string verilog_name(const std::string& name);
/// What drives an input: a whole number from 0 on, or a text.
std::string driver_text(const TomlValue& value);

// The keys of a description whose ports are AXI4. What they go to has to outlive them.

/// Of [in] and [out], `side` being the ports there.
TomlKeys axi_side_entries(DevicePort& side, DeviceStream& stream);
/// Of [axi].
TomlKeys axi_entries(DeviceAxi& axi);

/// The description has been read: the streams of both sides are those of bursts.
void take_axi_streams(Device& device);

// The keys of a description's tables [route] and [setup]. The device has to outlive them.
TomlKeys route_entries(DeviceRoute& route);
TomlKeys write_entries(Device& device);

}  // namespace xb
