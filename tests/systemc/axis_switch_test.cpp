// SPDX-License-Identifier: Apache-2.0
#include "systemc/axis_switch.h"

#include <memory>
#include <vector>

#include "host/base/random.h"
#include "systemc/switch_crosspoint.h"
#include "systemc/switch_input.h"
#include "systemc/switch_output.h"
#include "systemc/switch_shared.h"
#include "systemc/switch_voq.h"
#include "systemc/switch_window.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/systemc/packed_bench.h"

using namespace xb::twin;
using Catch::Matchers::Contains;

namespace {

template <class T>
using LinkSignals = sc_core::sc_vector<sc_core::sc_signal<T>>;

/// What a cycle brings to the inputs, for both modules.
struct FacesStimulus {
  PortMask s_tvalid = 0, s_tlast = 0, m_tready = 0;
  std::vector<std::uint8_t> s_tdest;
  std::vector<std::uint64_t> s_tdata, s_tkeep;
};

/// One twin with both faces, on the same inputs.
class TwoFaces {
 public:
  virtual ~TwoFaces() = default;
  virtual void drive(bool clk, bool reset, const Settings& settings, const FacesStimulus& stimulus) = 0;
  virtual void compare(unsigned cycle) = 0;
  std::uint64_t moved = 0, flagged = 0, dropped = 0;
  std::uint64_t kept = 0;  // bytes that a beat had
};

template <class Switch, unsigned Width>
class TwoFacesOf : public TwoFaces, public sc_core::sc_module {
  using Axis = AxisSwitch<Switch, Width>;
  static constexpr unsigned kWords = Width / 64;

 public:
  TwoFacesOf(const sc_core::sc_module_name& name, const Params& params)
      : sc_core::sc_module(name),
        params_(params),
        packed_("packed", params),
        axis_("axis", params),
        data_(std::size_t{params.ports} * kWords),
        keep_(params.ports),
        dest_(params.ports) {
    axis_.clk_i(packed_.clk), axis_.rst_ni(packed_.rst_n), axis_.cfg_i(packed_.settings);
    axis_.s_axis_tvalid_i(s_tvalid_), axis_.s_axis_tready_o(s_tready_), axis_.s_axis_tdata_i(s_tdata_);
    axis_.s_axis_tlast_i(s_tlast_), axis_.s_axis_tdest_i(s_tdest_);
    if (params.keep) axis_.s_axis_tkeep_i(s_tkeep_), axis_.m_axis_tkeep_o(m_tkeep_);
    axis_.m_axis_tvalid_o(m_tvalid_), axis_.m_axis_tready_i(m_tready_), axis_.m_axis_tdata_o(m_tdata_);
    axis_.m_axis_tlast_o(m_tlast_), axis_.m_axis_tuser_o(m_tuser_);
    axis_.occ_beats_o(occ_beats_), axis_.occ_packets_o(occ_packets_), axis_.drop_full_o(drop_full_);
    axis_.drop_misrouted_o(drop_misrouted_), axis_.blocked_o(blocked_), axis_.hol_o(hol_),
        axis_.pool_o(pool_);
    axis_.blocked_backpressure_o(backpressure_), axis_.blocked_by_o(blocked_by_);
    axis_.hol_victims_o(hol_victims_), axis_.pool_by_o(pool_by_), axis_.idle_with_work_o(idle_with_work_);
  }

  void drive(bool clk, bool reset, const Settings& settings, const FacesStimulus& stimulus) override {
    FacesStimulus in = stimulus;
    in.s_tvalid &= (PortMask{1} << params_.ports) - 1;
    packed_.clk.write(clk), packed_.rst_n.write(!reset), packed_.settings.write(settings);
    packed_.s_tvalid.write(in.s_tvalid), packed_.s_tlast.write(in.s_tlast);
    packed_.m_tready.write(in.m_tready), packed_.s_tuser.write(in.s_tlast >> 1U);  // goes for nothing
    std::copy_n(in.s_tdata.begin(), data_.size, data_.value.begin());
    std::copy_n(in.s_tdest.begin(), dest_.size, dest_.value.begin());
    std::copy_n(in.s_tkeep.begin(), keep_.size, keep_.value.begin());
    packed_.s_tdata.write(data_), packed_.s_tdest.write(dest_), packed_.s_tkeep.write(keep_);
    for (unsigned i = 0; i < params_.ports; ++i) {
      s_tvalid_[i].write((in.s_tvalid & bit(i)) != 0);
      s_tlast_[i].write((in.s_tlast & bit(i)) != 0);
      m_tready_[i].write((in.m_tready & bit(i)) != 0);
      s_tdest_[i].write(in.s_tdest[i]);
      typename Axis::Data data = 0;
      for (unsigned w = kWords; w-- > 0;) {
        if constexpr (kWords > 1) data <<= 64;
        data |= in.s_tdata[std::size_t{i} * kWords + w];
      }
      s_tdata_[i].write(data);
      if (params_.keep) s_tkeep_[i].write(in.s_tkeep[i]);
    }
  }

