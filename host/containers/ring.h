// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace xb {

/// FIFO queue that grows by doubling when full and never shrinks: it allocates nothing once it has seen its
/// longest content.
template <class T>
class Ring {
 public:
  Ring() = default;
  Ring(const Ring& other) {
    for (std::uint32_t n = 0; n < other.size_; ++n) push(other[n]);
  }
  Ring(Ring&& other) noexcept { swap(other); }
  Ring& operator=(Ring other) noexcept {
    swap(other);
    return *this;
  }
  ~Ring() = default;

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  /// Element `index` from the front, below size().
  [[nodiscard]] T& operator[](std::uint32_t index) { return slots_[(first_ + index) & (capacity_ - 1)]; }
  [[nodiscard]] const T& operator[](std::uint32_t index) const {
    return slots_[(first_ + index) & (capacity_ - 1)];
  }
  [[nodiscard]] T& front() { return slots_[first_]; }
  [[nodiscard]] const T& front() const { return slots_[first_]; }
  [[nodiscard]] T& back() { return (*this)[size_ - 1]; }
  [[nodiscard]] const T& back() const { return (*this)[size_ - 1]; }

  void push(const T& value) { extend() = value; }
  void push(T&& value) { extend() = std::move(value); }
  /// A new last element, of which every member is to be set. Setting them in place spares a processor the
  /// wait for small stores that a copy as a whole reads together.
  T& extend() {
    if (size_ == capacity_) grow();
    return slots_[(first_ + size_++) & (capacity_ - 1)];
  }
  void pop() {
    first_ = (first_ + 1) & (capacity_ - 1);
    --size_;
  }
  void clear() { first_ = size_ = 0; }

 private:
  void swap(Ring& other) noexcept {
    std::swap(slots_, other.slots_);
    std::swap(capacity_, other.capacity_);
    std::swap(first_, other.first_);
    std::swap(size_, other.size_);
  }
  [[gnu::noinline]] void grow() {
    const std::uint32_t slots = capacity_ == 0 ? 1 : 2 * capacity_;
    std::unique_ptr<T[]> larger(new T[slots]);
    for (std::uint32_t n = 0; n < size_; ++n) larger[n] = std::move((*this)[n]);
    slots_ = std::move(larger);
    capacity_ = slots;
    first_ = 0;
  }

  std::unique_ptr<T[]> slots_;  // none, or a power of two of them
  std::uint32_t capacity_ = 0, first_ = 0, size_ = 0;
};

}  // namespace xb
