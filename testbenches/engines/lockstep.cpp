// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <vector>

#include "host/base/called_as.h"
#include "host/base/errors.h"
#include "host/config/key_use.h"
#include "host/config/setup.h"
#include "testbenches/engines/engines.h"

namespace xb {
namespace {

/// One comparable signal: its RTL port, the element's index, of a beat the word, both values.
struct Difference {
  std::string name;
  unsigned index;
  std::optional<unsigned> word;
  std::uint64_t rtl, twin;

  [[nodiscard]] std::string signal() const {
    return fmt::format("{}[{}]{}", name, index, word ? fmt::format(" word {}", *word) : "");
  }
  /// Payload in hex, all else as the number that it is.
  [[nodiscard]] std::string values() const {
    if (name == "m_axis_tdata_o" || name == "m_axis_tkeep_o")
      return fmt::format("rtl {:#x}, systemc {:#x}", rtl, twin);
    return fmt::format("rtl {}, systemc {}", rtl, twin);
  }
  [[nodiscard]] std::string words() const {
    return difference_in_words(name, std::to_string(index), word == 0U, rtl, twin);
  }
};

/// Compares two models' outputs signal by signal; payload only where valid.
class Comparer {
 public:
  Comparer(unsigned ports, unsigned queues, unsigned data_words, bool keep, unsigned classes)
      : ports_(ports), queues_(queues), data_words_(data_words), keep_(keep), classes_(classes) {}

  /// Fast check, used every cycle.
  [[nodiscard]] bool same(const SwitchOutputs& a, const SwitchOutputs& b) const {
    bool same = true;
    const auto bits = [&](const char*, PortMask x, PortMask y) { same &= x == y; };
    const auto array = [&](const char*, const auto* x, const auto* y, unsigned count) {
      same = same && std::memcmp(x, y, count * sizeof(*x)) == 0;
    };
    const auto value = [&](const char*, unsigned, std::uint64_t x, std::uint64_t y,
                           std::optional<unsigned> = {}) { same &= x == y; };
    each(a, b, bits, array, value);
    return same;
  }

  /// All differences, in the order of the RTL's port list.
  [[nodiscard]] std::vector<Difference> differences(const SwitchOutputs& a, const SwitchOutputs& b) const {
    std::vector<Difference> found;
    const auto value = [&](const char* name, unsigned index, std::uint64_t x, std::uint64_t y,
                           std::optional<unsigned> word = {}) {
      if (x != y) found.push_back({name, index, word, x, y});
    };
    const auto bits = [&](const char* name, PortMask x, PortMask y) {
      for_each_port(x ^ y, [&](unsigned port) { value(name, port, x >> port & 1U, y >> port & 1U); });
    };
    const auto array = [&](const char* name, const auto* x, const auto* y, unsigned count) {
      for (unsigned i = 0; i < count; ++i) value(name, i, x[i], y[i]);
    };
    each(a, b, bits, array, value);
    return found;
  }

 private:
  /// Calls one of these with each pair of what has to be equal: a bit for each port, `count` values, one.
  template <class Bits, class Array, class Value>
  void each(const SwitchOutputs& a, const SwitchOutputs& b, Bits&& bits, Array&& array, Value&& value) const {
    bits("s_axis_tready_o", a.s_tready, b.s_tready);
    for (unsigned c = 0; classes_ > 1 && c < classes_; ++c)
      for_each_port(a.class_ready[c] ^ b.class_ready[c], [&](unsigned port) {
        value("s_axis_tready_o", port * classes_ + c, a.class_ready[c] >> port & 1U,
              b.class_ready[c] >> port & 1U);
      });
    bits("m_axis_tvalid_o", a.m_tvalid, b.m_tvalid);
    for_each_port(a.m_tvalid & b.m_tvalid, [&](unsigned port) {
      for (unsigned w = 0; w < data_words_; ++w) {
        const unsigned at = port * data_words_ + w;
        value("m_axis_tdata_o", port, a.m_tdata[at], b.m_tdata[at], w);
      }
      if (keep_) value("m_axis_tkeep_o", port, a.m_tkeep[port], b.m_tkeep[port]);
      value("m_axis_tdest_o", port, a.m_tdest[port], b.m_tdest[port]);
      if (classes_ > 1) value("m_axis_tid_o", port, a.m_tid[port], b.m_tid[port]);
    });
    const PortMask both = a.m_tvalid & b.m_tvalid;
    bits("m_axis_tlast_o", a.m_tlast & both, b.m_tlast & both);
    bits("m_axis_tuser_o", a.m_tuser & both, b.m_tuser & both);
    array("occ_beats_o", a.occ_beats, b.occ_beats, queues_);
    array("occ_packets_o", a.occ_packets, b.occ_packets, queues_);
    array("drop_misrouted_o", a.drop_misrouted, b.drop_misrouted, ports_);
    array("drop_full_o", a.drop_full, b.drop_full, queues_);
    bits("blocked_o", a.blocked, b.blocked);
    bits("blocked_backpressure_o", a.blocked_backpressure, b.blocked_backpressure);
    array("blocked_by_o", a.blocked_by, b.blocked_by, ports_);
    bits("hol_o", a.hol, b.hol);
    array("hol_victims_o", a.hol_victims, b.hol_victims, ports_);
    bits("pool_o", a.pool, b.pool);
    for_each_port(a.pool & b.pool,
                  [&](unsigned port) { value("pool_by_o", port, a.pool_by[port], b.pool_by[port]); });
    bits("idle_with_work_o", a.idle_with_work, b.idle_with_work);
  }

