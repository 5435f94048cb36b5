// SPDX-License-Identifier: Apache-2.0
#include "waves/write/fst_writer.h"

#include <fmt/format.h>
#include <fstapi.h>

#include <algorithm>
#include <array>
#include <cstring>

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

void FstWriter::open_scope(const std::string& name) {
  fstWriterSetScope(file_.names(), FST_ST_VCD_MODULE, name.c_str(), nullptr);
}
void FstWriter::close_scope() { fstWriterSetUpscope(file_.names()); }

FstWriter::Signal FstWriter::add(const std::string& name, unsigned bits, const Names& names) {
  if (!names.empty()) {
    const auto same = std::find_if(tables_.begin(), tables_.end(),
                                   [&](const auto& table) { return table.first == &names; });
    const std::uint32_t table = same != tables_.end() ? same->second : add_table(file_.names(), names, bits);
    if (same == tables_.end()) tables_.emplace_back(&names, table);
    fstWriterEmitEnumTableRef(file_.names(), table);
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
  entries_.push_back({file_.add_signal(type, FST_VD_IMPLICIT, length, full, alias), bits, type});
  return entries_.size() - 1;
}

void FstWriter::set(Signal signal, std::uint64_t value) {
  Entry& entry = entries_[signal];
  if (entry.known && entry.value == value) return;
  entry.known = true;
  entry.value = value;
  const std::uint32_t tag = 2 * entry.handle;
  const std::uint64_t first_highest =
      entry.bits == 1 ? '0' + (value & 1U) : __builtin_bswap64(value << (kMostBits - entry.bits));
  std::array<char, sizeof tag + sizeof first_highest> bytes;
  std::memcpy(bytes.data(), &tag, sizeof tag);
  std::memcpy(&bytes[sizeof tag], &first_highest, sizeof first_highest);
  log_.add({bytes.data(), sizeof tag + (entry.bits + 7) / 8});
}

void FstWriter::set_unknown(Signal signal) {
  Entry& entry = entries_[signal];
  if (!entry.known) return;
  entry.known = false;
  std::array<char, kMostBits> digits{};
  digits.fill('x');
  log_.add(2 * entry.handle + 1, {digits.data(), entry.bits});
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
  const auto length = static_cast<std::uint32_t>(text.size());
  log_.add(2 * entries_[signal].handle, {reinterpret_cast<const char*>(&length), sizeof length});
  log_.add(text);
}

void FstWriter::set_real(Signal signal, double number) {
  const std::string bytes(reinterpret_cast<const char*>(&number), sizeof number);
  if (is_new(signal, bytes)) log_.add(2 * entries_[signal].handle, bytes);
}

void FstWriter::set_digits(Signal signal, const std::string& digits) {
  if (is_new(signal, digits)) log_.add(2 * entries_[signal].handle + 1, digits);
}

}  // namespace xb
