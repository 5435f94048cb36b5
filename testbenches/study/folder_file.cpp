// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/folder_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "host/base/descriptor.h"

namespace xb {
namespace {

void sync_written(int file, const std::filesystem::path& path) {
  if (fsync(file) != 0) cannot(path, "written whole");
}

}  // namespace

void cannot(const std::filesystem::path& path, const char* what) {
  throw FolderError(fmt::format("{}: cannot be {}: {}", path.string(), what, std::strerror(errno)));
}

StudyFolder::NextPart one_part(const std::string& text) {
  return [&text, given = false]() mutable -> std::optional<std::string> {
    if (std::exchange(given, true)) return {};
    return text;
  };
}

void write_parts(const std::filesystem::path& path, const StudyFolder::NextPart& next, Sync sync) {
  constexpr std::size_t kBuffer = 65536;
  const Descriptor file{open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666)};
  if (file.number() < 0) cannot(path, "written");
  const auto write_part = [&](const std::string& text) {
    if (!write_all(file.number(), text)) cannot(path, "written whole");
  };
  std::string buffer;
  while (const auto part = next()) {
    buffer += *part;
    if (buffer.size() < kBuffer) continue;
    write_part(buffer);
    buffer.clear();
  }
  write_part(buffer);
  if (sync == Sync::Now) sync_written(file.number(), path);
}

void write_whole(const std::filesystem::path& path, const std::string& text, Sync sync) {
  write_parts(path, one_part(text), sync);
}

void sync_file(const std::filesystem::path& path) {
  const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.number() < 0) cannot(path, "read");
  sync_written(file.number(), path);
}

void sync_folder(const std::filesystem::path& path) {
  const Descriptor folder{open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (folder.number() < 0 || (fsync(folder.number()) != 0 && errno != EINVAL)) cannot(path, "synced");
}

}  // namespace xb
