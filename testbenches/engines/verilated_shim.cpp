// SPDX-License-Identifier: Apache-2.0
// Compiled with each Verilated switch: maps its ports to plain data. The model's flat vectors are bit strings
// in little-endian words, so that most ports copy as they are.
//
// XB_PORTS, XB_WIDTH: elaboration parameters; XB_QUEUES: queues that report their occupancy.
// XB_MODEL_NAME: a string, the library's name. XB_TRACE: built with waveforms. A switch has those of the
// cfg_* ports that it understands. XB_KEEP: beats have a tkeep. XB_CLASSES: of traffic, if several.
// XB_DEVICE: a switch of the user's, which shows nothing but its ports, and whose outputs may follow from
// inputs of the same cycle; XB_SETUP_CYCLES: cycles behind its reset in which it is written to, without
// traffic. XB_REGISTERED: each input goes through a register with the clock in_clk_i. XB_NO_FLAGS: it shows
// no flags.

#include <verilated.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "Vswitch.h"
#include "testbenches/engines/verilated_api.h"
#include "testbenches/engines/verilated_clocks.h"
#include "testbenches/engines/verilated_wires.h"
#ifdef XB_TRACE
#include <verilated_fst_c.h>
#endif

namespace {

#ifdef XB_DEVICE
constexpr unsigned kSetupCycles = XB_SETUP_CYCLES;
#else
constexpr unsigned kSetupCycles = 0;
#endif

#ifdef XB_KEEP
/// tkeep of all ports as a flat vector, and back. A port's bits are whole bytes, or a whole part of one.
constexpr unsigned kKeepBits = XB_WIDTH / 8, kKeepBytes = (kKeepBits + 7) / 8;
constexpr unsigned kKeepMask = (1U << (kKeepBits < 8 ? kKeepBits : 8)) - 1;
struct FlatKeep {
  std::uint8_t bytes[kPorts * kKeepBytes + 8] = {};
};
template <class Port>
void pack_keep(Port& port, const std::uint64_t* keep) {
  FlatKeep flat;
  for (unsigned i = 0; i < kPorts; ++i) {
    std::uint8_t* const first = &flat.bytes[i * kKeepBits / 8];
    if (kKeepBits < 8)
      *first = static_cast<std::uint8_t>(*first | (keep[i] & kKeepMask) << i * kKeepBits % 8);
    else
      std::memcpy(first, &keep[i], kKeepBytes);
  }
  std::memcpy(&port, flat.bytes, sizeof(Port));
}
template <class Port>
void unpack_keep(std::uint64_t* keep, const Port& port) {
  FlatKeep flat;
  std::memcpy(flat.bytes, &port, sizeof(Port));
  for (unsigned i = 0; i < kPorts; ++i) {
    keep[i] = 0;
    const std::uint8_t* const first = &flat.bytes[i * kKeepBits / 8];
    if (kKeepBits < 8)
      keep[i] = *first >> i * kKeepBits % 8 & kKeepMask;
    else
      std::memcpy(&keep[i], first, kKeepBytes);
  }
}
#endif

/// Drives those of the cfg_* ports that the model has.
void configure(Vswitch& model, const xb::SwitchSettings& s) {
#define XB_SETTING(name, least, most)                                            \
  if_present(model, [&](auto& top) -> decltype(void(top.cfg_##name##_i)) {       \
    top.cfg_##name##_i = static_cast<decltype(top.cfg_##name##_i + 0U)>(s.name); \
  });
  XB_SWITCH_SETTINGS(XB_SETTING)
#undef XB_SETTING
}

class Model {
 public:
  Model(const xb::SwitchSettings& settings, unsigned reset_cycles)
      : context_(settings.seed), reset_cycles_(reset_cycles) {
    reset(settings);
  }
  ~Model() {
    enter();
    close_trace();
    try {
      top_.final();
    } catch (const std::exception&) {  // what the RTL says at its end is too late
    }
  }
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  void reset(const xb::SwitchSettings& settings) {
    enter();
    configure(top_, settings);
    top_.s_axis_tvalid_i = 0;
    top_.m_axis_tready_i = 0;
    if (reset_cycles_ == 0) {  // an edge of the reset is all there is
      top_.rst_ni = 1;
      top_.eval();
    }
    top_.rst_ni = 0;
    top_.eval();
#ifdef XB_REGISTERED
    for (unsigned i = 0; i < reset_cycles_ + 1; ++i) {
      if (i == reset_cycles_) top_.rst_ni = 1;
      rise(true, true);
    }
    due_ = true;
#else
    clocks_.begin(top_);
    for (unsigned i = 0; i < reset_cycles_ + 2 + kSetupCycles; ++i) {
      if (i == reset_cycles_) top_.rst_ni = 1;
      clocks_.low(top_, [](int) {});
      clocks_.high(top_);
    }
#endif
  }

#ifdef XB_REGISTERED
  // The edge that ends a cycle waits for the inputs of the next one, which are in their registers by it: both
  // are one evaluation, and each signal that follows from inputs is worked out once.
  void show(xb::SwitchOutputs& out) {
    enter();
    if (due_) rise(true, false);
    due_ = false;
    read(out);
  }
  void clock(const xb::SwitchInputs& in) {
    enter();
    set(in);
    rise(false, true);
    due_ = true;
  }
  void cycle(const xb::SwitchInputs& in, xb::SwitchOutputs& out) {
    enter();
    set(in);
    rise(due_, true);
    due_ = true;
    read(out);
  }
#else
  /// The lab's outputs are functions of registers: after the edge they show the next cycle, whatever its
  /// inputs are.
  void show(xb::SwitchOutputs& out) const { read(out); }

  void clock(const xb::SwitchInputs& in) {
    enter();
    apply(in);
    edge();
  }

  /// Outputs follow from the inputs of the cycle, too.
  void cycle(const xb::SwitchInputs& in, xb::SwitchOutputs& out) {
#ifdef XB_DEVICE
    enter();
    apply(in);
    read(out);
    edge();
#else
    show(out);
    clock(in);
#endif
  }
#endif

  [[nodiscard]] std::uint64_t evicted() const {
    std::uint64_t packets = 0;
    if_present(top_, [&](auto& top) -> decltype(void(top.evicted_o)) { packets = top.evicted_o; });
    return packets;
  }

  void open_trace([[maybe_unused]] xb::SignalSink& sink, [[maybe_unused]] std::uint64_t first_cycle) {
#ifdef XB_TRACE
    cycle_ = first_cycle;
    next_dump_ = static_cast<std::int64_t>(first_cycle * 10);
    trace_ = std::make_unique<VerilatedFstC>();
    top_.trace(trace_.get(), 99);
    trace_->open(reinterpret_cast<const char*>(&sink));  // verilated_trace.cpp
#endif
  }
  void close_trace() {
#ifdef XB_TRACE
    if (trace_) trace_->close();
    trace_.reset();
#endif
  }

 private:
  void read(xb::SwitchOutputs& out) const {
#if defined(XB_CLASSES) && !defined(XB_DEVICE)
    out.s_tready = 0;  // follows from the classes
    unpack_classes(out.class_ready, top_.s_axis_tready_o);
    unpack<3>(out.m_tid, top_.m_axis_tid_o);
#else
    out.s_tready = top_.s_axis_tready_o;
#ifdef XB_CLASSES
    unpack<8>(out.m_tid, top_.m_axis_tid_o);
#endif
#endif
    out.m_tvalid = top_.m_axis_tvalid_o;
    out.m_tlast = top_.m_axis_tlast_o;
    out.m_tuser = top_.m_axis_tuser_o;
    sample_data(out.m_tdata, top_.m_axis_tdata_o);
    unpack<kDestBits>(out.m_tdest, top_.m_axis_tdest_o);
#ifdef XB_KEEP
    unpack_keep(out.m_tkeep, top_.m_axis_tkeep_o);
#endif
#ifndef XB_DEVICE
#ifndef XB_NO_FLAGS
    out.blocked = top_.blocked_o;
    out.blocked_backpressure = top_.blocked_backpressure_o;
    out.hol = top_.hol_o;
    out.idle_with_work = top_.idle_with_work_o;
    out.pool = top_.pool_o;
    unpack<kDestBits>(out.blocked_by, top_.blocked_by_o);
    if (out.pool != 0) unpack<kDestBits>(out.pool_by, top_.pool_by_o);
    unpack_rows(out.hol_victims, top_.hol_victims_o, out.hol);
#endif
    sample(out.occ_beats, top_.occ_beats_o);
    sample(out.occ_packets, top_.occ_packets_o);
    sample(out.drop_full, top_.drop_full_o);
    sample(out.drop_misrouted, top_.drop_misrouted_o);
    out.touched_known = false;
#else
    if_present(top_,
               [&](auto& top) -> decltype(void(top.occ_beats_o)) { sample(out.occ_beats, top.occ_beats_o); });
    if_present(top_,
               [&](auto& top) -> decltype(void(top.drop_full_o)) { sample(out.drop_full, top.drop_full_o); });
    if_present(top_,
               [&](auto& top) -> decltype(void(top.device_hol_o)) { out.device_hol = top.device_hol_o; });
    if_present(top_,
               [&](auto& top) -> decltype(void(top.pause_o)) { unpack_classes(out.pause, top.pause_o); });
    out.touched_known = false;
#endif
  }

  void set(const xb::SwitchInputs& in) {
    drive(top_.s_axis_tvalid_i, in.s_tvalid);
    drive(top_.s_axis_tlast_i, in.s_tlast);
    drive(top_.s_axis_tuser_i, in.s_tuser);
    drive(top_.m_axis_tready_i, in.m_tready);
    drive_data(top_.s_axis_tdata_i, in.s_tdata);
    pack<kDestBits>(top_.s_axis_tdest_i, in.s_tdest);
#ifdef XB_KEEP
    pack_keep(top_.s_axis_tkeep_i, in.s_tkeep);
#endif
#ifdef XB_CLASSES
    pack<3>(top_.s_axis_tid_i, in.s_tid);
#endif
  }
#ifdef XB_REGISTERED
  /// Rising edges of the clocks, and the falling ones, which change nothing.
  void rise(bool of_switch, bool of_inputs) {
    for (const bool high : {true, false}) {
      top_.clk_i = high && of_switch ? 1 : 0;
      top_.in_clk_i = high && of_inputs ? 1 : 0;
      top_.eval();
    }
  }
  bool due_ = false;  // the edge of the switch that ends the last cycle
#else
  /// The settled values of a cycle with these inputs.
  void apply(const xb::SwitchInputs& in) {
    set(in);
    clocks_.low(top_, [&](int unit) { dump(unit); });
    clocks_.settle(top_, [&](int unit) { dump(unit); });
  }
  void edge() {
    clocks_.high(top_);
    dump(5);
    ++cycle_;
  }
#endif
  /// Assertions, random values and the end of a model look at the thread's context, which is that of the
  /// model made last, be it gone or not.
  void enter() { Verilated::threadContextp(&context_.context); }
  /// The edges of inner clocks are at the unit before them, the first that are there.
  void dump([[maybe_unused]] int unit) {
#ifdef XB_TRACE
    const std::int64_t time = static_cast<std::int64_t>(cycle_ * 10) + unit;
    if (!trace_ || time < next_dump_) return;
    trace_->dump(static_cast<std::uint64_t>(time));
    next_dump_ = time + 1;
#endif
  }
  struct Context {
    VerilatedContext context;
    explicit Context(std::uint32_t seed) {
      context.threads(1);  // else each model has a thread for each core, which sleep
      // Where the model is built for it: random initial values, so that what is not reset shows.
      context.randReset(2);
      context.randSeed(static_cast<int>(seed | 1U));  // 0: another seed in every run
#ifdef XB_TRACE
      context.traceEverOn(true);
#endif
    }
  };
  Context context_;        // outlives the model
  unsigned reset_cycles_;  // 0: without an edge of the clock
  Vswitch top_{&context_.context, "TOP"};
  Clocks clocks_;
  std::uint64_t cycle_ = 0;
#ifdef XB_TRACE
  std::unique_ptr<VerilatedFstC> trace_;
  std::int64_t next_dump_ = 0;
#endif
};

const xb::VerilatedApi kApi{
    sizeof(xb::SwitchInputs) + sizeof(xb::SwitchOutputs),
    XB_MODEL_NAME,
    kPorts,
    kDataWords,
    XB_SUSPECTS,
    [](const xb::SwitchSettings& settings, unsigned reset_cycles) -> void* {
      return new Model(settings, reset_cycles);
    },
    [](void* model, const xb::SwitchSettings& settings) { static_cast<Model*>(model)->reset(settings); },
    [](void* model) { delete static_cast<Model*>(model); },
    [](void* model, xb::SwitchOutputs& out) { static_cast<Model*>(model)->show(out); },
    [](void* model, const xb::SwitchInputs& in) { static_cast<Model*>(model)->clock(in); },
    [](void* model, const xb::SwitchInputs& in, xb::SwitchOutputs& out) {
      static_cast<Model*>(model)->cycle(in, out);
    },
    [](const void* model) { return static_cast<const Model*>(model)->evicted(); },
    [](void* model, xb::SignalSink& sink, std::uint64_t first_cycle) {
      static_cast<Model*>(model)->open_trace(sink, first_cycle);
    },
    [](void* model) { static_cast<Model*>(model)->close_trace(); },
};

}  // namespace

// A failed assertion ends the run as an exception that carries the model's own message, behind file and line.
namespace {
/// What was printed last. All else that RTL prints is not for us, but for a memory's file that is not there.
std::string& message() {
  static thread_local std::string text;
  return text;
}
[[noreturn]] void fail(const char* file, int line, const std::string& what) {
  message().clear();
  throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + what);
}
/// `[TIME] %Error: FILE:LINE: Assertion failed in SCOPE: WHAT` from behind the line on; empty: another
/// message.
std::string assertion() {
  const std::string& text = message();
  const std::size_t severity = text.empty() || text.front() != '[' ? std::string::npos : text.find("] %");
  const std::size_t place = severity == std::string::npos ? severity : text.find(": ", severity);
  const std::size_t what = place == std::string::npos ? place : text.find(": ", place + 2);
  if (what == std::string::npos) return {};
  return text.substr(what + 2, text.find_last_not_of('\n') - what - 1);
}
}  // namespace

extern "C" int xb_model_message(const char* format, ...) {
  char buffer[1024];
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  message() = buffer;
  constexpr const char* kWarning = "%%Warning: ";  // of Verilator's own, and not of the RTL's
  const bool warns = std::strncmp(format, kWarning, std::strlen(kWarning)) == 0;
  if (warns && message().find(xb::kNoMemoryFile) != std::string::npos) {
    const std::size_t begin = std::strlen(kWarning) - 1;
    throw std::runtime_error(message().substr(begin, message().find('\n') - begin));
  }
  return length;
}
void vl_stop(const char* file, int line, const char* /*scope*/) {
  const std::string failed = assertion();
  fail(file, line, failed.empty() ? "$stop" : failed);
}
void vl_fatal(const char* file, int line, const char* /*scope*/, const char* what) { fail(file, line, what); }
void vl_finish(const char* file, int line, const char* /*scope*/) { fail(file, line, "$finish"); }

extern "C" __attribute__((visibility("default"))) const xb::VerilatedApi* xb_model_api() { return &kApi; }
