// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/trace_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fstream>

#include "host/base/errors.h"
#include "testbenches/process/output_file.h"

namespace xb {

namespace fs = std::filesystem;

bool is_whole_fst(const fs::path& path) {
  // A block is a type byte, then its length as 8 bytes, most significant first, counted from that length on.
  constexpr int kHeader = 0, kGeometry = 3, kHierarchy = 4, kHierarchyLz4 = 6, kHierarchyLz4Duo = 7;
  std::error_code error;
  const std::uint64_t size = fs::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  bool header = false;
  bool geometry = false;
  bool hierarchy = false;
  std::uint64_t at = 0;
  while (!error && at < size) {
    std::array<unsigned char, 9> start{};
    file.seekg(static_cast<std::streamoff>(at));
    if (!file.read(reinterpret_cast<char*>(start.data()), start.size())) return false;
    std::uint64_t length = 0;
    for (std::size_t i = 1; i < start.size(); ++i) length = length << 8U | start[i];
    header |= start[0] == kHeader;
    geometry |= start[0] == kGeometry;
    hierarchy |= start[0] == kHierarchy || start[0] == kHierarchyLz4 || start[0] == kHierarchyLz4Duo;
    if (length < 8 || length > size - at - 1) return false;
    at += 1 + length;
  }
  return header && geometry && hierarchy;
}

namespace {

// The FST writer maps its files into memory: where the disk is full, it is not a write that fails but a
// memory access, as SIGBUS. All that can be done then is to clean up and say so.
std::string g_message;

void on_bus_error(int) {
  OnInterrupt::remove_all();
  if (write(STDERR_FILENO, g_message.data(), g_message.size()) < 0) _exit(1);
  _exit(1);
}

}  // namespace

TraceFile::TraceFile(const fs::path& path) : path_(path), target_(file_behind(path)) {
  std::error_code error;
  if (fs::exists(target_, error) && !fs::is_regular_file(target_, error)) {
    errno = fs::is_directory(target_, error) ? EISDIR : ESPIPE;  // the writer goes back and forth
    refuse_output(path);
  }
  {
    const SignalsHeld held;
    folder_ = name_beside(target_);
    if (mkdir(folder_.c_str(), 0700) != 0) refuse_output(path);
    undo_folder_.emplace(folder_.string());
  }
  temporary_ = folder_ / "trace.fst";
  g_message = fmt::format("xbarlab: {}: cannot be written whole: the disk is full\n", path.string());
  std::signal(SIGBUS, on_bus_error);
}

TraceFile::~TraceFile() {
  std::signal(SIGBUS, SIG_DFL);
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void TraceFile::commit() {
  if (!is_whole_fst(temporary_)) {
    throw RunError("{}: cannot be written whole (is the disk full?)", path_.string());
  }
  const int fd = open(temporary_.c_str(), O_RDONLY | O_CLOEXEC);
  take_mode(fd, target_);
  close(fd);
  fs::rename(temporary_, target_);
}

}  // namespace xb
