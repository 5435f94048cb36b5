// SPDX-License-Identifier: Apache-2.0
#include <fstapi.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "host/base/errors.h"
#include "host/trace/fst_block.h"
#include "waves/write/fst_writer.h"
#include "waves/write/ports_fst.h"

namespace xb {
namespace {

struct Close {
  void operator()(void* reader) const { fstReaderClose(reader); }
};
using Reader = std::unique_ptr<void, Close>;

/// A value on its way from a source to the merged file.
struct Change {
  std::uint64_t time;
  fstHandle handle;  // in the merged file
  std::size_t begin;
  std::uint32_t length;
  bool text;
};

class Merge {
 public:
  explicit Merge(const std::filesystem::path& merged) : writer_(new_fst(merged)) {}
  ~Merge() { fstWriterClose(writer_); }

  void add_signals(const std::filesystem::path& source) {
    Reader reader(fstReaderOpen(source.c_str()));
    if (reader == nullptr) throw RunError("{}: cannot be read back", source.string());
    tables_.clear();
    signals_.assign(std::size_t{fstReaderGetMaxHandle(reader.get())} + 1, {});
    fstReaderIterateHierRewind(reader.get());
    while (const fstHier* item = fstReaderIterateHier(reader.get())) add(*item);
    fstReaderSetFacProcessMaskAll(reader.get());
    begin_ = std::min(begin_, fstReaderGetStartTime(reader.get()) / kFstBlockTime * kFstBlockTime);
    end_ = std::max(end_, fstReaderGetEndTime(reader.get()) + 1);
    sources_.push_back({std::move(reader), std::move(signals_)});
  }

  /// Span by span, of which none is longer than a block of the sources.
  void write_values() {
    for (; begin_ < end_; begin_ += kFstBlockTime) {
      for (Source& source : sources_) {
        const auto before = static_cast<std::ptrdiff_t>(changes_.size());
        signals_.swap(source.signals);
        fstReaderSetLimitTimeRange(source.reader.get(), begin_, limit_of(source));
        fstReaderIterBlocks2(source.reader.get(), take_bits, take_text, this, nullptr);
        signals_.swap(source.signals);
        std::inplace_merge(changes_.begin(), changes_.begin() + before, changes_.end(),
                           [](const Change& a, const Change& b) { return a.time < b.time; });
      }
      write_span();
    }
  }

 private:
  struct Signal {
    fstHandle handle = 0;    // in the merged file
    std::uint32_t bits = 0;  // 0: a number or a text, with an end
  };
  struct Source {
    Reader reader;
    std::vector<Signal> signals;
  };

  /// Blocks that begin up to here are read for the span. One begins at the last time of that before it, the
  /// span's last edge: beyond it each would be read for two spans.
  [[nodiscard]] std::uint64_t limit_of(const Source& source) const {
    const std::uint64_t last = begin_ + kFstBlockTime - 1;
    return std::clamp(fstReaderGetStartTime(source.reader.get()), last - kCycleTime / 2, last);
  }

  void write_span() {
    std::uint64_t time = 0;
    bool any = false;
    for (const Change& change : changes_) {
      if (!any || change.time != time) fstWriterEmitTimeChange(writer_, change.time);
      any = true;
      time = change.time;
      const char* const value = values_.data() + change.begin;
      if (change.text)
        fstWriterEmitVariableLengthValueChange(writer_, change.handle, value, change.length);
      else
        fstWriterEmitValueChange(writer_, change.handle, value);
    }
    changes_.clear();
    values_.clear();
    fstWriterFlushContext(writer_);
  }

  void add(const fstHier& item) {
    switch (item.htyp) {
      case FST_HT_SCOPE:
        return fstWriterSetScope(writer_, static_cast<fstScopeType>(item.u.scope.typ), item.u.scope.name, "");
      case FST_HT_UPSCOPE:
        return fstWriterSetUpscope(writer_);
      case FST_HT_VAR: {
        const auto& var = item.u.var;
        const fstHandle made = fstWriterCreateVar(writer_, static_cast<fstVarType>(var.typ),
                                                  static_cast<fstVarDir>(var.direction), var.length, var.name,
                                                  var.is_alias ? signals_[var.handle].handle : 0);
        if (!var.is_alias) signals_[var.handle] = {made, var.typ == FST_VT_VCD_REAL ? 0 : var.length};
        return;
      }
      case FST_HT_ATTRBEGIN:
        if (item.u.attr.typ == FST_AT_MISC && item.u.attr.subtype == FST_MT_ENUMTABLE) add_names(item);
        return;
      default:
        return;
    }
  }

  /// Names of values, or the number of a table that has them: each source has its tables from 1 on, in order,
  /// and so must the merged file (GTKWave ends at any other).
  void add_names(const fstHier& item) {
    const bool is_table = item.u.attr.name_length > 0;
    if (is_table) tables_[item.u.attr.arg] = ++table_count_;
    fstWriterSetAttrBegin(writer_, FST_AT_MISC, FST_MT_ENUMTABLE, is_table ? item.u.attr.name : nullptr,
                          tables_[item.u.attr.arg]);
  }

  void take(std::uint64_t time, fstHandle from, const unsigned char* value, std::uint32_t length, bool text) {
    if (time < begin_ || time >= begin_ + kFstBlockTime) return;  // the reader gives whole blocks
    changes_.push_back({time, signals_[from].handle, values_.size(), length, text});
    values_.append(reinterpret_cast<const char*>(value), length);
  }
  static void take_bits(void* merge, uint64_t time, fstHandle from, const unsigned char* value) {
    // A bit a character.
    auto& self = *static_cast<Merge*>(merge);
    const std::uint32_t bits = self.signals_[from].bits;
    const auto length = bits != 0 ? bits
                                  : static_cast<std::uint32_t>(
                                        std::char_traits<char>::length(reinterpret_cast<const char*>(value)));
    self.take(time, from, value, length, false);
  }
  static void take_text(void* merge, uint64_t time, fstHandle from, const unsigned char* value,
                        uint32_t length) {
    static_cast<Merge*>(merge)->take(time, from, value, length, true);
  }

  void* writer_;
  std::uint64_t begin_ = ~std::uint64_t{0}, end_ = 0;  // of the span at hand; of all of them
  std::vector<Source> sources_;
  std::uint64_t table_count_ = 0;
  std::map<std::uint64_t, std::uint64_t> tables_;  // of the source at hand, to those of the merged file
  std::vector<Signal> signals_;                    // likewise
  std::vector<Change> changes_;
  std::string values_;
};

}  // namespace

void merge_fst(const std::vector<std::filesystem::path>& sources, const std::filesystem::path& merged) {
  Merge merge(merged);
  for (const auto& source : sources) merge.add_signals(source);
  merge.write_values();
}

}  // namespace xb
