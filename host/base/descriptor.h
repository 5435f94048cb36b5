// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <utility>

namespace xb {

/// A file descriptor, closed with it; below 0: none.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { shut(); }
  void shut() {
    if (number_ >= 0) close(number_);
    number_ = -1;
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

/// Writes all of it into an open file; false: errno says why not. A signal handler may.
inline bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = TEMP_FAILURE_RETRY(write(fd, text.data(), text.size()));
    if (n <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace xb
