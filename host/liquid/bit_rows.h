// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace xb {

/// Sets of small numbers, a row of 64-bit words each, all of the same length.
class BitRows {
 public:
  using Word = std::uint64_t;
  static constexpr unsigned kWordBits = 64;

  BitRows() = default;
  /// Empty sets of numbers 0..bits-1.
  BitRows(std::size_t rows, unsigned bits)
      : words_((bits + kWordBits - 1) / kWordBits), all_(rows * words_, 0) {}

  [[nodiscard]] unsigned words() const { return words_; }
  [[nodiscard]] Word* operator[](std::size_t row) { return all_.data() + row * words_; }
  [[nodiscard]] const Word* operator[](std::size_t row) const { return all_.data() + row * words_; }

 private:
  unsigned words_ = 0;
  std::vector<Word> all_;
};

inline void add_bit(BitRows::Word* row, unsigned bit) {
  row[bit / BitRows::kWordBits] |= BitRows::Word{1} << bit % BitRows::kWordBits;
}
inline void remove_bit(BitRows::Word* row, unsigned bit) {
  row[bit / BitRows::kWordBits] &= ~(BitRows::Word{1} << bit % BitRows::kWordBits);
}
inline bool has_bit(const BitRows::Word* row, unsigned bit) {
  return (row[bit / BitRows::kWordBits] >> bit % BitRows::kWordBits & 1U) != 0;
}
inline bool any_bit(const BitRows::Word* row, unsigned words) {
  for (unsigned w = 0; w < words; ++w) {
    if (row[w] != 0) return true;
  }
  return false;
}
inline bool any_common_bit(const BitRows::Word* a, const BitRows::Word* b, unsigned words) {
  for (unsigned w = 0; w < words; ++w) {
    if ((a[w] & b[w]) != 0) return true;
  }
  return false;
}
inline unsigned count_bits(const BitRows::Word* row, unsigned words) {
  unsigned count = 0;
  for (unsigned w = 0; w < words; ++w) count += static_cast<unsigned>(__builtin_popcountll(row[w]));
  return count;
}
/// The least number of a set that is not empty.
inline unsigned lowest_bit(const BitRows::Word* row) {
  unsigned w = 0;
  while (row[w] == 0) ++w;
  return w * BitRows::kWordBits + static_cast<unsigned>(__builtin_ctzll(row[w]));
}
/// f(number) for each, ascending, until it says false. Whether it never did.
template <typename F>
bool all_bits(const BitRows::Word* row, unsigned words, const F& f) {
  for (unsigned w = 0; w < words; ++w) {
    for (BitRows::Word left = row[w]; left != 0; left &= left - 1) {
      if (!f(w * BitRows::kWordBits + static_cast<unsigned>(__builtin_ctzll(left)))) return false;
    }
  }
  return true;
}

}  // namespace xb