  void compare(unsigned cycle) override {
    CAPTURE(axis_.name(), cycle);
    for (unsigned i = 0; i < params_.ports; ++i) {
      CAPTURE(i);
      same(packed_.s_tready, s_tready_, i), same(packed_.m_tvalid, m_tvalid_, i);
      same(packed_.blocked, blocked_, i), same(packed_.hol, hol_, i), same(packed_.pool, pool_, i);
      same(packed_.backpressure, backpressure_, i), same(packed_.idle_with_work, idle_with_work_, i);
      REQUIRE(packed_.drop_misrouted.read().value[i] == drop_misrouted_[i].read());
      REQUIRE(packed_.blocked_by.read().value[i] == blocked_by_[i].read());
      REQUIRE(packed_.hol_victims.read().value[i] == hol_victims_[i].read());
      if (pool_[i].read()) REQUIRE(packed_.pool_by.read().value[i] == pool_by_[i].read());
      if (m_tvalid_[i].read()) compare_beat(i);
      flagged += blocked_[i].read() || pool_[i].read() || idle_with_work_[i].read() ? 1 : 0;
      moved += m_tvalid_[i].read() && m_tready_[i].read() ? 1 : 0;
    }
    for (std::size_t q = 0; q < occ_beats_.size(); ++q) {
      REQUIRE(packed_.occ_beats.read().value[q] == occ_beats_[q].read());
      REQUIRE(packed_.occ_packets.read().value[q] == occ_packets_[q].read());
      REQUIRE(packed_.drop_full.read().value[q] == drop_full_[q].read());
      dropped = std::max<std::uint64_t>(dropped, drop_full_[q].read());
    }
  }

 private:
  static void same(const sc_core::sc_signal<PortMask>& packed, const LinkSignals<bool>& axis, unsigned port) {
    REQUIRE(((packed.read() & bit(port)) != 0) == axis[port].read());
  }
  void compare_beat(unsigned j) {
    same(packed_.m_tlast, m_tlast_, j);
    same(packed_.m_tuser, m_tuser_, j);
    typename Axis::Data data = m_tdata_[j].read();
    for (unsigned w = 0; w < kWords; ++w) {
      REQUIRE(packed_.m_tdata.read().value[std::size_t{j} * kWords + w] ==
              data.range(63 + 64 * w, 64 * w).to_uint64());
    }
    if (!params_.keep) return;
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - Width / 8);
    REQUIRE((packed_.m_tkeep.read().value[j] & all) == m_tkeep_[j].read().to_uint64());
    kept |= m_tkeep_[j].read().to_uint64();
  }

  Params params_;
  xb::test::PackedBench<Switch> packed_;
  Axis axis_;
  typename xb::test::PackedBench<Switch>::Module::Data data_;
  typename xb::test::PackedBench<Switch>::Module::Masks keep_;
  typename xb::test::PackedBench<Switch>::Module::Ports dest_;
  std::size_t n_ = params_.ports, queues_ = axis_.occ_beats_o.size();
  LinkSignals<bool> s_tvalid_{"s_tvalid", n_}, s_tready_{"s_tready", n_}, s_tlast_{"s_tlast", n_};
  LinkSignals<bool> m_tvalid_{"m_tvalid", n_}, m_tready_{"m_tready", n_}, m_tlast_{"m_tlast", n_};
  LinkSignals<bool> m_tuser_{"m_tuser", n_};
  LinkSignals<typename Axis::Data> s_tdata_{"s_tdata", n_}, m_tdata_{"m_tdata", n_};
  LinkSignals<typename Axis::Keep> s_tkeep_{"s_tkeep", params_.keep ? n_ : 0};
  LinkSignals<typename Axis::Keep> m_tkeep_{"m_tkeep", params_.keep ? n_ : 0};
  LinkSignals<typename Axis::Dest> s_tdest_{"s_tdest", n_}, blocked_by_{"blocked_by", n_},
      pool_by_{"pool_by", n_};
  LinkSignals<bool> blocked_{"blocked", n_}, backpressure_{"backpressure", n_}, hol_{"hol", n_};
  LinkSignals<bool> pool_{"pool", n_}, idle_with_work_{"idle_with_work", n_};
  LinkSignals<PortMask> hol_victims_{"hol_victims", n_};
  LinkSignals<std::uint32_t> occ_beats_{"occ_beats", queues_}, occ_packets_{"occ_packets", queues_};
  LinkSignals<std::uint32_t> drop_full_{"drop_full", queues_}, drop_misrouted_{"drop_misrouted", n_};
};

