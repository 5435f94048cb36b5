// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <string>
#include <systemc>
#include <tlm>
#include <unordered_map>
#include <vector>

#include "systemc/checked_params.h"
#include "systemc/settings.h"
#include "systemc/twin.h"

namespace xb::twin {

/// A switch twin between TLM-2.0 sockets: a write to `inputs[i]` is a packet from input i, and comes out as a
/// write of `outputs[j]`, where j = address / window; the target behind sees address % window, the data, and
/// clones of the extensions. Its beats pass through the twin cycle by cycle, ceil(length / beat_bytes) of
/// them; the bytes lie beside it meanwhile.
///
/// Blocking transport, with waits. What a packet takes depends on what the others send in the meantime, so no
/// latency can be annotated when the call begins; and with a call for a phase (non-blocking) a platform could
/// say no more: a link has one packet at a time.
///
/// - b_transport waits for the annotated delay, offers the packet from then on, and returns with delay 0 at
///   the clock edge that takes the last beat; the next call then follows without an idle cycle. What is
///   offered at an edge counts from the next edge on. Calls from several threads to one input go one after
///   the other.
/// - A write is posted: OK says that the switch has taken the packet, not that it has been delivered.
/// - outputs[j] is called at the edge that delivers the last beat. Until the call has returned, and for the
///   delay that the target annotates, output j takes no further beat: that is back-pressure.
///
/// A lone packet of n beats that comes at an edge is delivered n + latency cycles later: latency 1
/// (SwitchInput), 2 (SwitchCrosspoint) or 3 (SwitchVoq, SwitchWindow) under cut-through, n - 1 more under
/// store-and-forward.
///
/// Errors:
///
/// - TLM_COMMAND_ERROR_RESPONSE: what is no write
/// - TLM_ADDRESS_ERROR_RESPONSE: to an output that does not exist
/// - TLM_BURST_ERROR_RESPONSE: no data, more than settings.packet_beats beats, or streaming_width below the
///   length
/// - TLM_BYTE_ENABLE_ERROR_RESPONSE: byte enables
///
/// They are answered at once. No DMI, no debug transport. A target's error answer is reported as a warning,
/// as whoever wrote has gone on.
template <class Switch>
class TlmSwitch : public sc_core::sc_module {
  static_assert(is_twin<Switch>);

 public:
  /// What the sockets need to know besides the twin.
  struct Links {
    unsigned beat_bytes = 8;      ///< >= 1
    std::uint64_t window = 4096;  ///< addresses of an output [bytes], >= 1
  };

  sc_core::sc_in<bool> clk_i{"clk_i"};  ///< rising edges; the switch begins as after a reset

 private:
  Params params_;  // what the vectors below are as long as

 public:
  sc_core::sc_vector<tlm_utils::simple_target_socket_tagged<TlmSwitch>> inputs{"inputs", params_.ports};
  sc_core::sc_vector<tlm_utils::simple_initiator_socket<TlmSwitch>> outputs{"outputs", params_.ports};

  SC_HAS_PROCESS(TlmSwitch);
  /// Throws std::invalid_argument if a parameter is out of its range; params.data_words is 0. settings.drop
  /// is false: nobody would hear of a packet that the switch discards.
  TlmSwitch(const sc_core::sc_module_name& name, const Params& params, const Settings& settings,
            const Links& links)
      : sc_core::sc_module(name),
        params_(checked_params("xb::twin::TlmSwitch", params, 0)),
        switch_(params),
        links_(links),
        ingress_(params.ports),
        egress_(params.ports),
        tdest_(params.ports),
        tags_(params.ports) {
    if (settings.drop) throw std::invalid_argument("xb::twin::TlmSwitch: drop true; allowed: false");
    if (links.beat_bytes == 0)
      throw std::invalid_argument("xb::twin::TlmSwitch: beat_bytes 0; allowed: 1 or more");
    if (links.window == 0) throw std::invalid_argument("xb::twin::TlmSwitch: window 0; allowed: 1 or more");
    wires_.settings = bounded(settings, params);
    wires_.s_tdest = tdest_.data();
    wires_.s_tdata = tags_.data();
    for (unsigned i = 0; i < params.ports; ++i) {
      inputs[i].register_b_transport(this, &TlmSwitch::b_transport, static_cast<int>(i));
      sc_core::sc_spawn([this, i] { hand_over(i); }, sc_core::sc_gen_unique_name("hand_over"));
    }
    SC_METHOD(clock);
    sensitive << clk_i.pos();
    dont_initialize();
  }

