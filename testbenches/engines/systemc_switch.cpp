// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <new>
#include <optional>

#include "host/switches/switch_registry.h"
#include "systemc/switch_module.h"
#include "testbenches/engines/engines.h"
#include "testbenches/engines/twins.h"

namespace xb {
namespace {

/// The systemc engine: binds the module's ports to signals and turns each cycle into one clock period. Each
/// switch has a clock of its own, so that several in one process are stepped one at a time. As elaboration
/// ends when any of them ticks, a new one waits with its reset until it is first used.
template <class Switch>
class SystemcSwitch : public SwitchModel {
  using Module = twin::SwitchModule<Switch>;
  template <class T>
  using Signal = sc_core::sc_signal<T>;

 public:
  explicit SystemcSwitch(const Setup& setup)
      : ports_(setup.config.ports),
        words_(std::size_t{setup.config.ports} * setup.config.data_words()),
        rest_period_(xb::rest_period(setup.config)),
        module_(sc_core::sc_gen_unique_name("xb_switch"), twin_params(setup, setup.config.data_words())),
        tdata_value_(words_),
        tkeep_value_(ports_),
        tdest_value_(ports_),
        tid_value_(ports_) {
    stopped_value_.size = setup.config.classes;
    stopped_.write(stopped_value_);
    bind();
    due_reset_ = setup.settings;
  }

  void reset(const SwitchSettings& settings) override {
    settings_.write(settings);
    due_reset_.reset();
    s_tvalid_.write(0);
    m_tready_.write(0);
    rst_n_.write(false);
    tick();
    tick();
    rst_n_.write(true);
    tick();
    tick();
  }

  void show(SwitchOutputs& out) override {
    if (due_reset_) reset(SwitchSettings(*due_reset_));
    sample(out);
  }

  void clock(const SwitchInputs& in) override {
    s_tvalid_.write(in.s_tvalid);
    s_tlast_.write(in.s_tlast);
    s_tuser_.write(in.s_tuser);
    m_tready_.write(in.m_tready);
    std::copy_n(in.s_tdata, words_, tdata_value_.value.begin());
    std::copy_n(in.s_tdest, ports_, tdest_value_.value.begin());
    s_tdata_.write(tdata_value_);
    if (module_.s_axis_tkeep_i) {
      std::copy_n(in.s_tkeep, ports_, tkeep_value_.value.begin());
      s_tkeep_.write(tkeep_value_);
    }
    s_tdest_.write(tdest_value_);
    if (module_.s_axis_tid_i) {
      std::copy_n(in.s_tid, ports_, tid_value_.value.begin());
      s_tid_.write(tid_value_);
    }
    tick();
  }

  void stop_classes(const PortMask* stopped) override {
    std::copy_n(stopped, stopped_value_.size, stopped_value_.value.begin());
    stopped_.write(stopped_value_);
  }

  [[nodiscard]] std::uint64_t rest_period() const override { return rest_period_; }
  [[nodiscard]] std::uint64_t evicted_packets() const override {
    if constexpr (twin::evicts<Switch>) return module_.twin().evicted_packets();
    return 0;
  }

 private:
  void bind() {
    module_.clk_i(clk_);
    module_.rst_ni(rst_n_);
    module_.cfg_i(settings_);
    module_.s_axis_tvalid_i(s_tvalid_);
    module_.s_axis_tready_o(s_tready_);
    module_.s_axis_tdata_i(s_tdata_);
    if (module_.s_axis_tkeep_i) (*module_.s_axis_tkeep_i)(s_tkeep_);
    module_.s_axis_tlast_i(s_tlast_);
    module_.s_axis_tdest_i(s_tdest_);
    module_.s_axis_tuser_i(s_tuser_);
    module_.m_axis_tvalid_o(m_tvalid_);
    module_.m_axis_tready_i(m_tready_);
    module_.m_axis_tdata_o(m_tdata_);
    if (module_.m_axis_tkeep_o) (*module_.m_axis_tkeep_o)(m_tkeep_);
    if (module_.s_axis_tid_i) {
      (*module_.s_axis_tid_i)(s_tid_);
      (*module_.s_axis_class_tready_o)(class_ready_);
      (*module_.m_axis_tid_o)(m_tid_);
      module_.m_axis_class_stopped_i(stopped_);
    }
    module_.m_axis_tlast_o(m_tlast_);
    module_.m_axis_tdest_o(m_tdest_);
    module_.m_axis_tuser_o(m_tuser_);
    module_.occ_beats_o(occ_beats_);
    module_.occ_packets_o(occ_packets_);
    module_.drop_misrouted_o(drop_misrouted_);
    module_.drop_full_o(drop_full_);
    module_.blocked_o(blocked_);
    module_.blocked_backpressure_o(backpressure_);
    module_.blocked_by_o(blocked_by_);
    module_.hol_o(hol_);
    module_.hol_victims_o(hol_victims_);
    module_.pool_o(pool_);
    module_.pool_by_o(pool_by_);
    module_.idle_with_work_o(idle_with_work_);
  }

