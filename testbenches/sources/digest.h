// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace xb {

/// A digest of 128 bits (XXH3) of the texts that are added to it, one after the other. It tells apart what
/// differs by chance; whoever wants to can make two texts of one digest.
class Digest {
 public:
  Digest();
  void add(std::string_view text);
  /// Of all so far: 32 hexadecimal digits.
  [[nodiscard]] std::string hex() const;

 private:
  struct Free {
    void operator()(void* state) const;
  };
  std::unique_ptr<void, Free> state_;
};

/// Of one text.
std::string digest_of(std::string_view text);

}  // namespace xb
