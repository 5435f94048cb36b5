// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/worker_command.h"

#include <filesystem>
#include <system_error>

#include "host/base/errors.h"

namespace xb {

std::string worker_program() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) throw RunError("the program's own file is not known (/proc/self/exe)");
  return path.string();
}

std::string shell_text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += text.empty() ? "'" : " '";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += "'";
  }
  return text;
}

}  // namespace xb
