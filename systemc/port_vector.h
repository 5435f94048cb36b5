// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <ostream>
#include <string>
#include <systemc>

namespace xb::twin {

/// Value of a flat vector port, such as tdata of all ports, as one SystemC signal. Only the first `size`
/// elements exist; copies and comparisons touch no others.
template <class T, std::size_t Capacity>
struct PortVector {
  std::size_t size = 0;
  std::array<T, Capacity> value{};

  PortVector() = default;
  explicit PortVector(std::size_t elements) : size(elements) {}
  PortVector(const PortVector& other) : size(other.size) { copy(other); }
  PortVector& operator=(const PortVector& other) {
    size = other.size;
    copy(other);
    return *this;
  }
  bool operator==(const PortVector& other) const {
    return size == other.size && std::equal(value.begin(), value.begin() + size, other.value.begin());
  }

 private:
  void copy(const PortVector& other) { std::copy_n(other.value.begin(), size, value.begin()); }
};

template <class T, std::size_t Capacity>
std::ostream& operator<<(std::ostream& os, const PortVector<T, Capacity>& vector) {
  for (std::size_t i = 0; i < vector.size; ++i) os << (i == 0 ? "" : " ") << +vector.value[i];
  return os;
}

template <class T, std::size_t Capacity>
void sc_trace(sc_core::sc_trace_file* file, const PortVector<T, Capacity>& vector, const std::string& name) {
  for (std::size_t i = 0; i < vector.size; ++i) {
    sc_core::sc_trace(file, vector.value[i], name + "(" + std::to_string(i) + ")");
  }
}

}  // namespace xb::twin
