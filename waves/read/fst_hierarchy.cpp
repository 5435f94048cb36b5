// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fstapi.h>

#include <utility>

#include "waves/read/fst_blocks.h"
#include "waves/read/header_limits.h"
#include "waves/read/signal_path.h"

namespace xb {
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
