// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

namespace xb {

/// Allocator for arrays with an element for every operation of a schedule: large ones ask the system for huge
/// pages, so that a run does not begin with thousands of page faults. Where there are none, it is an ordinary
/// allocator.
template <class T>
struct BigAllocator {
  using value_type = T;
  static constexpr std::size_t kHugePageBytes = std::size_t{1} << 21U;

  BigAllocator() = default;
  template <class U>
  BigAllocator(const BigAllocator<U>& /*other*/) {}  // NOLINT: an allocator converts

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (bytes < kHugePageBytes) return static_cast<T*>(::operator new(bytes));
    const std::size_t whole = (bytes + kHugePageBytes - 1) & ~(kHugePageBytes - 1);
    void* memory = std::aligned_alloc(kHugePageBytes, whole);
    if (memory == nullptr) throw std::bad_alloc();
    madvise(memory, whole, MADV_HUGEPAGE);  // advice only
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) {
    if (count * sizeof(T) < kHugePageBytes)
      ::operator delete(memory);
    else
      std::free(memory);
  }
  template <class U>
  bool operator==(const BigAllocator<U>& /*other*/) const {
    return true;
  }
  template <class U>
  bool operator!=(const BigAllocator<U>& /*other*/) const {
    return false;
  }
};

template <class T>
using BigVector = std::vector<T, BigAllocator<T>>;

}  // namespace xb
