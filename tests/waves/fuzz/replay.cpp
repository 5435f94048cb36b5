// SPDX-License-Identifier: Apache-2.0
// Where there is no libFuzzer: puts the files that are named into the target, those called NAME.hex as the
// bytes that their digits are; with --damage COUNT each so many times with a few bytes wrong.

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "host/base/random.h"
#include "tests/waves/read/damage.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (path.size() < 4 || path.substr(path.size() - 4) != ".hex") return text;
  std::string bytes;
  std::string digits;
  for (const char c : text) {
    if (c != ' ' && c != '\n') digits += c;
    if (digits.size() < 2) continue;
    bytes += static_cast<char>(std::stoul(digits, nullptr, 16));
    digits.clear();
  }
  return bytes;
}

void put_in(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  int first = 1;
  unsigned damage = 0;
  if (argc > 2 && std::string(argv[1]) == "--damage") {
    damage = static_cast<unsigned>(std::stoul(argv[2]));
    first = 3;
  }
  xb::RandomStream random(1, xb::StreamPurpose::Test, 0);
  for (int i = first; i < argc; ++i) {
    const std::string bytes = bytes_of(argv[i]);
    put_in(bytes);
    for (unsigned times = 0; times < damage; ++times) put_in(xb::damaged(bytes, random));
  }
  std::printf("%d files\n", argc - first);
  return argc > first ? 0 : 1;
}
