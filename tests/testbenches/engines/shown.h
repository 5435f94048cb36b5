// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "host/config/setup.h"
#include "host/link/switch_model.h"
#include "tests/testbenches/engines/raw_links.h"

namespace xb {

/// The first signal in which a cycle's outputs differ, where they mean something; empty: they are equal.
/// `data_words` 0: the payload is not compared.
inline std::string difference(const SwitchOutputs& a, const SwitchOutputs& b, unsigned ports, unsigned queues,
                              unsigned data_words) {
  std::string found;
  const auto look = [&](const char* name, auto x, auto y, unsigned at) {
    if (found.empty() && x != y) found = fmt::format("{}[{}]: {:#x}, {:#x}", name, at, x, y);
  };
  look("s_tready", a.s_tready, b.s_tready, 0);
  look("m_tvalid", a.m_tvalid, b.m_tvalid, 0);
  look("m_tlast", a.m_tlast & a.m_tvalid, b.m_tlast & a.m_tvalid, 0);
  look("m_tuser", a.m_tuser & a.m_tvalid, b.m_tuser & a.m_tvalid, 0);
  for_each_port(a.m_tvalid, [&](unsigned j) {
    look("m_tdest", a.m_tdest[j], b.m_tdest[j], j);
    for (unsigned w = j * data_words; w < (j + 1) * data_words; ++w)
      look("m_tdata", a.m_tdata[w], b.m_tdata[w], w);
  });
  look("blocked", a.blocked, b.blocked, 0);
  look("blocked_backpressure", a.blocked_backpressure, b.blocked_backpressure, 0);
  look("hol", a.hol, b.hol, 0);
  for_each_port(a.blocked, [&](unsigned i) { look("blocked_by", a.blocked_by[i], b.blocked_by[i], i); });
  for_each_port(a.hol, [&](unsigned i) { look("hol_victims", a.hol_victims[i], b.hol_victims[i], i); });
  look("pool", a.pool, b.pool, 0);
  for_each_port(a.pool, [&](unsigned i) { look("pool_by", a.pool_by[i], b.pool_by[i], i); });
  look("idle_with_work", a.idle_with_work, b.idle_with_work, 0);
  for (unsigned q = 0; q < queues; ++q) {
    look("occ_beats", a.occ_beats[q], b.occ_beats[q], q);
    look("occ_packets", a.occ_packets[q], b.occ_packets[q], q);
    look("drop_full", a.drop_full[q], b.drop_full[q], q);
  }
  for (unsigned i = 0; i < ports; ++i) look("drop_misrouted", a.drop_misrouted[i], b.drop_misrouted[i], i);
  return found;
}

/// The same of what an engine says has changed.
inline std::string touched_difference(const SwitchOutputs& a, const SwitchOutputs& b) {
  if (a.touched_known != b.touched_known) return "touched_known";
  if (!a.touched_known) return {};
  const bool same =
      a.touched_count == b.touched_count && std::equal(a.touched, a.touched + a.touched_count, b.touched);
  return same ? "" : "touched";
}

/// A switch between raw links of its own.
class Linked {
 public:
  Linked(SwitchModel& model, const Setup& setup, const EndsPoint& point, std::uint64_t seed)
      : model_(model),
        words_(setup.config.data_words()),
        links_(point, setup.config.ports, words_, RandomStream(seed, StreamPurpose::Test, 7)) {
    model_.reset(point.settings);
  }

  /// One cycle, as one call or as two.
  void step(bool one_call) {
    if (one_call) {
      const SwitchInputs& in = links_.drive();
      model_.cycle(in, out_);
      end_cycle(in);
    } else {
      model_.show(out_);  // before anything is known of the inputs
      const SwitchInputs& in = links_.drive();
      model_.clock(in);
      end_cycle(in);
    }
  }
  [[nodiscard]] const SwitchOutputs& shown() const { return out_; }
  [[nodiscard]] std::uint64_t delivered() const { return delivered_; }

 private:
  void end_cycle(const SwitchInputs& in) {
    const PortMask taken = in.s_tvalid & out_.s_tready;
    delivered_ += port_count(out_.m_tvalid & in.m_tready);
    links_.taken(taken);
  }

  SwitchModel& model_;
  unsigned words_;
  RawLinks links_;
  SwitchOutputs out_{};
  std::uint64_t delivered_ = 0;
};

}  // namespace xb
