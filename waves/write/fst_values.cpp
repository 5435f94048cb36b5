// SPDX-License-Identifier: Apache-2.0
#include "waves/write/fst_values.h"

#include <fstapi.h>
#include <lz4.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <unordered_map>
#include <utility>

#include "host/base/errors.h"

namespace xb {
namespace {

constexpr std::size_t kMostVarint = 10, kTagBytes = sizeof(std::uint32_t);
constexpr std::size_t kShortRun = 32;  // is not compressed

/// Seven bits a byte, the lowest first.
char* put_varint(char* to, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7U) *to++ = static_cast<char>(value | 0x80U);
  *to++ = static_cast<char>(value);
  return to;
}
void put_varint(std::string& to, std::uint64_t value) {
  char bytes[kMostVarint];
  to.append(bytes, static_cast<std::size_t>(put_varint(bytes, value) - bytes));
}
void put_signed(std::string& to, std::int64_t value) {
  for (;;) {
    const auto low = static_cast<std::uint8_t>(value & 0x7f);
    value >>= 7;
    const bool sign = (low & 0x40U) != 0;
    if (value == (sign ? -1 : 0)) return to.push_back(static_cast<char>(low));
    to.push_back(static_cast<char>(low | 0x80U));
  }
}

/// Packed by zlib, or as it is where that is no longer.
std::string zipped(const char* bytes, std::size_t size) {
  constexpr int kLevel = 4;
  uLongf length = compressBound(size);
  std::string packed(length, '\0');
  const int result = compress2(reinterpret_cast<Bytef*>(packed.data()), &length,
                               reinterpret_cast<const Bytef*>(bytes), size, kLevel);
  if (result != Z_OK || length >= size) return {bytes, size};
  packed.resize(length);
  return packed;
}

std::uint32_t number_at(const char* at) {
  std::uint32_t number = 0;
  std::memcpy(&number, at, sizeof number);
  return number;
}

/// The characters that an x and the like are of a single bit.
std::uint32_t code_of(char bit) {
  constexpr std::string_view kCodes = "xzhuwl-";
  return static_cast<std::uint32_t>(std::min(kCodes.find(bit), kCodes.size() - 1));
}

}  // namespace

void put_number(std::string& to, std::uint64_t value) {
  for (unsigned shift = 64; shift > 0; shift -= 8) to.push_back(static_cast<char>(value >> (shift - 8)));
}

void FstValues::add_signal(std::uint32_t length, bool is_real) {
  const std::uint32_t bytes = is_real ? sizeof(double) : (length + 7) / 8;
  signals_.push_back({is_real ? std::uint32_t{sizeof(double)} : length, bytes, is_real, frame_.size(), 0});
  const double none = std::numeric_limits<double>::quiet_NaN();
  if (is_real)
    frame_.append(reinterpret_cast<const char*>(&none), sizeof none);
  else
    frame_.append(length, 'x');
}

bool FstValues::write(std::list<ValueLog>& logs, std::uint64_t before) {
  block_.clear();
  times_.clear();
  changes_.clear();
  most_bytes_ = 0;
  if (blocks_ > 0) times_.push_back(last_time_);  // a block begins where the last one ended
  const std::vector<std::size_t> taken = collect(logs, before);
  if (changes_.empty()) return false;
  if (blocks_ == 0) first_time_ = times_.front();
  last_time_ = times_.back();
  ++blocks_;
  order();
  put_frame();
  put_runs();
  put_times();
  std::string head(1, static_cast<char>(FST_BL_VCDATA_DYN_ALIAS2));
  constexpr std::size_t kHeadBytes = 4 * 8;
  put_number(head, block_.size() + kHeadBytes);
  put_number(head, times_.front());
  put_number(head, times_.back());
  put_number(head, run_bytes_);
  block_.insert(0, head);
  auto count = taken.begin();
  for (ValueLog& log : logs) log.forget(*count++);
  return true;
}

/// How many moments it has taken of each log.
std::vector<std::size_t> FstValues::collect(const std::list<ValueLog>& logs, std::uint64_t before) {
  std::vector<std::size_t> taken(logs.size());
  for (;;) {
    const ValueLog* next = nullptr;
    std::size_t of = 0, index = 0;
    std::uint64_t time = before;
    for (const ValueLog& log : logs) {
      const auto& moments = log.moments();
      if (taken[index] < moments.size() && moments[taken[index]].time < time) {
        next = &log;
        of = index;
        time = moments[taken[index]].time;
      }
      ++index;
    }
    if (next == nullptr) break;
    if (times_.empty() || time > times_.back()) times_.push_back(time);
    take(*next, next->entries(taken[of]++));
  }
  most_bytes_ += changes_.size() * kMostVarint;
  return taken;
}

void FstValues::take(const ValueLog& log, std::string_view entries) {
  const char *at = entries.data(), *const end = at + entries.size();
  const auto left = [&] { return static_cast<std::size_t>(end - at); };
  const std::uint32_t time = 2 * static_cast<std::uint32_t>(times_.size() - 1);
  while (left() >= kTagBytes) {
    const std::uint32_t tag = number_at(at);
    at += kTagBytes;
    const std::uint64_t index = std::uint64_t{log.first()} + tag / 2 - 1;
    if (index >= signals_.size()) throw RunError("a waveform has a value of a signal that it does not have");
    const Signal& signal = signals_[index];
    std::size_t bytes = (tag & 1U) != 0 ? signal.length : signal.bytes;
    if (signal.length == kText && left() >= kTagBytes) bytes = kTagBytes + number_at(at);
    if (left() < bytes) break;
    changes_.push_back({static_cast<std::uint32_t>(index), time | (tag & 1U), at});
    most_bytes_ += bytes;
    at += bytes;
  }
  if (left() > 0) throw RunError("a waveform has a value that ends too early");
}

