// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/large_pages.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace xb {

void use_large_pages(std::size_t bytes) {
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
  constexpr std::size_t kLeast = std::size_t{1} << 20, kMost = std::size_t{1} << 30;
  constexpr int kFromHeap = 1 << 25;  // what is smaller is no mapping of its own
  constexpr int kUsualPad = 1 << 17;
  if (bytes < kLeast) return;
  // The heap grows once, by all of it, and keeps it.
  mallopt(M_MMAP_THRESHOLD, kFromHeap);
  mallopt(M_TRIM_THRESHOLD, static_cast<int>(kMost));
  mallopt(M_TOP_PAD, static_cast<int>(std::min(bytes, kMost)));
  char* const first = static_cast<char*>(std::malloc(kLeast));
  char* const end = static_cast<char*>(sbrk(0));
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::size_t before = (page - reinterpret_cast<std::uintptr_t>(first) % page) % page;
  // Another allocator's memory is elsewhere.
  if (first != nullptr && first < end && static_cast<std::size_t>(end - first) <= kLeast + kMost + page)
    madvise(first + before, static_cast<std::size_t>(end - first) - before, MADV_HUGEPAGE);
  std::free(first);
  mallopt(M_TOP_PAD, kUsualPad);
#else
  static_cast<void>(bytes);
#endif
}

}  // namespace xb
