// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "systemc/class_ingress.h"
#include "systemc/hol_probe.h"
#include "systemc/pipe_class_grant.h"
#include "systemc/settings.h"
#include "systemc/switch_voq_pipe.h"

namespace xb::twin {

/// Twin of xb_pipe_voq_port: of which class a port shows a beat.
class PipeVoqPort {
 public:
  explicit PipeVoqPort(unsigned classes) : service_(classes) {}

  void reset() {
    service_.reset();
    shown_ = stopped_ = 0;
    held_ = begun_ = false;
  }
  /// From this cycle on no packet of these classes begins.
  void stop(ClassMask classes) {
    stopped_ = classes;
    if (!begun_ && (shown_ & classes) != 0) held_ = false;
  }
  /// The class shown, or whose packet has begun, if some of these classes have a beat; as a set of one or
  /// none.
  [[nodiscard]] ClassMask shown(ClassMask valid) const {
    if (held_) return shown_;
    valid &= ~stopped_;
    if (valid == 0) return 0;
    const ClassMask preferred = valid & service_.eligible();
    return ClassMask{1} << (31 - __builtin_clz(preferred != 0 ? preferred : valid));
  }
  /// The clock edge: of `shown` a beat is there, its packet's last or not; the receiver is ready.
  void clock(const Settings& s, ClassMask valid, bool last, bool ready) {
    const ClassMask shows = shown(valid);
    service_.clock(s, (valid & ~stopped_) | (held_ ? shown_ : 0), ready ? shows & valid : 0);
    if ((shows & valid) == 0) return;
    begun_ = ready ? !last : begun_;
    held_ = !(ready && last);
    shown_ = shows;
  }

 private:
  PipeService service_;
  ClassMask shown_ = 0, stopped_ = 0;
  bool held_ = false, begun_ = false;  // shown, and not gone; a beat has gone, and more are to
};

/// Twin of xb_switch_voq_pipe with traffic classes: all of it for each class, and ports that choose which
/// they show. Stepped like SwitchVoqPipe.
class SwitchVoqPipeClasses : public NeverSkipped, public NeverBlocked {
 public:
  explicit SwitchVoqPipeClasses(const Params& params);

  void reset();
  void step(const Inputs& in);

  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] unsigned queues() const { return planes_[0].queues(); }
  [[nodiscard]] PortMask s_tready() const { return class_ready(0); }
  [[nodiscard]] PortMask class_ready(unsigned c) const { return planes_[c].s_tready(); }
  [[nodiscard]] PortMask m_tvalid() const { return m_tvalid_; }
  [[nodiscard]] Side m_side(unsigned port) const { return planes_[class_[port]].m_side(port); }
  [[nodiscard]] Marks m_marks() const;
  [[nodiscard]] const std::uint64_t* m_tdata(unsigned port) const {
    return planes_[class_[port]].m_tdata(port);
  }
  [[nodiscard]] std::uint8_t m_tid(unsigned port) const { return class_[port]; }
  /// Per queue, all classes together; so are drops and flags.
  [[nodiscard]] Occupancy& occupancy() { return occupancy_; }
  [[nodiscard]] std::uint32_t drop_full(unsigned queue) const;
  [[nodiscard]] std::uint32_t drop_misrouted(unsigned input) const;
  [[nodiscard]] PortMask pool() const;
  [[nodiscard]] std::uint8_t pool_by(unsigned input) const;
  [[nodiscard]] PortMask idle_with_work() const { return idle_with_work_; }

 private:
  void clock_ports(PortMask m_tready);
  void count();
  void show();

  Params params_;
  std::vector<SwitchVoqPipe> planes_;  // by class
  std::vector<Inputs> offered_;        // to each, in this cycle
  std::vector<PipeVoqPort> ports_;     // per output
  ClassIngress ingress_;
  Occupancy occupancy_;
  Settings settings_;                            // registered, and bounded
  std::array<ClassMask, kMaxPorts> valid_{};     // per output: classes that have a beat for it
  std::array<std::uint8_t, kMaxPorts> class_{};  // per output: shown
  PortMask m_tvalid_ = 0, idle_with_work_ = 0;
};
static_assert(is_twin_with_classes<SwitchVoqPipeClasses>);

}  // namespace xb::twin
