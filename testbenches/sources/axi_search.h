// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "testbenches/sources/stream_search.h"

namespace xb {

/// Where in a port's name awvalid is, or aw_valid, and how long that is; npos: nowhere.
struct AxiValid {
  std::size_t begin, size;
};
AxiValid axi_valid_in(const std::string& name);

/// Puts the ports of AXI4 that a module has in the place of its streams: `s00_axi_awvalid`, `S_AXI_AWVALID`,
/// `m_axi_awvalid[N]`, `m_aw_valid`. Their bases have `*` for awvalid and so on, or two of them. False: there
/// are none on both sides.
bool find_axi(const std::vector<ModulePort>& ports, FoundStreams& found);

}  // namespace xb
