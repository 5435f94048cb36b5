// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/model_seal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string_view>

#include "host/base/errors.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSealBytes = 32;

/// Both steps are one-to-one in the checksum and in the word, so that no change of one word goes unseen.
std::uint64_t taken_in(std::uint64_t sum, std::uint64_t word) {
  sum = (sum ^ word) * 0x9e3779b97f4a7c15U;
  return sum ^ sum >> 32U;
}

std::uint64_t checksum(std::uint64_t sum, std::string_view text) {
  std::uint64_t word = 0;
  std::size_t at = 0;
  for (; at + sizeof word <= text.size(); at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    sum = taken_in(sum, word);
  }
  word = 0;
  std::memcpy(&word, text.data() + at, text.size() - at);
  return taken_in(taken_in(sum, word), text.size());
}

/// The seal of the first `size` bytes of the file; empty if they cannot be read.
std::string seal_of(const std::string& name, std::ifstream& file, std::uintmax_t size) {
  std::array<char, 1U << 16U> part;
  std::uint64_t sum = checksum(0, name);
  while (size > 0) {
    const auto bytes = std::min<std::uintmax_t>(size, part.size());
    if (!file.read(part.data(), static_cast<std::streamsize>(bytes))) return {};
    sum = checksum(sum, {part.data(), bytes});
    size -= bytes;
  }
  return fmt::format("\nxbarlab model {:016x}\n", sum);
}

}  // namespace

void seal_model(const fs::path& library, const std::string& name) {
  std::ifstream whole(library, std::ios::binary);
  const std::string seal = seal_of(name, whole, fs::file_size(library));
  std::ofstream file(library, std::ios::binary | std::ios::app);
  if (seal.empty() || !(file << seal).flush())
    throw RunError(fmt::format("{}: cannot be read or written whole", library.string()));
}

bool is_sealed_model(const fs::path& library, const std::string& name) {
  std::error_code error;
  const auto size = fs::file_size(library, error);
  if (error || size <= kSealBytes) return false;
  std::ifstream file(library, std::ios::binary);
  const std::string seal = seal_of(name, file, size - kSealBytes);
  std::string found(kSealBytes, '\0');
  return file.read(found.data(), kSealBytes) && found == seal;
}

}  // namespace xb
