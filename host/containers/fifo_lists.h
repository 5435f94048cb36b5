// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xb {

/// FIFO queues that share their memory. The slot that was given back last is taken next, so that many queues
/// of which few hold anything use little of it. Allocates nothing once it has seen the most elements.
template <class T>
class FifoLists {
 public:
  /// One of the queues: a handle, whose elements are in the FifoLists.
  class List {
   public:
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] std::uint32_t size() const { return size_; }

   private:
    friend class FifoLists;
    std::uint32_t first_ = 0, last_ = 0, size_ = 0;
  };

  // References hold until the next extend() of any queue. Of a queue that is not empty:
  [[nodiscard]] T& back(const List& list) { return slots_[list.last_].value; }
  [[nodiscard]] const T& back(const List& list) const { return slots_[list.last_].value; }
  [[nodiscard]] const T& front(const List& list) const { return slots_[list.first_].value; }
  /// Element `index` from the front, below size(); takes so many steps.
  [[nodiscard]] const T& at(const List& list, std::uint32_t index) const {
    std::uint32_t slot = list.first_;
    for (; index > 0; --index) slot = slots_[slot].next;
    return slots_[slot].value;
  }
  /// The first element for which wanted(element); null if there is none.
  template <class Wanted>
  [[nodiscard]] const T* find(const List& list, Wanted&& wanted) const {
    std::uint32_t slot = list.first_;
    for (std::uint32_t n = 0; n < list.size_; ++n, slot = slots_[slot].next) {
      if (wanted(slots_[slot].value)) return &slots_[slot].value;
    }
    return nullptr;
  }

  /// A new last element, of which every member is to be set.
  T& extend(List& list) {
    const std::uint32_t slot = take_slot();
    // No processor can guess whether the queue is empty.
    std::uint32_t* const link[] = {&slots_[list.last_].next, &list.first_};
    *link[list.empty() ? 1 : 0] = slot;
    list.last_ = slot;
    ++list.size_;
    return slots_[slot].value;
  }
  void pop(List& list) {
    const std::uint32_t slot = list.first_;
    list.first_ = slots_[slot].next;
    --list.size_;
    // Of many long queues, the next one has left the cache since it came. Whether there is one is not asked:
    // no processor can guess it, and any address may be prefetched.
    __builtin_prefetch(reinterpret_cast<const char*>(slots_.data()) +
                       std::size_t{list.first_} * sizeof(Slot));
    slots_[slot].next = free_;
    free_ = slot;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct alignas(64) Slot {  // small ones are in one cache line
    T value;
    std::uint32_t next = kNone;  // of the queue, or of the free ones
  };

  std::uint32_t take_slot() {
    if (free_ == kNone) {
      slots_.emplace_back();
      return static_cast<std::uint32_t>(slots_.size() - 1);
    }
    const std::uint32_t slot = free_;
    free_ = slots_[slot].next;
    return slot;
  }

  std::vector<Slot> slots_;
  std::uint32_t free_ = kNone;  // the first of them
};

}  // namespace xb
