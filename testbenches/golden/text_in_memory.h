// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

/// A text that can be read by a path while the object lives; nothing of it is on a disk.
class TextInMemory {
 public:
  explicit TextInMemory(const std::string& text);
  ~TextInMemory();
  TextInMemory(const TextInMemory&) = delete;
  TextInMemory& operator=(const TextInMemory&) = delete;
  [[nodiscard]] std::string path() const;

 private:
  int descriptor_;
};

}  // namespace xb