  unsigned ports_, queues_, data_words_;
  bool keep_;
  unsigned classes_;
};

/// The lockstep engine: rtl and twin on the same stimulus, every output and occupancy compared every cycle.
class Lockstep : public SwitchModel {
 public:
  Lockstep(const Setup& setup, std::unique_ptr<SwitchModel> rtl, std::unique_ptr<SwitchModel> twin)
      : setup_(setup),
        rtl_(std::move(rtl)),
        twin_(std::move(twin)),
        comparer_(setup.config.ports, setup.queues, setup.config.data_words(), setup.lengths.in_bytes(),
                  setup.config.classes) {}

  void reset(const SwitchSettings& settings) override {
    rtl_->reset(settings);
    twin_->reset(settings);
    now_ = 0;
  }
  void show(SwitchOutputs& out) override {
    rtl_->show(out);
    twin_->show(twin_out_);
    moment() = {{}, {}, out.s_tready, out.m_tvalid, out.m_tlast & out.m_tvalid};
    if (!comparer_.same(out, twin_out_)) fail(out);
  }
  void clock(const SwitchInputs& in) override {
    moment().s_tvalid = in.s_tvalid;
    moment().m_tready = in.m_tready;
    rtl_->clock(in);
    twin_->clock(in);
    ++now_;
  }
  /// With the inputs of the cycle in the message.
  void cycle(const SwitchInputs& in, SwitchOutputs& out) override {
    rtl_->cycle(in, out);
    twin_->cycle(in, twin_out_);
    moment() = {in.s_tvalid, in.m_tready, out.s_tready, out.m_tvalid, out.m_tlast & out.m_tvalid};
    if (!comparer_.same(out, twin_out_)) fail(out);
    ++now_;
  }
  void told_lag(PortMask outputs, const std::int64_t* cycles) override {
    rtl_->told_lag(outputs, cycles);
    twin_->told_lag(outputs, cycles);
  }
  void told_higher_class(PortMask inputs) override {
    rtl_->told_higher_class(inputs);
    twin_->told_higher_class(inputs);
  }
  [[nodiscard]] std::uint64_t rest_period() const override { return rtl_->rest_period(); }
  void rest(std::uint64_t cycles) override {
    rtl_->rest(cycles);
    now_ += cycles;
  }
  [[nodiscard]] std::uint64_t evicted_packets() const override { return rtl_->evicted_packets(); }
  void end_of_run() override {
    rtl_->end_of_run();
    twin_->end_of_run();
  }

 private:
  static constexpr std::size_t kHistory = 6;  // this cycle and the five before it
  struct Moment {
    std::optional<PortMask> s_tvalid, m_tready;  // none: not known when the cycle was shown
    PortMask s_tready = 0, m_tvalid = 0, m_tlast = 0;
  };
  Moment& moment() { return history_[now_ % kHistory]; }

  [[noreturn]] void fail(const SwitchOutputs& out) {
    const auto found = comparer_.differences(out, twin_out_);
    const std::string& top = setup_.entry->rtl_module;
    std::string text = fmt::format("lock-step difference in cycle {}: {}.{}: {}", now_, top,
                                   found.front().signal(), found.front().values());
    if (found.size() > 1) text += fmt::format("  (first of {} signals)", found.size());
    if (const std::string words = found.front().words(); !words.empty()) text += "\n  " + words;
    const unsigned digits = (setup_.config.ports + 3) / 4;
    text += fmt::format(
        "\n  the rtl's handshakes, a bit per port (0 rightmost), in hex:\n  {:>10} {:>{}} {:>{}} {:>{}} "
        "{:>{}} {:>{}}\n",
        "cycle", "s_valid", width(digits), "s_ready", width(digits), "m_valid", width(digits), "m_ready",
        width(digits), "m_last", width(digits));
    for (std::uint64_t c = now_ >= kHistory - 1 ? now_ - (kHistory - 1) : 0; c <= now_; ++c) {
      const Moment& m = history_[c % kHistory];
      text += fmt::format(" {}{:>10} ", c == now_ ? '*' : ' ', c);
      using Shown = std::optional<PortMask>;
      for (const Shown& mask :
           {m.s_tvalid, Shown(m.s_tready), Shown(m.m_tvalid), m.m_tready, Shown(m.m_tlast)}) {
        const std::string hex =
            mask ? fmt::format("{:0{}x}", *mask & all_ports(setup_.config.ports), digits) : "-";
        text += fmt::format("{:>{}} ", hex, width(digits));
      }
      text += "\n";
    }
    for (std::size_t i = 1; i < std::min<std::size_t>(found.size(), 8); ++i) {
      text += fmt::format("  also {}: {}\n", found[i].signal(), found[i].values());
    }
    text += fmt::format("  seed {}; reproduce: {} run {}", setup_.config.seed, called_as(),
                        flags_of(setup_.config));
    throw RunError(text);
  }
  static unsigned width(unsigned digits) { return digits < 7 ? 7 : digits; }

  Setup setup_;
  std::unique_ptr<SwitchModel> rtl_, twin_;
  Comparer comparer_;
  SwitchOutputs twin_out_{};
  std::array<Moment, kHistory> history_{};
  std::uint64_t now_ = 0;
};

}  // namespace

std::unique_ptr<SwitchModel> make_lockstep(const Setup& setup, std::unique_ptr<SwitchModel> rtl,
                                           std::unique_ptr<SwitchModel> twin) {
  return std::make_unique<Lockstep>(setup, std::move(rtl), std::move(twin));
}

}  // namespace xb
