// SPDX-License-Identifier: Apache-2.0
#include "waves/read/fst_blocks.h"

#include <fmt/format.h>
#include <fstapi.h>
#include <lz4.h>
#include <zlib.h>

#include <climits>
#include <cstring>
#include <memory>
#include <utility>

#include "host/base/errors.h"
#include "waves/read/block_reader.h"
#include "waves/read/signal_path.h"

namespace xb {

namespace {

/// Bytes of an FST from one place on, read within their bounds: throws InputError with the file's offset.
class FstBytes {
 public:
  /// `file`: all of it; reads from `at`, below `end`.
  FstBytes(const std::string& path, std::string_view file, std::uint64_t at, std::uint64_t end)
      : path_(path), file_(file), at_(at), end_(end) {
    if (end > file.size() || at > end) refuse("the file ends before its block does");
  }
  [[nodiscard]] std::uint64_t at() const { return at_; }
  [[nodiscard]] std::uint64_t left() const { return end_ - at_; }
  [[nodiscard]] bool done() const { return at_ == end_; }

  std::uint8_t byte() {
    if (at_ == end_) refuse("the block ends within a number");
    return static_cast<std::uint8_t>(file_[at_++]);
  }
  /// Eight bytes, most significant first.
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value = value << 8U | byte();
    return value;
  }
  /// Seven bits a byte, least significant first.
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t part = byte();
      if (shift > 63) refuse("a number of more than 64 bits");
      value |= static_cast<std::uint64_t>(part & 0x7fU) << shift;
      if ((part & 0x80U) == 0) return value;
    }
  }
  std::string_view bytes(std::uint64_t count) {
    if (count > left()) refuse("the block ends before what it announces");
    const std::string_view part = file_.substr(at_, count);
    at_ += count;
    return part;
  }
  /// Up to a byte 0, which is taken too.
  std::string_view text() {
    const std::size_t end = file_.substr(0, end_).find('\0', at_);
    if (end == std::string_view::npos) refuse("the block ends within a name");
    const std::string_view part = file_.substr(at_, end - at_);
    at_ = end + 1;
    return part;
  }
  [[noreturn]] void refuse(const std::string& why) const { throw InputError(unreadable(path_, at_, why)); }

 private:
  const std::string& path_;
  std::string_view file_;
  std::uint64_t at_, end_;
};

/// What was compressed, or why not.
struct Unpacked {
  std::unique_ptr<char[]> memory;
  std::uint64_t size = 0;
  [[nodiscard]] std::string_view view() const { return {memory.get(), size}; }
};

enum class Packing : std::uint8_t { Zlib, Gzip, Lz4 };

bool unzip(std::string_view packed, Unpacked& unpacked, int window_bits) {
  z_stream stream{};
  if (inflateInit2(&stream, window_bits) != Z_OK) return false;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(unpacked.memory.get());
  stream.avail_out = static_cast<uInt>(unpacked.size);
  const int result = inflate(&stream, Z_FINISH);
  const bool whole = result == Z_STREAM_END && stream.total_out == unpacked.size;
  inflateEnd(&stream);
  return whole;
}

/// Unpacks to exactly `size` bytes; what zlib packed and is just as long is as it was. `from`
/// is for messages. Throws InputError, before it takes memory that the packed bytes cannot fill.
Unpacked unpack(const FstBytes& from, std::string_view packed, std::uint64_t size, Packing packing) {
  constexpr std::uint64_t kMostZlib = 1040, kMostLz4 = 256;  // what a byte can stand for
  const std::uint64_t most = packing == Packing::Lz4 ? kMostLz4 : kMostZlib;
  if (packed.size() > INT_MAX || size > INT_MAX || size > most * packed.size() + 64)
    from.refuse("more bytes than what is packed there can give");
  Unpacked unpacked{std::unique_ptr<char[]>(new char[size + 1]), size};
  bool good = true;
  if (packing == Packing::Lz4) {
    const int got =
        LZ4_decompress_safe_partial(packed.data(), unpacked.memory.get(), static_cast<int>(packed.size()),
                                    static_cast<int>(size), static_cast<int>(size));
    good = got >= 0 && static_cast<std::uint64_t>(got) == size;
  } else if (packing == Packing::Zlib && packed.size() == size) {
    if (size > 0) std::memcpy(unpacked.memory.get(), packed.data(), size);
  } else {
    constexpr int kWindow = 15, kGzip = 16;
    good = unzip(packed, unpacked, packing == Packing::Gzip ? kWindow + kGzip : kWindow);
  }
  if (!good) from.refuse("packed bytes that cannot be unpacked");
  return unpacked;
}

