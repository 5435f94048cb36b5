// SPDX-License-Identifier: Apache-2.0
#include "host/check/handshake_monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace xb {

void HandshakeMonitor::compare(const SwitchOutputs& out, std::uint64_t now) {
  for_each_port(stalled_, [&](unsigned port) {
    if (!violation_) compare(port, out, now);
  });
}

void HandshakeMonitor::compare(unsigned port, const SwitchOutputs& out, std::uint64_t now) {
  if ((out.m_tvalid >> port & 1U) == 0) {
    violation_ = RuleViolation{now, output_name(port), "valid-holds",
                               "tvalid 1, as the receiver was not ready", "tvalid 0"};
    return;
  }
  const auto same = [&](const char* signal, std::uint64_t expected, std::uint64_t seen) {
    if (expected == seen || violation_) return;
    violation_ = RuleViolation{now, output_name(port), "payload-holds",
                               fmt::format("{} {:#x}, as the receiver was not ready", signal, expected),
                               fmt::format("{:#x}", seen)};
  };
  const std::size_t first = std::size_t{port} * data_words_;
  for (std::size_t w = first; w < first + data_words_; ++w)
    same("tdata", offered_.m_tdata[w], out.m_tdata[w]);
  if (keep_) same("tkeep", offered_.m_tkeep[port], out.m_tkeep[port]);
  same("tdest", offered_.m_tdest[port], out.m_tdest[port]);
  same("tid", offered_.m_tid[port], out.m_tid[port]);
  same("tlast", offered_.m_tlast >> port & 1U, out.m_tlast >> port & 1U);
  same("tuser", offered_.m_tuser >> port & 1U, out.m_tuser >> port & 1U);
}

void HandshakeMonitor::remember(const SwitchOutputs& out) {
  offered_.m_tlast = out.m_tlast;
  offered_.m_tuser = out.m_tuser;
  for_each_port(stalled_, [&](unsigned port) {
    const std::size_t first = std::size_t{port} * data_words_;
    offered_.m_tdest[port] = out.m_tdest[port];
    offered_.m_tid[port] = out.m_tid[port];
    std::copy_n(&out.m_tdata[first], data_words_, &offered_.m_tdata[first]);
  });
  if (keep_) for_each_port(stalled_, [&](unsigned port) { offered_.m_tkeep[port] = out.m_tkeep[port]; });
}

}  // namespace xb
