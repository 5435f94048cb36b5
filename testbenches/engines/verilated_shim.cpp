// SPDX-License-Identifier: Apache-2.0
// Compiled with each Verilated switch: maps its ports to plain data. The model's flat vectors are bit strings
// in little-endian words, so that most ports copy as they are.
//
// XB_PORTS, XB_DATA_WORDS: elaboration parameters; XB_QUEUES: queues that report their occupancy.
// XB_MODEL_NAME: a string, the library's name. XB_TRACE: built with waveforms. A switch has those of the
// cfg_* ports that it understands. XB_KEEP: beats have a tkeep. XB_DEVICE: a switch of the user's, which
// shows nothing but its ports, and whose outputs may follow from inputs of the same cycle; XB_RESET_CYCLES:
// how long it is reset, 0: without an edge of its clock.

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
#ifdef XB_TRACE
#include <verilated_fst_c.h>
#endif

namespace {

constexpr unsigned kPorts = XB_PORTS;
constexpr unsigned kDataWords = XB_DATA_WORDS;
#ifdef XB_DEVICE
constexpr unsigned kResetCycles = XB_RESET_CYCLES;
#else
constexpr unsigned kResetCycles = 2;
#endif
constexpr unsigned kDestBits = kPorts <= 2 ? 1 : 32 - __builtin_clz(kPorts - 1);

/// set(model), if the model has the port that `set` names.
template <class Top, class Set>
void if_present(Top& top, Set&& set) {
  if constexpr (std::is_invocable_v<Set, Top&>) set(top);
}

template <class Port>
void drive(Port& port, const void* bits) {
  std::memcpy(&port, bits, sizeof(Port));
}
/// A bit per port, and none above them: Verilator takes inputs for clean.
template <class Port>
void drive(Port& port, xb::PortMask ports) {
  ports &= xb::all_ports(kPorts);
  drive(port, &ports);
}
template <class Port>
void sample(void* bits, const Port& port) {
  std::memcpy(bits, &port, sizeof(Port));
}

/// Field i (of Bits bits) of a flat vector of N fields, as an array of bytes, and back.
template <unsigned Bits, class Port>
void pack(Port& port, const std::uint8_t* fields) {
  std::uint64_t words[(kPorts * Bits + 63) / 64] = {};
  for (unsigned i = 0; i < kPorts; ++i) {
    const unsigned at = i * Bits;
    words[at / 64] |= std::uint64_t{fields[i]} << at % 64;
    if (at % 64 + Bits > 64) words[at / 64 + 1] |= std::uint64_t{fields[i]} >> (64 - at % 64);
  }
  std::memcpy(&port, words, sizeof(Port));
}
template <unsigned Bits, class Port>
void unpack(std::uint8_t* fields, const Port& port) {
  std::uint64_t words[(kPorts * Bits + 63) / 64 + 1] = {};
  std::memcpy(words, &port, sizeof(Port));
  for (unsigned i = 0; i < kPorts; ++i) {
    const unsigned at = i * Bits;
    std::uint64_t field = words[at / 64] >> at % 64;
    if (at % 64 + Bits > 64) field |= words[at / 64 + 1] << (64 - at % 64);
    fields[i] = static_cast<std::uint8_t>(field & ((1U << Bits) - 1));
  }
}
/// Row i (of kPorts bits) of a flat square matrix, as masks; only the rows in `wanted`.
template <class Port>
void unpack_rows(std::uint64_t* rows, const Port& port, std::uint64_t wanted) {
  constexpr unsigned kWords = (kPorts * kPorts + 63) / 64;
  std::uint64_t words[kWords + 1] = {};
  for (unsigned i = 0; i < kPorts; ++i) rows[i] = 0;
  if (wanted == 0) return;
  std::memcpy(words, &port, sizeof(Port));
  for (; wanted != 0; wanted &= wanted - 1) {
    const auto i = static_cast<unsigned>(__builtin_ctzll(wanted));
    const unsigned at = i * kPorts;
    std::uint64_t row = words[at / 64] >> at % 64;
    if (at % 64 + kPorts > 64) row |= words[at / 64 + 1] << (64 - at % 64);
    rows[i] = row & xb::all_ports(kPorts);
  }
}

#ifdef XB_KEEP
/// tkeep of all ports as a flat vector, and back.
constexpr unsigned kKeepBytes = kDataWords;
struct FlatKeep {
  std::uint8_t bytes[kPorts * kKeepBytes + 8] = {};
};
template <class Port>
void pack_keep(Port& port, const std::uint64_t* keep) {
  FlatKeep flat;
  for (unsigned i = 0; i < kPorts; ++i) std::memcpy(&flat.bytes[i * kKeepBytes], &keep[i], kKeepBytes);
  std::memcpy(&port, flat.bytes, sizeof(Port));
}
template <class Port>
void unpack_keep(std::uint64_t* keep, const Port& port) {
  FlatKeep flat;
  std::memcpy(flat.bytes, &port, sizeof(Port));
  for (unsigned i = 0; i < kPorts; ++i) {
    keep[i] = 0;
    std::memcpy(&keep[i], &flat.bytes[i * kKeepBytes], kKeepBytes);
  }
}
#endif

/// Drives those of the cfg_* ports that the model has.
void configure(Vswitch& model, const xb::SwitchSettings& s) {
#define XB_SETTING(name)                                                         \
  if_present(model, [&](auto& top) -> decltype(void(top.cfg_##name##_i)) {       \
    top.cfg_##name##_i = static_cast<decltype(top.cfg_##name##_i + 0U)>(s.name); \
  });
  XB_SWITCH_SETTINGS(XB_SETTING)
#undef XB_SETTING
}

class Model {
 public:
  explicit Model(const xb::SwitchSettings& settings) : context_(settings.seed) { reset(settings); }
  ~Model() {
    enter();
    close_trace();
    top_.final();
  }
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  void reset(const xb::SwitchSettings& settings) {
    enter();
    configure(top_, settings);
    top_.s_axis_tvalid_i = 0;
    top_.m_axis_tready_i = 0;
    if (kResetCycles == 0) {  // an edge of the reset is all there is
      top_.rst_ni = 1;
      top_.eval();
    }
    top_.rst_ni = 0;
    top_.eval();
    for (unsigned i = 0; i < kResetCycles + 2; ++i) {
      if (i == kResetCycles) top_.rst_ni = 1;
      top_.clk_i = 0;
      top_.eval();
      top_.clk_i = 1;
      top_.eval();
    }
  }

  /// The lab's outputs are functions of registers: after the edge they show the next cycle, whatever its
  /// inputs are.
  void show(xb::SwitchOutputs& out) const {
    out.s_tready = top_.s_axis_tready_o;
    out.m_tvalid = top_.m_axis_tvalid_o;
    out.m_tlast = top_.m_axis_tlast_o;
    out.m_tuser = top_.m_axis_tuser_o;
    sample(out.m_tdata, top_.m_axis_tdata_o);
    unpack<kDestBits>(out.m_tdest, top_.m_axis_tdest_o);
#ifdef XB_KEEP
    unpack_keep(out.m_tkeep, top_.m_axis_tkeep_o);
#endif
#ifndef XB_DEVICE
    out.blocked = top_.blocked_o;
    out.blocked_backpressure = top_.blocked_backpressure_o;
    out.hol = top_.hol_o;
    out.idle_with_work = top_.idle_with_work_o;
    out.pool = top_.pool_o;
    unpack<kDestBits>(out.blocked_by, top_.blocked_by_o);
    if (out.pool != 0) unpack<kDestBits>(out.pool_by, top_.pool_by_o);
    unpack_rows(out.hol_victims, top_.hol_victims_o, out.hol);
    sample(out.occ_beats, top_.occ_beats_o);
    sample(out.occ_packets, top_.occ_packets_o);
    sample(out.drop_full, top_.drop_full_o);
    sample(out.drop_misrouted, top_.drop_misrouted_o);
    out.touched_known = false;
#else
    out.touched_count = 0;
    out.touched_known = true;
#endif
  }

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
    show(out);
    edge();
#else
    show(out);
    clock(in);
#endif
  }

  bool open_trace([[maybe_unused]] const char* path, [[maybe_unused]] std::uint64_t first_cycle) {
#ifdef XB_TRACE
    cycle_ = first_cycle;
    trace_ = std::make_unique<VerilatedFstC>();
    top_.trace(trace_.get(), 99);
    trace_->open(path);
    return trace_->isOpen();
#else
    return false;
#endif
  }
  void close_trace() {
#ifdef XB_TRACE
    if (trace_) trace_->close();
    trace_.reset();
#endif
  }

 private:
  /// The settled values of a cycle with these inputs.
  void apply(const xb::SwitchInputs& in) {
    drive(top_.s_axis_tvalid_i, in.s_tvalid);
    drive(top_.s_axis_tlast_i, in.s_tlast);
    drive(top_.s_axis_tuser_i, in.s_tuser);
    drive(top_.m_axis_tready_i, in.m_tready);
    drive(top_.s_axis_tdata_i, in.s_tdata);
    pack<kDestBits>(top_.s_axis_tdest_i, in.s_tdest);
#ifdef XB_KEEP
    pack_keep(top_.s_axis_tkeep_i, in.s_tkeep);
#endif
    top_.clk_i = 0;
    top_.eval();
    dump(0);
  }
  void edge() {
    top_.clk_i = 1;
    top_.eval();
    dump(5);
    ++cycle_;
  }
  /// Assertions, random values and the end of a model look at the thread's context, which is that of the
  /// model made last, be it gone or not.
  void enter() { Verilated::threadContextp(&context_.context); }
  void dump([[maybe_unused]] unsigned unit) {
#ifdef XB_TRACE
    if (trace_) trace_->dump(cycle_ * 10 + unit);
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
  Context context_;  // outlives the model
  Vswitch top_{&context_.context, "TOP"};
  std::uint64_t cycle_ = 0;
#ifdef XB_TRACE
  std::unique_ptr<VerilatedFstC> trace_;
#endif
};

const xb::VerilatedApi kApi{
    sizeof(xb::SwitchInputs) + sizeof(xb::SwitchOutputs),
    XB_MODEL_NAME,
    kPorts,
    kDataWords,
    [](const xb::SwitchSettings& settings) -> void* { return new Model(settings); },
    [](void* model, const xb::SwitchSettings& settings) { static_cast<Model*>(model)->reset(settings); },
    [](void* model) { delete static_cast<Model*>(model); },
    [](void* model, xb::SwitchOutputs& out) { static_cast<Model*>(model)->show(out); },
    [](void* model, const xb::SwitchInputs& in) { static_cast<Model*>(model)->clock(in); },
    [](void* model, const xb::SwitchInputs& in, xb::SwitchOutputs& out) {
      static_cast<Model*>(model)->cycle(in, out);
    },
    [](void* model, const char* path, std::uint64_t first_cycle) {
      return static_cast<Model*>(model)->open_trace(path, first_cycle);
    },
    [](void* model) { static_cast<Model*>(model)->close_trace(); },
};

}  // namespace

// A failed assertion ends the run as an exception that carries the model's own message.
namespace {
std::string& messages() {
  static std::string text;
  return text;
}
[[noreturn]] void fail(const char* file, int line, const char* what) {
  std::string text = std::move(messages());
  messages().clear();
  if (text.empty()) text = std::string(file) + ":" + std::to_string(line) + ": " + what;
  throw std::runtime_error(text);
}
}  // namespace

extern "C" int xb_model_message(const char* format, ...) {
  char buffer[1024];
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  messages() += buffer;
  return length;
}
void vl_stop(const char* file, int line, const char*) { fail(file, line, "assertion failed"); }
void vl_fatal(const char* file, int line, const char*, const char* message) { fail(file, line, message); }
void vl_finish(const char* file, int line, const char*) { fail(file, line, "$finish"); }

extern "C" __attribute__((visibility("default"))) const xb::VerilatedApi* xb_model_api() { return &kApi; }
