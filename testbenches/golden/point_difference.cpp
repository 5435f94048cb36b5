// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden/point_difference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <map>
#include <vector>

namespace xb {
namespace {

/// Values by key, as flags_of() writes them. A value that is a path counts by its last part.
std::map<std::string, std::string> values_of(const std::string& flags) {
  std::map<std::string, std::string> values;
  const std::string mark = "--";
  for (std::size_t at = flags.find(mark); at != std::string::npos;) {
    const std::size_t begin = at + mark.size();
    at = flags.find(" " + mark, begin);
    const std::string flag = flags.substr(begin, at == std::string::npos ? at : at - begin);
    if (at != std::string::npos) ++at;
    const std::size_t blank = flag.find(' ');
    const std::string key = flag.substr(0, blank);
    std::string value = blank == std::string::npos ? "" : flag.substr(blank + 1);
    const bool is_path = value.find('/') != std::string::npos;
    if (is_path) value = std::filesystem::path(value).filename().string();
    values[key] = value;
  }
  return values;
}

}  // namespace

std::string point_difference(const std::string& there, const std::string& here) {
  if (there == here) return "";
  if (there.empty()) return "it names none";
  const auto wanted = values_of(there);
  const auto got = values_of(here);
  std::vector<std::string> differences;
  for (const auto& [key, value] : wanted) {
    const auto found = got.find(key);
    if (found == got.end())
      differences.push_back(fmt::format("{} {} there only", key, value));
    else if (found->second != value)
      differences.push_back(fmt::format("{} {} there, {} here", key, value, found->second));
  }
  for (const auto& [key, value] : got) {
    if (wanted.count(key) == 0) differences.push_back(fmt::format("{} {} here only", key, value));
  }
  return fmt::format("{}", fmt::join(differences, "; "));
}

}  // namespace xb