constexpr std::uint64_t kHeaderLength = 329;

class BlockReading {
 public:
  BlockReading(const std::string& path, std::string_view file) : path_(path), file_(file) {}

  FstBlocks read() {
    for (std::uint64_t at = 0; at < file_.size();) {
      FstBytes bytes(path_, file_, at, file_.size());
      const std::uint8_t type = bytes.byte();
      if (bytes.left() < 8) bytes.refuse("the file ends within a block's length");
      const std::uint64_t length = bytes.number();  // counted from itself on
      if (length < 8 || length - 8 > bytes.left())
        FstBytes(path_, file_, at, at)
            .refuse(fmt::format("a block of {} bytes, and {} are left", length, bytes.left() + 8));
      const std::uint64_t end = at + 1 + length;
      block(type, FstBytes(path_, file_, bytes.at(), end), at);
      at = end;
    }
    FstBytes end(path_, file_, file_.size(), file_.size());
    if (!header_) end.refuse("no header");
    if (!geometry_) end.refuse("no block of widths");
    if (blocks_.hierarchy == 0) end.refuse("no block of names");
    if (blocks_.values.empty()) end.refuse("no block of values");
    return std::move(blocks_);
  }

 private:
  void block(std::uint8_t type, FstBytes bytes, std::uint64_t at) {
    if (type == FST_BL_ZWRAPPER) bytes.refuse("an FST that is compressed as a whole, within another");
    if (!header_ && type != FST_BL_HDR) bytes.refuse("no header first");
    switch (type) {
      case FST_BL_HDR:
        return header(bytes);
      case FST_BL_GEOM:
        return geometry(bytes);
      case FST_BL_HIER:
      case FST_BL_HIER_LZ4:
      case FST_BL_HIER_LZ4DUO:
        if (blocks_.hierarchy != 0) bytes.refuse("a second block of names");
        blocks_.hierarchy = bytes.at();
        blocks_.hierarchy_end = bytes.at() + bytes.left();
        blocks_.hierarchy_type = type;
        return;
      case FST_BL_BLACKOUT:
        return;
      case FST_BL_VCDATA:
      case FST_BL_VCDATA_DYN_ALIAS:
      case FST_BL_VCDATA_DYN_ALIAS2:
        return values(bytes, at);
      default:
        FstBytes(path_, file_, at, at)
            .refuse(type == FST_BL_SKIP ? "a block that was not written to its end"
                                        : fmt::format("a block of type {}", type));
    }
  }

  void header(FstBytes bytes) {
    if (header_ || bytes.left() + 8 != kHeaderLength)
      bytes.refuse("a header of another length, or a second one");
    header_ = true;
    const std::uint64_t first = bytes.number();
    const std::uint64_t last = bytes.number();
    if (first == 0 && last == 0) bytes.refuse("no times in the header: it was not written to its end");
    bytes.bytes(8 + 5 * 8);  // the test of the byte order; what the library counts itself
    blocks_.time_exponent = static_cast<std::int8_t>(bytes.byte());
    if (blocks_.time_exponent < -30 || blocks_.time_exponent > 9)
      bytes.refuse("a time unit beyond 1e-30..1e9 s");
  }

  void geometry(FstBytes bytes) {
    if (geometry_) bytes.refuse("a second block of widths");
    geometry_ = true;
    const std::uint64_t size = bytes.number();
    const std::uint64_t handles = bytes.number();
    const Unpacked widths = unpack(bytes, bytes.bytes(bytes.left()), size, Packing::Zlib);
    if (handles == 0 || handles > size)
      bytes.refuse(fmt::format("{} signals in {} bytes of widths", handles, size));
    HeaderLimits limits;
    const std::string_view all = widths.view();
    std::size_t at = 0;
    blocks_.slots.reserve(handles);
    for (std::uint64_t i = 0; i < handles; ++i) {
      std::uint64_t width = 0;
      for (unsigned shift = 0;; shift += 7) {
        if (at == all.size() || shift > 28) bytes.refuse("widths that are none");
        const auto part = static_cast<std::uint8_t>(all[at++]);
        width |= static_cast<std::uint64_t>(part & 0x7fU) << shift;
        if ((part & 0x80U) == 0) break;
      }
      constexpr std::uint64_t kText = 0xffffffff;
      ValueSlot slot;
      slot.kind = width == 0 ? ValueKind::Real : width == kText ? ValueKind::Text : ValueKind::Bits;
      slot.width = width == 0 ? 64 : width == kText ? 0 : static_cast<std::uint32_t>(width);
      if (const auto wrong = limits.slot(slot)) bytes.refuse(*wrong);
      blocks_.slots.push_back(slot);
    }
  }

