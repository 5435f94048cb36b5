// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace xb {

/// FIFO queue that grows when full and never shrinks: no allocation once a run has warmed up.
template <class T>
class Ring {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] T& front() { return slots_[head_]; }
  [[nodiscard]] const T& front() const { return slots_[head_]; }
  [[nodiscard]] T& back() { return slots_[(head_ + size_ - 1) & (capacity_ - 1)]; }
  /// Element `index` from the front, below size().
  [[nodiscard]] const T& operator[](std::size_t index) const {
    return slots_[(head_ + index) & (capacity_ - 1)];
  }

  void push(T value) { extend() = std::move(value); }
  /// A new last element, of which every member is to be set. Setting them in place spares a processor the
  /// wait for small stores that a copy as a whole reads together.
  T& extend() {
    if (size_ == capacity_) grow();
    return slots_[(head_ + size_++) & (capacity_ - 1)];
  }
  void pop() {
    head_ = (head_ + 1) & (capacity_ - 1);
    --size_;
  }

 private:
  void grow() {
    std::vector<T> bigger(capacity_ == 0 ? 4 : capacity_ * 2);
    for (std::size_t i = 0; i < size_; ++i) {
      bigger[i] = std::move(slots_[(head_ + i) & (capacity_ - 1)]);
    }
    slots_ = std::move(bigger);
    capacity_ = slots_.size();
    head_ = 0;
  }

  std::vector<T> slots_;
  std::size_t capacity_ = 0;  // 0 or a power of two
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

}  // namespace xb
