// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/link/packet.h"
#include "host/switches/switch_registry.h"
#include "systemc/twin.h"
#include "testbenches/engines/engines.h"
#include "testbenches/engines/twins.h"

namespace xb {
namespace {

/// The fast engine: the twin without the SystemC kernel and without payload, free to skip cycles; with
/// `Classes` of traffic, it steps them all.
template <class Switch, bool Classes = false>
class FastSwitch : public SwitchModel {
  static_assert(twin::is_twin<Switch>);

 public:
  explicit FastSwitch(const Setup& setup)
      : switch_(twin_params(setup, 0)), lengths_(setup.lengths), rest_period_(xb::rest_period(setup.config)) {
    reset(setup.settings);
  }

  void reset(const SwitchSettings& settings) override {
    switch_.reset();
    in_ = {};
    in_.settings = settings;
    misrouted_ = true;
    strays_ = false;
    // As the other engines: settings are taken over in the cycles between reset and the run.
    switch_.step(in_);
    switch_.step(in_);
  }

  [[nodiscard]] bool carries_payload() const override { return false; }

  void show(SwitchOutputs& out) override {
    fill(out);
    shown_ = &out;
  }

  void clock(const SwitchInputs& in) override { step(in, *shown_); }

  void cycle(const SwitchInputs& in, SwitchOutputs& out) override {
    fill(out);
    step(in, out);
  }

  void stop_classes(const PortMask* stopped) override { in_.m_stopped = stopped; }

  [[nodiscard]] std::uint64_t steady_cycles(const SwitchInputs& in) const override {
    if (Classes) return 0;
    twin::Inputs next = in_;
    next.s_tvalid = in.s_tvalid;
    next.m_tready = in.m_tready;
    return switch_.steady(next);
  }

  void skip(const SwitchInputs& /*in*/, std::uint64_t cycles, SwitchOutputs& out) override {
    const auto count = static_cast<std::uint32_t>(cycles);
    if (switch_.balanced()) {  // the last cycle shows the counts that the one after it does
      switch_.skip(count);
      return fill(out);
    }
    switch_.skip(count - 1);
    fill(out);
    switch_.skip(1);
  }

  [[nodiscard]] bool shakes_as(const SwitchOutputs& shown) const override {
    if constexpr (!Classes) {
      if (switch_.s_tready() != shown.s_tready) return false;
    }
    return switch_.m_tvalid() == shown.m_tvalid;
  }

  [[nodiscard]] std::uint64_t rest_period() const override { return rest_period_; }
  [[nodiscard]] std::uint64_t evicted_packets() const override {
    if constexpr (twin::evicts<Switch>) return switch_.evicted_packets();
    return 0;
  }

 private:
  /// Ends the cycle in which `out` was shown.
  void step(const SwitchInputs& in, const SwitchOutputs& out) {
    connect(in);
    switch_.step(in_);
    // Packets to an output that does not exist are rare: in no run of the lab's own hosts.
    std::uint8_t most = 0;
    for (const std::uint8_t output : in.s_tdest) most = std::max(most, output);
    strays_ |= most >= switch_.params().ports;
    misrouted_ |= strays_ && (Classes || (out.s_tready & in.s_tvalid & in.s_tlast) != 0);
  }
  void connect(const SwitchInputs& in) {
    in_.s_tvalid = in.s_tvalid;
    in_.s_tlast = in.s_tlast;
    in_.s_tuser = in.s_tuser;
    in_.m_tready = in.m_tready;
    in_.s_tdest = in.s_tdest;
    in_.s_tdata = in.s_tdata;
    if (Classes) in_.s_tid = in.s_tid;
  }

  void fill(SwitchOutputs& out) {
    if constexpr (Classes)
      fill_classes(out);
    else
      out.s_tready = switch_.s_tready();
    out.m_tvalid = switch_.m_tvalid();
    const twin::Marks marks = switch_.m_marks();
    out.m_tuser = marks.user;
    out.m_tlast = marks.last;
    // Further beats of a packet show the same.
    for_each_port(out.m_tuser, [&](unsigned j) { out.m_tdata[j] = *switch_.m_tdata(j); });
    if (lengths_.in_bytes()) fill_keep(out);
    out.blocked = switch_.blocked();
    out.blocked_backpressure = out.hol = 0;
    for_each_port(out.blocked, [&](unsigned i) {
      const twin::HolFlags& flags = switch_.hol_flags(i);
      const PortMask bit = PortMask{1} << i;
      if (flags.backpressure) out.blocked_backpressure |= bit;
      if (flags.victims != 0) out.hol |= bit;
      out.blocked_by[i] = flags.blocked_by;
      out.hol_victims[i] = flags.victims;
    });
    out.pool = switch_.pool();
    for_each_port(out.pool, [&](unsigned i) { out.pool_by[i] = switch_.pool_by(i); });
    out.idle_with_work = switch_.idle_with_work();
    out.touched_known = true;
    const bool drops = in_.settings.drop || misrouted_;
    std::uint32_t touched = 0;
    switch_.occupancy().take_touched([&](unsigned q) {
      out.occ_beats[q] = switch_.occupancy().beats(q);
      out.occ_packets[q] = switch_.occupancy().packets(q);
      if (drops) out.drop_full[q] = switch_.drop_full(q);
      out.touched[touched++] = static_cast<std::uint16_t>(q);
    });
    out.touched_count = touched;
    if (!misrouted_) return;
    for (unsigned i = 0; i < switch_.params().ports; ++i) {
      out.m_tdest[i] = static_cast<std::uint8_t>(i);
      out.drop_misrouted[i] = switch_.drop_misrouted(i);
    }
    misrouted_ = false;
  }

  void fill_classes(SwitchOutputs& out) {
    for (unsigned c = 0; c < switch_.params().classes; ++c) out.class_ready[c] = switch_.class_ready(c);
    for_each_port(switch_.m_tvalid(), [&](unsigned j) { out.m_tid[j] = switch_.m_tid(j); });
  }

  /// As the packets' headers have it, which an output shows from a packet's first beat to its last.
  void fill_keep(SwitchOutputs& out) {
    for_each_port(out.m_tvalid, [&](unsigned j) {
      const bool last = (out.m_tlast & bit(j)) != 0;
      out.m_tkeep[j] =
          last ? lengths_.last_keep(PacketHeader::decode(out.m_tdata[j]).length) : lengths_.full_keep();
    });
  }

  Switch switch_;
  LengthUnit lengths_;
  std::uint64_t rest_period_;
  twin::Inputs in_;
  const SwitchOutputs* shown_ = nullptr;  // by show(): what it filled last
  bool strays_ = false;                   // some beat since reset was for an output that does not exist
  bool misrouted_ = true;                 // a packet may have been, or nothing has been shown yet
};

}  // namespace

std::unique_ptr<SwitchModel> make_fast_switch(const Setup& setup) {
  return with_twin(setup, [&](auto twin) -> std::unique_ptr<SwitchModel> {
    using Switch = typename decltype(twin)::Type;
    if constexpr (twin::is_twin_with_classes<Switch>) {
      if (setup.config.has_classes()) return std::make_unique<FastSwitch<Switch, true>>(setup);
    }
    return std::make_unique<FastSwitch<Switch>>(setup);
  });
}

}  // namespace xb
