// SPDX-License-Identifier: Apache-2.0
#include "host/check/handshake_monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace xb {

void HandshakeMonitor::compare(const SwitchOutputs& out, std::uint64_t now) {
  for_each_port(stalled_, [&](unsigned port) {
    const PortMask bit = PortMask{1} << port;
    const std::size_t first = std::size_t{port} * data_words_;
    const char* what = nullptr;
    if ((out.m_tvalid & bit) == 0) {
      what = "tvalid was withdrawn";
    } else if (!std::equal(&out.m_tdata[first], &out.m_tdata[first + data_words_],
                           &offered_.m_tdata[first])) {
      what = "tdata changed";
    } else if (out.m_tdest[port] != offered_.m_tdest[port]) {
      what = "tdest changed";
    } else if (((out.m_tlast ^ offered_.m_tlast) & bit) != 0) {
      what = "tlast changed";
    } else if (((out.m_tuser ^ offered_.m_tuser) & bit) != 0) {
      what = "tuser changed";
    }
    if (what != nullptr && violation_.empty()) {
      violation_ =
          fmt::format("  cycle {}: output {}: handshake: {} while the receiver stalled\n", now, port, what);
    }
  });
}

void HandshakeMonitor::remember(const SwitchOutputs& out) {
  offered_.m_tlast = out.m_tlast;
  offered_.m_tuser = out.m_tuser;
  for_each_port(stalled_, [&](unsigned port) {
    const std::size_t first = std::size_t{port} * data_words_;
    offered_.m_tdest[port] = out.m_tdest[port];
    std::copy_n(&out.m_tdata[first], data_words_, &offered_.m_tdata[first]);
  });
}

}  // namespace xb
