// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xb {

/// A row of values by number, of which few are ever written: memory is for those and their neighbours. What
/// was not written is T{}.
template <class T>
class SparseRow {
 public:
  static constexpr std::size_t kPage = 256;  ///< values that share memory

  /// `size`: numbers 0..size-1.
  explicit SparseRow(std::size_t size = 0) : page_at_((size + kPage - 1) / kPage, kNone) {}

  /// To be written; it stays where it is until another is asked for so.
  T& operator[](std::size_t number) {
    std::uint32_t& page = page_at_[number / kPage];
    if (page == kNone) add_page(page);
    return values_[page * kPage + number % kPage];
  }
  [[nodiscard]] T at(std::size_t number) const {
    if (page_at_.empty()) return T{};
    const std::uint32_t page = page_at_[number / kPage];
    return page == kNone ? T{} : values_[page * kPage + number % kPage];
  }
  /// Where it is; null: it was not written.
  [[nodiscard]] const T* find(std::size_t number) const {
    const std::uint32_t page = page_at_[number / kPage];
    return page == kNone ? nullptr : &values_[page * kPage + number % kPage];
  }
  /// Calls visit(number, value) for what may have been written, in order of number.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for_each(0, page_at_.size(), visit);
  }
  /// The same in some pages.
  template <class Visit>
  void for_each(std::size_t first_page, std::size_t pages, Visit&& visit) const {
    for (std::size_t place = first_page; place < first_page + pages; ++place) {
      if (page_at_[place] == kNone) continue;
      const T* values = &values_[page_at_[place] * kPage];
      for (std::size_t n = 0; n < kPage; ++n) visit(static_cast<unsigned>(place * kPage + n), values[n]);
    }
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  void add_page(std::uint32_t& page) {
    page = static_cast<std::uint32_t>(values_.size() / kPage);
    values_.resize(values_.size() + kPage);
  }

  std::vector<std::uint32_t> page_at_;  // kNone: nothing was written there
  std::vector<T> values_;
};

}  // namespace xb
