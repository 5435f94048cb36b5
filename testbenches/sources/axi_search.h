// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "testbenches/sources/stream_search.h"

namespace xb {

/// Puts the ports of AXI4 that a module has in the place of its streams: `s00_axi_awvalid`, `S_AXI_AWVALID`,
/// `m_axi_awvalid[N]`. Their bases have `*` for awvalid and so on. False: there are none on both sides.
bool find_axi(const std::vector<ModulePort>& ports, FoundStreams& found);

}  // namespace xb
