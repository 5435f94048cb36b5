// SPDX-License-Identifier: Apache-2.0
#include "waves/write/fst_file.h"

#include <fstapi.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>

#include "host/base/errors.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHeaderBytes = 330, kTimesAt = 9, kBlocksAt = 65;

/// Sources are at most a cycle apart.
constexpr std::uint64_t kApart = 20;

void replace_number(std::string& bytes, std::size_t at, std::uint64_t value) {
  std::string number;
  put_number(number, value);
  bytes.replace(at, number.size(), number);
}

std::uint64_t number_at(const std::string& bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = at; i < at + sizeof value; ++i)
    value = value << 8U | static_cast<unsigned char>(bytes.at(i));
  return value;
}

bool is_real(unsigned kind) {
  return kind == FST_VT_VCD_REAL || kind == FST_VT_VCD_REAL_PARAMETER || kind == FST_VT_VCD_REALTIME ||
         kind == FST_VT_SV_SHORTREAL;
}

}  // namespace

FstFile::~FstFile() {
  try {
    close();
  } catch (const RunError&) {  // a run has failed that wrote it, and says why
  }
}

fs::path FstFile::names_path() const { return fs::path(path_) += ".names"; }

void* FstFile::names() {
  if (are_named_) throw RunError("{}: a signal is named behind values", path_.string());
  if (names_ != nullptr) return names_;
  file_.reset(std::fopen(path_.c_str(), "wbe"));
  names_ = file_ == nullptr ? nullptr : fstWriterCreate(names_path().c_str(), 1);
  if (names_ == nullptr) throw RunError("{}: cannot be written", path_.string());
  fstWriterSetPackType(names_, FST_WR_PT_LZ4);
  fstWriterSetTimescale(names_, -9);
  fstWriterSetVersion(names_, "xbarlab");
  fstWriterSetDate(names_, "");  // else the same run gives another file each time
  return names_;
}

std::uint32_t FstFile::add_signal(unsigned kind, unsigned direction, std::uint32_t bits,
                                  const std::string& name, std::uint32_t alias) {
  const fstHandle signal = fstWriterCreateVar(names(), static_cast<fstVarType>(kind),
                                              static_cast<fstVarDir>(direction), bits, name.c_str(), alias);
  if (signal > signals_) {
    signals_ = signal;
    values_.add_signal(kind == FST_VT_GEN_STRING ? FstValues::kText : bits, is_real(kind));
  }
  return signal;
}

/// The header, the widths and the names, as GTKWave's writer makes them, with no value.
void FstFile::end_names() {
  are_named_ = true;
  fstWriterClose(names_);
  std::ifstream file(names_path(), std::ios::binary);
  const std::string all{std::istreambuf_iterator<char>(file), {}};
  fs::remove(names_path());
  if (all.size() < kHeaderBytes) return;  // the disk is full
  header_ = all.substr(0, kHeaderBytes);
  put(header_);
  for (std::size_t at = kHeaderBytes; at + sizeof(std::uint64_t) < all.size();) {
    const std::size_t bytes = 1 + number_at(all, at + 1);
    if (all[at] != FST_BL_VCDATA_DYN_ALIAS2) names_blocks_ += all.substr(at, bytes);
    at += bytes;
  }
}

void FstFile::write_block(std::uint64_t before) {
  for (const ValueLog& log : logs_) {
    if (!log.moments().empty()) before = std::min(before, log.moments().back().time);
  }
  write_before(before - std::min(before, kApart));
}

void FstFile::write_before(std::uint64_t time) {
  if (!values_.write(logs_, time)) return;
  if (!are_named_) end_names();
  put(values_.block());
}

void FstFile::close() {
  if (file_ == nullptr || names_ == nullptr) return;
  write_before(std::numeric_limits<std::uint64_t>::max());
  if (!are_named_) end_names();
  put(names_blocks_);
  if (!header_.empty()) {
    replace_number(header_, kTimesAt, values_.first_time());
    replace_number(header_, kTimesAt + sizeof(std::uint64_t), values_.last_time());
    replace_number(header_, kBlocksAt, values_.blocks());
    std::fseek(file_.get(), 0, SEEK_SET);
    put(header_);
  }
  file_.reset();
}

}  // namespace xb
