// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace xb {

/// Slots that a Ring has in itself.
template <class T, unsigned kSlots>
struct OwnSlots {
  T* begin() { return slots; }
  const T* begin() const { return slots; }
  T slots[kSlots]{};
};
template <class T>
struct OwnSlots<T, 0> {
  static T* begin() { return nullptr; }
};

/// FIFO queue that grows by doubling when full and never shrinks: it allocates nothing once it has seen its
/// longest content.
///
/// \tparam kOwn a power of two, or 0: so many elements are in the ring itself, beside what else its owner
/// uses. It uses other memory only from where there are more to where it is empty.
template <class T, unsigned kOwn = 0>
class Ring : private OwnSlots<T, kOwn> {
  static_assert((kOwn & (kOwn - 1)) == 0);

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
  [[nodiscard]] T& operator[](std::uint32_t index) { return slots_[(first_ + index) & mask_]; }
  [[nodiscard]] const T& operator[](std::uint32_t index) const { return slots_[(first_ + index) & mask_]; }
  /// With own slots also of an empty ring: some element that was.
  [[nodiscard]] T& front() { return slots_[first_]; }
  [[nodiscard]] const T& front() const { return slots_[first_]; }
  [[nodiscard]] T& back() { return (*this)[size_ - 1]; }
  [[nodiscard]] const T& back() const { return (*this)[size_ - 1]; }

  void push(const T& value) { extend() = value; }
  void push(T&& value) { extend() = std::move(value); }
  /// A new last element, of which every member is to be set. Setting them in place spares a processor the
  /// wait for small stores that a copy as a whole reads together.
  T& extend() {
    if (static_cast<std::int32_t>(size_) > static_cast<std::int32_t>(mask_)) grow();
    return slots_[(first_ + size_++) & mask_];
  }
  void pop() {
    first_ = (first_ + 1) & mask_;
    --size_;
    if (kOwn != 0 && size_ == 0) clear();
  }
  void clear() {
    first_ = size_ = 0;
    if (kOwn == 0) return;
    mask_ = kOwn - 1;
    slots_ = Own::begin();
  }

 private:
  using Own = OwnSlots<T, kOwn>;

  void find_slots() { slots_ = kOwn != 0 && mask_ == kOwn - 1 ? Own::begin() : more_.get(); }
  void swap(Ring& other) noexcept {
    std::swap(static_cast<Own&>(*this), static_cast<Own&>(other));
    std::swap(more_, other.more_);
    std::swap(more_slots_, other.more_slots_);
    std::swap(mask_, other.mask_);
    std::swap(first_, other.first_);
    std::swap(size_, other.size_);
    find_slots();
    other.find_slots();
  }
  [[gnu::noinline]] void grow() {
    const std::uint32_t capacity = mask_ + 1;
    const bool again = more_slots_ > capacity;  // it has been larger before
    const std::uint32_t count = again ? more_slots_ : capacity == 0 ? 1 : 2 * capacity;
    std::unique_ptr<T[]> larger = again ? std::move(more_) : std::unique_ptr<T[]>(new T[count]);
    for (std::uint32_t n = 0; n < size_; ++n) larger[n] = std::move((*this)[n]);
    more_ = std::move(larger);
    slots_ = more_.get();
    more_slots_ = count;
    mask_ = count - 1;
    first_ = 0;
  }

  T* slots_ = Own::begin();    // in use
  std::unique_ptr<T[]> more_;  // none, or a power of two of slots
  std::uint32_t more_slots_ = 0;
  std::uint32_t mask_ = kOwn - 1;  // slots in use, less 1; none: all bits, -1
  std::uint32_t first_ = 0, size_ = 0;
};

}  // namespace xb
