// SPDX-License-Identifier: Apache-2.0
// Linked into each Verilated model with waveforms: what its tracer calls in the place of GTKWave's writer
// (the tracer is compiled without that one). Signals and values go to a SignalSink, which is where the name
// of a file is meant to be. Parameters are named as in fstapi.h.

#include <gtkwave/fstapi.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "host/trace/signal_sink.h"

namespace {

class ModelSignals {
 public:
  explicit ModelSignals(xb::SignalSink& sink) : sink_(sink) {}

  void entry(xb::SignalEntry kind) { entries_ += static_cast<char>(kind); }
  void number(std::uint32_t value) { entries_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void text(const char* text) { entries_.append(text == nullptr ? "" : text).push_back('\0'); }
  std::uint32_t next_table() { return ++tables_; }

  std::uint32_t next_signal(std::uint32_t bits, bool is_real) {
    signals_.push_back({bits, is_real});
    return static_cast<std::uint32_t>(signals_.size());
  }
  void hand_over() {
    if (!entries_.empty()) sink_.declare(entries_);
    entries_.clear();
    if (used_ > 0) sink_.values(time_, {values_.data(), used_});
    used_ = 0;
  }
  void at(std::uint64_t time) {
    hand_over();
    time_ = time;
  }
  void value(std::uint32_t number, const char* bits) {
    const Signal signal = signals_[number - 1];
    const std::size_t most = used_ + sizeof number + sizeof(double) + signal.bits / 8;
    if (most > values_.size()) values_.resize(2 * most);
    char* at = &values_[used_];
    const std::uint32_t tag = 2 * number;
    std::memcpy(at, &tag, sizeof tag);
    at += sizeof tag;
    if (signal.is_real) {
      std::memcpy(at, bits, sizeof(double));
      at += sizeof(double);
    } else if (signal.bits == 1) {
      *at++ = *bits;
    } else {
      at = pack(at, bits, signal.bits);
    }
    used_ = static_cast<std::size_t>(at - values_.data());
  }

 private:
  struct Signal {
    std::uint32_t bits;
    bool is_real;
  };

  /// `count` of '0' and '1' as bits; reads up to 7 characters more.
  static char* pack(char* to, const char* bits, std::uint32_t count) {
    constexpr std::uint64_t kLowest = 0x0101010101010101, kGather = 0x8040201008040201;
    for (; count > 0; bits += 8) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, bits, sizeof eight);
      const std::uint64_t byte = (eight & kLowest) * kGather >> 56;
      if (count < 8) {
        *to = static_cast<char>(byte & 0xff00U >> count);
        return to + 1;
      }
      *to++ = static_cast<char>(byte);
      count -= 8;
    }
    return to;
  }
  xb::SignalSink& sink_;
  std::string entries_;
  std::vector<Signal> signals_;
  std::uint32_t tables_ = 0;
  std::uint64_t time_ = 0;
  std::vector<char> values_;
  std::size_t used_ = 0;  // of them
};

ModelSignals& signals(void* context) { return *static_cast<ModelSignals*>(context); }

}  // namespace

void* fstWriterCreate(const char* nam, int /*use_compressed_hier*/) {
  return new ModelSignals(*reinterpret_cast<xb::SignalSink*>(const_cast<char*>(nam)));
}
void fstWriterClose(void* ctx) {
  const std::unique_ptr<ModelSignals> closed(static_cast<ModelSignals*>(ctx));
  if (closed != nullptr) closed->hand_over();  // the tracer closes what it has closed
}
void fstWriterSetPackType(void* /*ctx*/, enum fstWriterPackType /*type*/) {}
void fstWriterSetParallelMode(void* /*ctx*/, int /*on*/) {}
void fstWriterSetTimescaleFromString(void* /*ctx*/, const char* /*unit*/) {}
void fstWriterFlushContext(void* /*ctx*/) {}

void fstWriterSetScope(void* ctx, enum fstScopeType scopetype, const char* scopename, const char* scopecomp) {
  ModelSignals& to = signals(ctx);
  to.entry(xb::SignalEntry::Scope);
  to.number(scopetype);
  to.text(scopename);
  to.text(scopecomp);
}
void fstWriterSetUpscope(void* ctx) { signals(ctx).entry(xb::SignalEntry::ScopeEnd); }

fstHandle fstWriterCreateVar(void* ctx, enum fstVarType vt, enum fstVarDir vd, std::uint32_t len,
                             const char* nam, fstHandle aliasHandle) {
  ModelSignals& to = signals(ctx);
  to.entry(xb::SignalEntry::Signal);
  to.number(vt);
  to.number(vd);
  to.number(len);
  to.number(aliasHandle);
  to.text(nam);
  return aliasHandle != 0 ? aliasHandle
                          : to.next_signal(len, vt == FST_VT_VCD_REAL || vt == FST_VT_VCD_REAL_PARAMETER);
}

fstEnumHandle fstWriterCreateEnumTable(void* ctx, const char* name, std::uint32_t elem_count,
                                       unsigned min_valbits, const char** literal_arr, const char** val_arr) {
  ModelSignals& to = signals(ctx);
  to.entry(xb::SignalEntry::Table);
  to.text(name);
  to.number(min_valbits);
  to.number(elem_count);
  for (std::uint32_t i = 0; i < elem_count; ++i) to.text(literal_arr[i]);
  for (std::uint32_t i = 0; i < elem_count; ++i) to.text(val_arr[i]);
  return to.next_table();
}
void fstWriterEmitEnumTableRef(void* ctx, fstEnumHandle handle) {
  ModelSignals& to = signals(ctx);
  to.entry(xb::SignalEntry::TableUse);
  to.number(handle);
}

void fstWriterEmitTimeChange(void* ctx, std::uint64_t tim) { signals(ctx).at(tim); }
void fstWriterEmitValueChange(void* ctx, fstHandle handle, const void* val) {
  signals(ctx).value(handle, static_cast<const char*>(val));
}