/// Changes by signals: these begin where the changes of the signal before end.
void FstValues::order() {
  for (Signal& signal : signals_) signal.ends = 0;
  for (const Change& change : changes_) ++signals_[change.signal].ends;
  std::uint32_t begin = 0;
  for (Signal& signal : signals_) begin += std::exchange(signal.ends, begin);
  ordered_.resize(changes_.size());
  for (const Change& change : changes_) ordered_[signals_[change.signal].ends++] = &change;
}

/// The values before the block.
void FstValues::put_frame() {
  const std::string packed = zipped(frame_.data(), frame_.size());
  put_varint(block_, frame_.size());
  put_varint(block_, packed.size());
  put_varint(block_, signals_.size());
  block_ += packed;
}

/// A run for each signal that changes; one that is another's is written once. Then where they are.
void FstValues::put_runs() {
  put_varint(block_, signals_.size());
  block_.push_back('4');  // LZ4
  const std::unique_ptr<char[]> raw(new char[most_bytes_]);
  std::unique_ptr<char[]> packed;
  std::size_t packed_size = 0;
  std::unordered_map<std::string_view, std::int32_t> runs;
  std::vector<std::int32_t> places(signals_.size());  // 0: none; below 0: that of an earlier signal
  const std::size_t begin = block_.size() - 1;
  run_bytes_ = 0;
  char* to = raw.get();
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < signals_.size(); first = signals_[i++].ends) {
    if (first == signals_[i].ends) continue;
    char* const end = put_run(to, signals_[i], &ordered_[first], ordered_.data() + signals_[i].ends);
    const std::string_view run(to, static_cast<std::size_t>(end - to));
    to = end;
    run_bytes_ += run.size();
    const auto [known, is_new] = runs.try_emplace(run, -static_cast<std::int32_t>(i + 1));
    places[i] = is_new ? static_cast<std::int32_t>(block_.size() - begin) : known->second;
    if (!is_new) continue;
    int length = 0;
    if (run.size() > kShortRun) {
      const auto bound = static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(run.size())));
      if (bound > packed_size) packed.reset(new char[packed_size = 2 * bound]);
      length = LZ4_compress_default(run.data(), packed.get(), static_cast<int>(run.size()),
                                    static_cast<int>(packed_size));
    }
    const bool is_packed = length > 0 && static_cast<std::size_t>(length) < run.size();
    put_varint(block_, is_packed ? run.size() : 0);
    block_ += is_packed ? std::string_view(packed.get(), static_cast<std::size_t>(length)) : run;
  }
  put_places(places);
}

/// Its changes as an FST has them: how many times later than the last one, and the value.
char* FstValues::put_run(char* to, Signal& signal, const Change* const* begin, const Change* const* end) {
  std::uint32_t last = 0;
  for (const Change* const* at = begin; at != end; ++at) {
    const Change& change = **at;
    const std::uint32_t later = change.time / 2 - last;
    const bool as_characters = (change.time & 1U) != 0 || signal.is_real;
    const char* value = change.value;
    last = change.time / 2;
    if (signal.length == 1) {
      const char bit = *value;
      to = bit == '0' || bit == '1' ? put_varint(to, later << 2U | (bit == '1' ? 2U : 0U))
                                    : put_varint(to, later << 4U | code_of(bit) << 1U | 1U);
      continue;
    }
    to = put_varint(to, later << 1U | (as_characters ? 1U : 0U));
    std::size_t bytes = as_characters ? signal.length : signal.bytes;
    if (signal.length == kText) {
      bytes = number_at(value);
      value += kTagBytes;
      to = put_varint(to, bytes);
    }
    std::memcpy(to, value, bytes);
    to += bytes;
  }
  const Change& now = **(end - 1);
  char* const frame = frame_.data() + signal.frame;
  if (signal.length == 1 || signal.is_real || (now.time & 1U) != 0)
    std::memcpy(frame, now.value, signal.length);
  else if (signal.length != kText)
    for (std::uint32_t b = 0; b < signal.length; ++b)
      frame[b] = static_cast<char>('0' + (static_cast<unsigned char>(now.value[b / 8]) >> (7 - b % 8) & 1U));
  return to;
}

void FstValues::put_places(const std::vector<std::int32_t>& places) {
  const std::size_t begin = block_.size();
  std::int32_t last = 0, last_other = 0;
  std::uint64_t none = 0;
  const auto put_none = [&] {
    if (none > 0) put_varint(block_, 2 * none);
    none = 0;
  };
  for (const std::int32_t place : places) {
    if (place == 0) {
      ++none;
      continue;
    }
    put_none();
    if (place > 0)
      put_signed(block_, (std::int64_t{place} - std::exchange(last, place)) * 2 + 1);
    else
      put_signed(block_, place == last_other ? 1 : std::int64_t{last_other = place} * 2 + 1);
  }
  put_none();
  put_number(block_, block_.size() - begin);
}

void FstValues::put_times() {
  std::string times;
  std::uint64_t last = 0;
  for (const std::uint64_t time : times_) put_varint(times, time - std::exchange(last, time));
  const std::string packed = zipped(times.data(), times.size());
  block_ += packed;
  put_number(block_, times.size());
  put_number(block_, packed.size());
  put_number(block_, times_.size());
}

}  // namespace xb
