// SPDX-License-Identifier: Apache-2.0
#include "waves/write/fst_writer.h"

#include <fmt/format.h>
#include <fstapi.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "host/base/errors.h"
#include "host/trace/fst_block.h"

namespace xb {
namespace {

constexpr unsigned kMostBits = 64;

/// The names of values as the file has them: a table that signals refer to. `handle_of` 0: no table.
std::uint32_t add_table(void* context, const FstWriter::Names& names, unsigned bits) {
  std::vector<std::string> values;
  std::vector<const char*> value_texts, name_texts;
  for (std::size_t i = 0; i < names.size(); ++i) values.push_back(fmt::format("{:0{}b}", i, bits));
  for (std::size_t i = 0; i < names.size(); ++i) {
    value_texts.push_back(values[i].c_str());
    name_texts.push_back(names[i].c_str());
  }
  return fstWriterCreateEnumTable(context, "names", static_cast<std::uint32_t>(names.size()), 0,
                                  name_texts.data(), value_texts.data());
}

}  // namespace

void* new_fst(const std::filesystem::path& path) {
  void* const context = fstWriterCreate(path.c_str(), 1);
  if (context == nullptr) throw RunError("{}: cannot be written", path.string());
  fstWriterSetPackType(context, FST_WR_PT_LZ4);
  fstWriterSetTimescale(context, -9);
  fstWriterSetVersion(context, "xbarlab");
  fstWriterSetDate(context, "");  // else the same run gives another file each time
  return context;
}

FstWriter::FstWriter(const std::filesystem::path& path) : context_(new_fst(path)) {}

FstWriter::~FstWriter() { fstWriterClose(context_); }

void FstWriter::open_scope(const std::string& name) {
  fstWriterSetScope(context_, FST_ST_VCD_MODULE, name.c_str(), nullptr);
}
void FstWriter::close_scope() { fstWriterSetUpscope(context_); }

FstWriter::Signal FstWriter::add(const std::string& name, unsigned bits, const Names& names) {
  if (!names.empty()) {
    const auto same = std::find_if(tables_.begin(), tables_.end(),
                                   [&](const auto& table) { return table.first == &names; });
    const std::uint32_t table = same != tables_.end() ? same->second : add_table(context_, names, bits);
    if (same == tables_.end()) tables_.emplace_back(&names, table);
    fstWriterEmitEnumTableRef(context_, table);
  }
  return declare(name, FST_VT_VCD_WIRE, bits, 0);
}
FstWriter::Signal FstWriter::add_text(const std::string& name) {
  return declare(name, FST_VT_GEN_STRING, 0, 0);
}
FstWriter::Signal FstWriter::add_real(const std::string& name) {
  return declare(name, FST_VT_VCD_REAL, 0, 0);
}
FstWriter::Signal FstWriter::add_name(const std::string& name, Signal of) {
  const Entry& entry = entries_[of];
  return declare(name, entry.type, entry.bits, entry.handle);
}

FstWriter::Signal FstWriter::declare(const std::string& name, unsigned type, unsigned bits,
                                     std::uint32_t alias) {
  const std::string full = bits <= 1 ? name : fmt::format("{} [{}:0]", name, bits - 1);
  const unsigned length = type == FST_VT_VCD_REAL ? sizeof(double) : bits;
  const std::uint32_t handle = fstWriterCreateVar(context_, static_cast<fstVarType>(type), FST_VD_IMPLICIT,
                                                  length, full.c_str(), alias);
  entries_.push_back({handle, bits, type});
  return entries_.size() - 1;
}

void FstWriter::at(std::uint64_t time) {
  if (time / kFstBlockTime != time_ / kFstBlockTime) fstWriterFlushContext(context_);
  fstWriterEmitTimeChange(context_, time_ = time);
}

void FstWriter::set(Signal signal, std::uint64_t value) {
  Entry& entry = entries_[signal];
  if (entry.known && entry.value == value) return;
  entry.known = true;
  entry.value = value;
  static constexpr char kFours[] = "0000000100100011010001010110011110001001101010111100110111101111";
  std::array<char, kMostBits> digits;  // the last ones count
  for (unsigned b = 0; b < entry.bits; b += 4)
    std::memcpy(&digits[kMostBits - 4 - b], &kFours[4 * (value >> b & 15U)], 4);
  fstWriterEmitValueChange(context_, entry.handle, &digits[kMostBits - entry.bits]);
}

void FstWriter::set_unknown(Signal signal) {
  Entry& entry = entries_[signal];
  if (!entry.known) return;
  entry.known = false;
  std::array<char, kMostBits> digits{};
  digits.fill('x');
  fstWriterEmitValueChange(context_, entry.handle, digits.data());
}

bool FstWriter::is_new(Signal signal, const std::string& text) {
  Entry& entry = entries_[signal];
  if (entry.given && entry.text == text) return false;
  entry.given = true;
  entry.text = text;
  return true;
}

void FstWriter::set_text(Signal signal, const std::string& text) {
  if (!is_new(signal, text)) return;
  fstWriterEmitVariableLengthValueChange(context_, entries_[signal].handle, text.data(),
                                         static_cast<std::uint32_t>(text.size()));
}

void FstWriter::set_real(Signal signal, double number) {
  const std::string bytes(reinterpret_cast<const char*>(&number), sizeof number);
  if (is_new(signal, bytes)) fstWriterEmitValueChange(context_, entries_[signal].handle, bytes.data());
}

void FstWriter::set_digits(Signal signal, const std::string& digits) {
  if (is_new(signal, digits)) fstWriterEmitValueChange(context_, entries_[signal].handle, digits.data());
}

}  // namespace xb
