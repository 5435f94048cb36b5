// SPDX-License-Identifier: Apache-2.0
#include "testbenches/trace_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <string>

#include "host/errors.h"
#include "testbenches/output_file.h"

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
std::string g_to_remove, g_to_remove_too, g_message;

void on_bus_error(int) {
  unlink(g_to_remove.c_str());
  unlink(g_to_remove_too.c_str());
  if (write(STDERR_FILENO, g_message.data(), g_message.size()) < 0) _exit(1);
  _exit(1);
}

}  // namespace

TraceFile::TraceFile(const fs::path& path) : path_(path), temporary_(temporary_beside(path)) {
  g_to_remove = temporary_.string();
  g_to_remove_too = g_to_remove + ".hier";
  g_message = fmt::format("xbarlab: {}: cannot be written whole: the disk is full\n", path.string());
  std::signal(SIGBUS, on_bus_error);
}

TraceFile::~TraceFile() {
  std::signal(SIGBUS, SIG_DFL);
  std::error_code ignored;
  if (!temporary_.empty()) {
    fs::remove(temporary_, ignored);
    fs::remove(temporary_.string() + ".hier", ignored);  // the writer's scratch file
  }
}

void TraceFile::commit() {
  if (!is_whole_fst(temporary_)) {
    throw RunError(fmt::format("{}: cannot be written whole (is the disk full?)", path_.string()));
  }
  fs::rename(temporary_, path_);
  temporary_.clear();
}

}  // namespace xb
