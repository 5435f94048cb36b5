// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/names.h"

#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "host/base/errors.h"

namespace xb {

std::string random_name() {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number) throw RunError("no random numbers");
  return fmt::format("{:016x}", number);
}

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::string own_program() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) throw RunError("the program's own file is not known (/proc/self/exe)");
  return path.string();
}

}  // namespace xb
