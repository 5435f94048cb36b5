// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/goal_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "host/link/packet.h"
#include "host/schedule/schedule_check.h"

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

constexpr const char* kAllowed = "a file that can be read";

Stamp stamp_of(const std::string& path) {
  std::error_code error;
  Stamp stamp{path, fs::file_size(path, error), {}};
  if (!error) stamp.written = fs::last_write_time(path, error);
  return stamp;  // what is wrong, reading tells
}

/// A point asks several times (is it in order, how long are its messages, run it), a sweep more often.
std::shared_ptr<const GoalProgram> load(const std::string& path) {
  static Stamp last;
  static std::shared_ptr<const GoalProgram> program;
  const Stamp stamp = stamp_of(path);
  if (program != nullptr && stamp == last) return program;
  auto read = std::make_shared<GoalProgram>(read_goal(read_text_file(path, "schedule", kAllowed), path));
  check_schedule(read->schedule, read->places);
  last = stamp;
  program = std::move(read);
  return program;
}

}  // namespace

std::shared_ptr<const GoalProgram> load_goal(const std::string& path, unsigned max_ranks) {
  auto program = load(path);
  const std::size_t ranks = program->schedule.ranks.size();
  if (max_ranks <= kMaxPorts && ranks > kMaxPorts) {
    throw InputError(
        fmt::format("schedule: {} has {} ranks; allowed: at most {}, the ports that a switch can have", path,
                    ranks, kMaxPorts));
  }
  if (ranks > max_ranks) {
    throw InputError(fmt::format("ports: '{}' is not allowed; allowed: at least the ranks of {}, {}",
                                 max_ranks, path, ranks));
  }
  return program;
}

}  // namespace xb
