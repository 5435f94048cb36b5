// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xb {

/// Values on their way into an FST, in the order of time. An entry is a tag of 32 bits and a value. The tag
/// is twice the signal's number, from 1 on, and 1 more if a vector is given as characters. The value: a bit
/// as a character; a vector of bits in bytes, the first bit highest in the first of them; a real number as
/// its 8 bytes; a text behind its length, of 32 bits.
class ValueLog {
 public:
  struct Moment {
    std::uint64_t time;
    std::size_t begin;
  };

  /// `first`: what is added to all numbers of signals.
  explicit ValueLog(std::uint32_t first = 0) : first_(first) {}

  /// What follows is of this time, later than the last one.
  void at(std::uint64_t time) { moments_.push_back({time, bytes_.size()}); }
  void add(std::string_view entries) { bytes_ += entries; }
  void add(std::uint32_t tag, std::string_view value) {
    bytes_.append(reinterpret_cast<const char*>(&tag), sizeof tag).append(value);
  }

  [[nodiscard]] std::uint32_t first() const { return first_; }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] const std::vector<Moment>& moments() const { return moments_; }
  /// The entries of one moment.
  [[nodiscard]] std::string_view entries(std::size_t moment) const {
    const std::size_t begin = moments_[moment].begin;
    const std::size_t end = moment + 1 < moments_.size() ? moments_[moment + 1].begin : bytes_.size();
    return std::string_view(bytes_).substr(begin, end - begin);
  }
  /// Forgets so many moments, the first ones.
  void forget(std::size_t count) {
    const std::size_t begin = count < moments_.size() ? moments_[count].begin : bytes_.size();
    bytes_.erase(0, begin);
    moments_.erase(moments_.begin(), moments_.begin() + static_cast<std::ptrdiff_t>(count));
    for (Moment& moment : moments_) moment.begin -= begin;
  }

 private:
  std::uint32_t first_;
  std::vector<Moment> moments_;
  std::string bytes_;
};

}  // namespace xb