  void values(FstBytes bytes, std::uint64_t at) {
    FstValueBlock block;
    block.offset = at;
    block.size = bytes.at() + bytes.left() - at;
    block.first_time = bytes.number();
    block.last_time = bytes.number();
    if (block.first_time > block.last_time) bytes.refuse("times that end before they begin");
    if (!blocks_.values.empty() && blocks_.values.back().last_time > block.first_time)
      bytes.refuse("its times begin before those of the block before");
    blocks_.values.push_back(block);
  }

  const std::string& path_;
  std::string_view file_;
  FstBlocks blocks_;
  bool header_ = false, geometry_ = false;
};

}  // namespace

FstBlocks read_fst_blocks(const std::string& path, std::string_view file) {
  return BlockReading(path, file).read();
}

namespace {

Unpacked names_of(FstBytes bytes, std::uint8_t type) {
  const std::uint64_t size = bytes.number();
  if (size > HeaderLimits::kPathBytes) bytes.refuse("names of more than 2^29 bytes");
  if (type == FST_BL_HIER) return unpack(bytes, bytes.bytes(bytes.left()), size, Packing::Gzip);
  if (type == FST_BL_HIER_LZ4) return unpack(bytes, bytes.bytes(bytes.left()), size, Packing::Lz4);
  const std::uint64_t inner = bytes.varint();
  const Unpacked once = unpack(bytes, bytes.bytes(bytes.left()), inner, Packing::Lz4);
  return unpack(bytes, once.view(), size, Packing::Lz4);
}

std::string scope_in(FstBytes& bytes, const std::string& outer) {
  bytes.byte();  // its kind
  std::string path = signal_path(outer, declared_name(bytes.text()).name);
  if (path.size() > HeaderLimits::kLongestPath) bytes.refuse("scopes whose names have more than 4096 bytes");
  bytes.text();  // the module's name
  return path;
}

/// `handles`: how many signals have one of their own until now.
TraceSignal signal_in(FstBytes& bytes, const std::string& scope, const FstBlocks& blocks,
                      std::uint64_t& handles) {
  bytes.byte();  // its direction
  const DeclaredName name = declared_name(bytes.text());
  bytes.varint();  // its width, which the widths say too
  const std::uint64_t alias = bytes.varint();
  const std::uint64_t handle = alias == 0 ? ++handles : alias;
  if (handle > blocks.slots.size()) bytes.refuse("a signal without a width");
  TraceSignal signal;
  signal.path = signal_path(scope, name.name);
  signal.slot = static_cast<std::uint32_t>(handle - 1);
  signal.left = name.has_range ? name.left : static_cast<std::int32_t>(blocks.slots[signal.slot].width) - 1;
  signal.right = name.has_range ? name.right : 0;
  return signal;
}

}  // namespace

void read_fst_hierarchy(const std::string& path, std::string_view file, const FstBlocks& blocks,
                        TraceHeader& header) {
  const FstBytes block(path, file, blocks.hierarchy, blocks.hierarchy_end);
  const Unpacked names = names_of(block, blocks.hierarchy_type);
  // Offsets within the unpacked names mean nothing to a reader: the block's is given.
  const std::string where = fmt::format("{}: byte {}: names", path, blocks.hierarchy);
  FstBytes bytes(where, names.view(), 0, names.size);
  std::vector<std::string> scopes;
  HeaderLimits limits;
  std::uint64_t handles = 0;
  const auto scope = [&] { return scopes.empty() ? std::string() : scopes.back(); };
  while (!bytes.done()) {
    const std::uint8_t tag = bytes.byte();
    if (tag == FST_ST_VCD_SCOPE) {
      scopes.push_back(scope_in(bytes, scope()));
    } else if (tag == FST_ST_VCD_UPSCOPE) {
      if (scopes.empty()) bytes.refuse("the end of a scope that has no beginning");
      scopes.pop_back();
    } else if (tag == FST_ST_GEN_ATTRBEGIN) {
      bytes.byte();
      bytes.byte();
      bytes.text();
      bytes.varint();
    } else if (tag <= FST_VT_MAX) {
      TraceSignal signal = signal_in(bytes, scope(), blocks, handles);
      if (tag == FST_VT_VCD_EVENT) header.slots[signal.slot] = {ValueKind::Event, 0};
      if (const auto wrong = limits.signal(signal.path)) bytes.refuse(*wrong);
      header.signals.push_back(std::move(signal));
    } else if (tag != FST_ST_GEN_ATTREND) {
      bytes.refuse(fmt::format("an entry of type {}", tag));
    }
  }
}

}  // namespace xb
