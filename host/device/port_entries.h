// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/device/device.h"
#include "host/device/table_reader.h"

namespace xb {

// The keys of a description's tables that name ports of its module. Reader and device outlive them.
TableReader::Entries clock_entries(TableReader& reader, DeviceClock& clock);
TableReader::Entries in_entries(TableReader& reader, DeviceStream& in);
TableReader::Entries out_entries(TableReader& reader, DeviceStream& out);
TableReader::Entries observe_entries(TableReader& reader, DeviceObserve& observe);
/// The table [tie], of any ports.
TableReader::Entry tie_entry(TableReader& reader, Device& device);

}  // namespace xb
