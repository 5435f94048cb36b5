// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/large_pages.h"

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "tests/catch.h"

using namespace xb;

namespace {

/// The mapping that it is in is to have large pages: VmFlags of /proc/self/smaps.
bool is_for_large_pages(const void* at) {
  std::ifstream maps("/proc/self/smaps");
  bool here = false;
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx ", &begin, &end) == 2)
      here = begin <= reinterpret_cast<std::uintptr_t>(at) && reinterpret_cast<std::uintptr_t>(at) < end;
    if (here && line.rfind("VmFlags:", 0) == 0) return line.find(" hg") != std::string::npos;
  }
  return false;
}

}  // namespace

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
TEST_CASE("what is allocated next is in large pages", "[process]") {
  if (!std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled")) return;  // a kernel without
  constexpr std::size_t kBlock = 100000, kAll = 64 * kBlock;
  std::vector<std::unique_ptr<char[]>> filler;  // what earlier tests have freed is taken first
  for (unsigned n = 0; n < 64; ++n) filler.push_back(std::make_unique<char[]>(kBlock));
  use_large_pages(2 * kAll);
  unsigned large = 0;
  for (unsigned n = 0; n < 64; ++n) {
    filler.push_back(std::make_unique<char[]>(kBlock));
    large += is_for_large_pages(filler.back().get()) ? 1 : 0;
  }
  CHECK(large > 32);
}
#endif
