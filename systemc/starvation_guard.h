// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb::twin {

/// Twin of xb_starvation_guard, for one port: bounds how often a class is passed over for the sake of
/// throughput.
class StarvationGuard {
 public:
  /// Turns that pass before one is due. Then the next: a prime, so that classes and outputs that take turns
  /// to be first all meet it.
  static constexpr unsigned kTurns = 16;

  [[nodiscard]] bool due() const { return passed_ == kTurns; }
  void pass() { passed_ += due() ? 0 : 1; }
  void serve() { passed_ = 0; }

 private:
  unsigned passed_ = 0;
};

}  // namespace xb::twin
