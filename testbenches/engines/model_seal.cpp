// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <fstream>

#include "host/base/errors.h"
#include "testbenches/engines/model_library.h"
#include "testbenches/sources/digest.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSealBytes = 48;

/// The seal of the first `size` bytes of the file; empty if they cannot be read.
std::string seal_of(const std::string& name, std::ifstream& file, std::uintmax_t size) {
  std::array<char, 1U << 16U> part;
  Digest digest;
  digest.add(name);
  while (size > 0) {
    const auto bytes = std::min<std::uintmax_t>(size, part.size());
    if (!file.read(part.data(), static_cast<std::streamsize>(bytes))) return {};
    digest.add({part.data(), bytes});
    size -= bytes;
  }
  return "\nxbarlab model " + digest.hex() + "\n";
}

}  // namespace

void seal_model(const fs::path& library, const std::string& name) {
  std::ifstream whole(library, std::ios::binary);
  const std::string seal = seal_of(name, whole, fs::file_size(library));
  std::ofstream file(library, std::ios::binary | std::ios::app);
  if (seal.empty() || !(file << seal).flush())
    throw RunError("{}: cannot be read or written whole", library.string());
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
