// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fstapi.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "host/base/errors.h"
#include "waves/read/edge_sampler.h"
#include "waves/read/fst_blocks.h"
#include "waves/read/trace_source.h"
#include "waves/read/whole_fst.h"

/// What fstapi.c calls instead of exit(): what the process shares with its parent is not to be torn down.
extern "C" void xb_fst_exit(int status) { _exit(status); }

namespace xb {
namespace {

/// A whole file in the address space.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
    const BlockReader file(path);  // its messages
    if (file.size() == 0) file.refuse("the file is empty or no regular file");
    void* const memory = mmap(nullptr, file.size(), PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
    if (memory == MAP_FAILED) file.refuse("no address space for the file");
    bytes_ = {static_cast<const char*>(memory), file.size()};
  }
  ~MappedFile() { munmap(const_cast<char*>(bytes_.data()), bytes_.size()); }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  [[nodiscard]] std::string_view bytes() const { return bytes_; }

 private:
  std::string_view bytes_;
};

std::string time_unit(int exponent) {
  constexpr const char* kUnits[] = {"s", "ms", "us", "ns", "ps", "fs", "as", "zs", "ys", "rs", "qs"};
  const int third = exponent > 0 ? 0 : (2 - exponent) / 3;
  int factor = 1;
  for (int i = 0; i < exponent + 3 * third; ++i) factor *= 10;
  return fmt::format("{} {}", factor, kUnits[third]);
}

class FstSource : public TraceSource {
 public:
  explicit FstSource(const std::string& path) : file_(path) {
    const MappedFile file(file_.path());
    blocks_ = read_fst_blocks(file_.name(), file.bytes());
    header_.format = TraceFormat::Fst;
    header_.slots = blocks_.slots;
    header_.time_unit = time_unit(blocks_.time_exponent);
    read_fst_hierarchy(file_.name(), file.bytes(), blocks_, header_);
  }

  [[nodiscard]] const TraceHeader& header() const override { return header_; }

  void run(std::uint32_t clock, SampleSink& sink) override {
    EdgeSampler sampler(header_.slots, clock, sink);
    sampler_ = &sampler;
    sink_ = &sink;
    time_ = blocks_.values.front().first_time;
    sink.reached(blocks_.values.front().offset);
    void* const reader = fstReaderOpen(file_.path().c_str());
    if (reader == nullptr) throw InputError(unreadable(file_.name(), 0, "GTKWave's reader does not open it"));
    fstReaderSetFacProcessMaskAll(reader);
    fstReaderIterBlocksSetNativeDoublesOnCallback(reader, 1);
    fstReaderIterBlocks2(reader, fixed, variable, this, nullptr);
    fstReaderClose(reader);
    sampler.finish();
    sink.reached(blocks_.values.back().offset + blocks_.values.back().size);
  }

 private:
  static void fixed(void* self, std::uint64_t time, fstHandle handle, const unsigned char* value) {
    static_cast<FstSource*>(self)->change(time, handle, reinterpret_cast<const char*>(value), 0);
  }
  static void variable(void* self, std::uint64_t time, fstHandle handle, const unsigned char* value,
                       std::uint32_t length) {
    static_cast<FstSource*>(self)->change(time, handle, reinterpret_cast<const char*>(value), length);
  }

  void change(std::uint64_t time, fstHandle handle, const char* value, std::uint32_t length) {
    if (time != time_) next_time(time);
    if (++changes_ % kLook == 0) {
      sampler_->bound();
      reached();
    }
    const std::uint32_t slot = handle - 1;
    if (slot >= header_.slots.size()) refuse("a change of a signal that does not exist");
    const ValueSlot& kept = header_.slots[slot];
    if (kept.kind == ValueKind::Event) {
      if (*value == '0' || *value == '1') sampler_->fires(slot);  // x: not yet
      return;
    }
    if (kept.kind == ValueKind::Text) return sampler_->text(slot, value, length);
    if (kept.kind == ValueKind::Real) {
      double number = 0;
      std::memcpy(&number, value, sizeof number);
      return sampler_->real(slot, number);
    }
    if (kept.width == 1 && (*value == '0' || *value == '1')) return sampler_->bit(slot, *value == '1', true);
    if (!sampler_->bits(slot, value, kept.width)) refuse("a digit that is none");
  }

  void next_time(std::uint64_t time) {
    if (time < time_) refuse(fmt::format("time {} after {}", time, time_));
    sampler_->at(time);
    time_ = time;
    while (block_ + 1 < blocks_.values.size() && time > blocks_.values[block_].last_time) {
      ++block_;
      reached();
    }
  }

  /// Where the reader is in the file, by its time.
  void reached() const {
    const FstValueBlock& block = blocks_.values[block_];
    const auto span = static_cast<double>(block.last_time - block.first_time);
    const double share = span == 0 ? 0 : static_cast<double>(time_ - block.first_time) / span;
    sink_->reached(block.offset + static_cast<std::uint64_t>(share * static_cast<double>(block.size - 1)));
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw InputError(
        unreadable(file_.name(), blocks_.values[block_].offset, "in the block of values there: " + why));
  }

  static constexpr std::uint64_t kLook = 4096;

  WholeFst file_;
  FstBlocks blocks_;
  TraceHeader header_;
  EdgeSampler* sampler_ = nullptr;
  SampleSink* sink_ = nullptr;
  std::uint64_t time_ = 0;
  std::size_t block_ = 0;
  std::uint64_t changes_ = 0;
};

}  // namespace

std::unique_ptr<TraceSource> open_fst(const std::string& path) { return std::make_unique<FstSource>(path); }

}  // namespace xb