template <class Switch, unsigned Width>
std::unique_ptr<TwoFaces> two_faces(const char* name, unsigned ports, bool keep = false) {
  Params params{ports, Width / 64, 12};
  params.keep = keep;
  return std::make_unique<TwoFacesOf<Switch, Width>>(name, params);
}

}  // namespace

TEST_CASE("a port per link shows in every cycle what the packed ports show, with every twin", "[systemc]") {
  std::vector<std::unique_ptr<TwoFaces>> switches;
  switches.push_back(two_faces<SwitchInput, 64>("input", 5));
  switches.push_back(two_faces<SwitchWindow, 128>("window", 4));
  switches.push_back(two_faces<SwitchOutput, 64>("output", 4, true));
  switches.push_back(two_faces<SwitchShared, 512>("shared", 4, true));
  switches.push_back(two_faces<SwitchVoq, 256>("voq", 4, true));
  switches.push_back(two_faces<SwitchCrosspoint, 192>("crosspoint", 5));
  xb::RandomStream random(1, xb::StreamPurpose::Test, 0);
  FacesStimulus stimulus;
  stimulus.s_tdest.resize(kMaxPorts);
  stimulus.s_tdata.resize(std::size_t{kMaxPorts} * kMaxDataWords);
  stimulus.s_tkeep.resize(kMaxPorts);
  Settings settings;
  for (unsigned cycle = 0; cycle < 1200; ++cycle) {
    const bool reset = cycle < 2 || cycle % 300 == 0;  // the settings change in an empty switch
    if (cycle % 300 == 0) {
      settings.depth = 12 - cycle / 300;
      settings.store_forward = cycle % 600 != 0;
      settings.drop = cycle >= 600;
      settings.packet_beats = 4;
      settings.window = 4;
    }
    stimulus.s_tvalid = random.next() | random.next(), stimulus.m_tready = random.next();
    stimulus.s_tlast = random.next() | random.next();
    for (auto& dest : stimulus.s_tdest) dest = static_cast<std::uint8_t>(random.below(6));
    for (auto& word : stimulus.s_tdata) word = random.next();
    for (auto& keep : stimulus.s_tkeep) keep = random.next();
    for (const auto& each : switches) each->drive(true, reset, settings, stimulus);
    sc_core::sc_start(5, sc_core::SC_NS);
    for (const auto& each : switches) each->compare(cycle);
    for (const auto& each : switches) each->drive(false, reset, settings, stimulus);
    sc_core::sc_start(5, sc_core::SC_NS);
  }
  for (const auto& each : switches) {
    CAPTURE(&each - switches.data());
    CHECK(each->moved > 300);
    CHECK(each->flagged > 100);
    CHECK(each->dropped > 5);
  }
  CHECK(switches[3]->kept == ~std::uint64_t{0});
}

TEST_CASE("what only tells about the switch may be left unbound, and what is a link's not", "[systemc]") {
  AxisSwitch<SwitchVoq> dut("dut", {2, 1, 8});
  const auto what = xb::message_of<sc_core::sc_report>([] { sc_core::sc_start(sc_core::SC_ZERO_TIME); });
  CHECK(xb::mentions(what, {"E109", "port not bound"}));
}

TEST_CASE("parameters out of their range are refused with their names", "[systemc]") {
  const auto make = [](const Params& params) { AxisSwitch<SwitchVoq> dut("dut", params); };
  CHECK_NOTHROW(make({64, 1, 2}));
  CHECK_THROWS_WITH(make({1, 1, 8}), "xb::twin::AxisSwitch: ports 1; allowed: 2..64");
  CHECK_THROWS_WITH(make({65, 1, 8}), "xb::twin::AxisSwitch: ports 65; allowed: 2..64");
  CHECK_THROWS_WITH(make({2, 2, 8}), "xb::twin::AxisSwitch: data_words 2; allowed: 1");
  Params late{2, 1, 8};
  late.ram_register = 2;
  CHECK_THROWS_WITH(make(late), "xb::twin::AxisSwitch: ram_register 2; allowed: 0..1");
  Params classes{2, 1, 8};
  classes.classes = 2;  // for which it has no ports
  CHECK_THROWS_WITH(make(classes), "xb::twin::AxisSwitch: classes 2; allowed: 1");
  CHECK_THROWS_WITH(make({2, 1, 1}), "xb::twin::AxisSwitch: max_depth 1; allowed: 2..1073741824");
  CHECK_THROWS_WITH(make({2, 1, 8, 24}),
                    "xb::twin::AxisSwitch: max_crosspoint_beats 24; allowed: a power of two, 2 or more");
}
