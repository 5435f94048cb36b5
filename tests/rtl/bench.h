// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Vbenches.h>

#include <memory>
#include <random>

namespace xb {

/// The model of benches.sh, after a reset. Inputs are set, outputs looked at after look(), and then the edge
/// comes: clock().
class Bench {
 public:
  static constexpr unsigned kPorts = 5;
  static constexpr unsigned kAll = (1U << kPorts) - 1;

  Bench();
  ~Bench();
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  void look();
  void clock();

  Vbenches& top() { return *top_; }
  /// A random number below `end`.
  unsigned below(unsigned end) { return static_cast<unsigned>(random_() % end); }
  /// With that probability.
  bool percent(unsigned chance) { return below(100) < chance; }
  /// A random set of ports.
  unsigned some() { return static_cast<unsigned>(random_()) & kAll; }

 private:
  VerilatedContext context_;
  std::unique_ptr<Vbenches> top_;
  std::mt19937_64 random_{1};
};

}  // namespace xb