  void tick() {
    try {
      clk_.write(true);
      sc_core::sc_start(half_period_);
      clk_.write(false);
      sc_core::sc_start(half_period_);
    } catch (const sc_core::sc_report& report) {
      // SystemC makes a report of whatever a process throws.
      if (std::strcmp(report.get_msg(), std::bad_alloc().what()) == 0) throw std::bad_alloc();
      throw;
    }
  }

  template <class Vector, class Array>
  static void copy_out(const Signal<Vector>& signal, Array& array) {
    const Vector& vector = signal.read();
    std::copy_n(vector.value.begin(), vector.size, array);
  }

  void sample(SwitchOutputs& out) const {
    out.s_tready = s_tready_.read();
    out.m_tvalid = m_tvalid_.read();
    out.m_tlast = m_tlast_.read();
    out.m_tuser = m_tuser_.read();
    out.blocked = blocked_.read();
    out.blocked_backpressure = backpressure_.read();
    out.hol = hol_.read();
    out.pool = pool_.read();
    out.idle_with_work = idle_with_work_.read();
    copy_out(m_tdata_, out.m_tdata);
    if (module_.m_axis_tkeep_o) copy_out(m_tkeep_, out.m_tkeep);
    copy_out(m_tdest_, out.m_tdest);
    if (module_.s_axis_tid_i) {
      copy_out(class_ready_, out.class_ready);
      copy_out(m_tid_, out.m_tid);
    }
    copy_out(blocked_by_, out.blocked_by);
    copy_out(hol_victims_, out.hol_victims);
    copy_out(pool_by_, out.pool_by);
    copy_out(occ_beats_, out.occ_beats);
    copy_out(occ_packets_, out.occ_packets);
    copy_out(drop_misrouted_, out.drop_misrouted);
    copy_out(drop_full_, out.drop_full);
    out.touched_known = false;
  }

  const sc_core::sc_time half_period_{5, sc_core::SC_NS};

  std::size_t ports_, words_;
  std::uint64_t rest_period_;
  Module module_;
  Signal<bool> clk_, rst_n_;
  Signal<twin::Settings> settings_;
  Signal<PortMask> s_tvalid_, s_tready_, s_tlast_, s_tuser_, m_tvalid_, m_tready_, m_tlast_, m_tuser_;
  Signal<PortMask> blocked_, backpressure_, hol_, pool_, idle_with_work_;
  Signal<typename Module::Data> s_tdata_, m_tdata_;
  Signal<typename Module::Ports> s_tdest_, m_tdest_, s_tid_, m_tid_, blocked_by_, pool_by_;
  Signal<typename Module::Masks> hol_victims_, s_tkeep_, m_tkeep_, class_ready_, stopped_;
  Signal<typename Module::Counts> occ_beats_, occ_packets_, drop_misrouted_, drop_full_;
  typename Module::Data tdata_value_;
  typename Module::Masks tkeep_value_, stopped_value_;
  typename Module::Ports tdest_value_, tid_value_;
  std::optional<SwitchSettings> due_reset_;
};

}  // namespace

std::unique_ptr<SwitchModel> make_systemc_switch(const Setup& setup) {
  return with_twin(setup, [&](auto twin) -> std::unique_ptr<SwitchModel> {
    return std::make_unique<SystemcSwitch<typename decltype(twin)::Type>>(setup);
  });
}

}  // namespace xb

/// SystemC's library wants one; the program drives the kernel from its own main().
int sc_main(int, char**) { return 0; }
