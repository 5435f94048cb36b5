// SPDX-License-Identifier: Apache-2.0
#include "host/goal_file.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "host/errors.h"
#include "host/schedule_check.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

/// What tells one state of a file from another.
struct Stamp {
  std::string path;
  std::uintmax_t bytes = 0;
  fs::file_time_type written;
  bool operator==(const Stamp& other) const {
    return path == other.path && bytes == other.bytes && written == other.written;
  }
};

[[noreturn]] void refuse(const std::string& path) {
  throw InputError(fmt::format("schedule: '{}' is not allowed; allowed: a file that can be read", path));
}

Stamp stamp_of(const std::string& path) {
  std::error_code error;
  Stamp stamp{path, 0, {}};
  if (!fs::is_regular_file(path, error)) refuse(path);
  stamp.bytes = fs::file_size(path, error);
  if (!error) stamp.written = fs::last_write_time(path, error);
  if (error) refuse(path);
  return stamp;
}

std::string text_of(const Stamp& stamp) {
  std::string text(stamp.bytes, '\0');
  std::FILE* file = std::fopen(stamp.path.c_str(), "rb");
  if (file == nullptr) refuse(stamp.path);
  const std::size_t got = std::fread(text.data(), 1, text.size(), file);
  std::fclose(file);
  if (got != text.size()) refuse(stamp.path);
  return text;
}

/// A point asks several times (is it in order, how long are its messages, run it), a sweep more often.
std::shared_ptr<const GoalProgram> load(const std::string& path) {
  static Stamp last;
  static std::shared_ptr<const GoalProgram> program;
  const Stamp stamp = stamp_of(path);
  if (program != nullptr && stamp == last) return program;
  auto read = std::make_shared<GoalProgram>(read_goal(text_of(stamp), path));
  check_schedule(read->schedule, read->places);
  last = stamp;
  program = std::move(read);
  return program;
}

}  // namespace

std::shared_ptr<const GoalProgram> load_goal(const std::string& path, unsigned max_ranks) {
  auto program = load(path);
  const std::size_t ranks = program->schedule.ranks.size();
  if (ranks > max_ranks) {
    throw InputError(fmt::format("ports: '{}' is not allowed; allowed: at least the ranks of {}, {}",
                                 max_ranks, path, ranks));
  }
  return program;
}

}  // namespace xb