 private:
  /// A packet in the switch or at its output.
  struct Packet {
    std::vector<unsigned char> data;
    tlm::tlm_generic_payload write;
  };
  /// What an input offers.
  struct Ingress {
    sc_core::sc_mutex link;  ///< the thread whose packet it is
    sc_core::sc_event taken;
    sc_core::sc_time since;  ///< the packet was not on offer before
    std::uint64_t left = 0;  ///< beats of the packet to come
  };
  struct Egress {
    sc_core::sc_event arrived;
    sc_core::sc_time free_since;
    std::uint64_t tag = 0;  ///< of the packet that comes out or has
    bool busy = false;      ///< it is being handed over
  };

  [[nodiscard]] tlm::tlm_response_status check(const tlm::tlm_generic_payload& write) const {
    const std::uint64_t longest = std::uint64_t{wires_.settings.packet_beats} * links_.beat_bytes;
    const unsigned length = write.get_data_length();
    if (!write.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
    if (write.get_address() / links_.window >= params_.ports) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    if (write.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    if (length == 0 || length > longest || write.get_streaming_width() < length)
      return tlm::TLM_BURST_ERROR_RESPONSE;
    return tlm::TLM_OK_RESPONSE;
  }

  void b_transport(int input, tlm::tlm_generic_payload& write, sc_core::sc_time& delay) {
    write.set_dmi_allowed(false);
    write.set_response_status(check(write));
    if (write.is_response_error()) return;
    Ingress& in = ingress_[static_cast<unsigned>(input)];
    if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
    in.link.lock();
    tdest_[input] = static_cast<std::uint8_t>(write.get_address() / links_.window);
    tags_[input] = keep(write);
    in.left = (std::uint64_t{write.get_data_length()} + links_.beat_bytes - 1) / links_.beat_bytes;
    in.since = sc_core::sc_time_stamp();
    sc_core::wait(in.taken);
    in.link.unlock();
  }

  /// A copy of the packet, under a new tag.
  std::uint64_t keep(const tlm::tlm_generic_payload& write) {
    Packet& packet = packets_[++last_tag_];
    packet.data.resize(write.get_data_length());
    packet.write.set_data_ptr(packet.data.data());
    packet.write.deep_copy_from(write);
    packet.write.set_address(write.get_address() % links_.window);
    packet.write.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    return last_tag_;
  }

  /// An edge: the cycle that ends here is decided by what was there before it.
  void clock() {
    const sc_core::sc_time& now = sc_core::sc_time_stamp();
    wires_.s_tvalid = wires_.s_tlast = wires_.m_tready = 0;
    for (unsigned i = 0; i < params_.ports; ++i) {
      const Ingress& in = ingress_[i];
      if (in.left > 0 && in.since < now) {
        wires_.s_tvalid |= bit(i);
        wires_.s_tlast |= PortMask{in.left == 1} << i;
      }
      if (!egress_[i].busy && (egress_[i].free_since < now)) wires_.m_tready |= bit(i);
    }
    for_each_port(switch_.m_tvalid() & wires_.m_tready, [&](unsigned j) { deliver(j); });
    for_each_port(switch_.s_tready() & wires_.s_tvalid, [&](unsigned i) {
      if (--ingress_[i].left == 0) ingress_[i].taken.notify(sc_core::SC_ZERO_TIME);
    });
    switch_.step(wires_);
    switch_.occupancy().take_touched([](unsigned) {});
  }

  /// A beat leaves output j.
  void deliver(unsigned j) {
    Egress& out = egress_[j];
    const Side side = switch_.m_side(j);
    if (side.user) out.tag = *switch_.m_tdata(j);
    if (!side.last) return;
    out.busy = true;
    out.arrived.notify(sc_core::SC_ZERO_TIME);
  }

  /// The thread of output j.
  void hand_over(unsigned j) {
    Egress& out = egress_[j];
    while (true) {
      sc_core::wait(out.arrived);
      const auto packet = packets_.find(out.tag);
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      outputs[j]->b_transport(packet->second.write, delay);
      if (packet->second.write.is_response_error()) {
        const std::string answer = packet->second.write.get_response_string();
        SC_REPORT_WARNING("/xbarlab/TlmSwitch",
                          (outputs[j].name() + (": the target answered " + answer)).c_str());
      }
      packets_.erase(packet);
      if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
      out.free_since = sc_core::sc_time_stamp();
      out.busy = false;
    }
  }

  Switch switch_;
  Links links_;
  std::vector<Ingress> ingress_;
  std::vector<Egress> egress_;
  std::unordered_map<std::uint64_t, Packet> packets_;  // by tag, which the first beat carries
  std::uint64_t last_tag_ = 0;
  std::vector<std::uint8_t> tdest_;
  std::vector<std::uint64_t> tags_;
  Inputs wires_;
};

}  // namespace xb::twin
