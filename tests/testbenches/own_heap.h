// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

/// Sanitizers remember what was freed, so that the memory of a process says nothing.
constexpr bool has_own_heap() {
#ifdef __SANITIZE_ADDRESS__
  return true;
#else
  return false;
#endif
}

}  // namespace xb
