// SPDX-License-Identifier: Apache-2.0
#include "waves/read/block_reader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "host/base/errors.h"

namespace xb {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20U;
constexpr std::size_t kBeyond = 8;  // bytes behind the rest that may be read, whatever they are
constexpr std::size_t kLongest = std::size_t{1} << 25U;  // of what belongs together: twice the widest signal

}  // namespace

std::string unreadable(const std::string& path, std::uint64_t offset, const std::string& why) {
  return fmt::format("{}: byte {}: {}", path, offset, why);
}

BlockReader::BlockReader(std::string path) : path_(std::move(path)), buffer_(2 * kBlock + kBeyond) {
  const auto close_and_refuse = [&](const char* why) {
    if (descriptor_ >= 0) close(descriptor_);
    throw InputError("{}: cannot be read ({}); allowed: a line trace, VCD or FST", path_, why);
  };
  descriptor_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status = {};
  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) close_and_refuse(std::strerror(errno));
  if (S_ISDIR(status.st_mode)) close_and_refuse("a folder");
  if (S_ISREG(status.st_mode)) {
    size_ = static_cast<std::uint64_t>(status.st_size);
    posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL);
  }
}

BlockReader::~BlockReader() { close(descriptor_); }

bool BlockReader::more() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    before_ += begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - kBeyond - end_ < kBlock) {
    if (buffer_.size() >= kLongest) refuse("a name or value that is too long");
    buffer_.resize(2 * buffer_.size());
  }
  for (;;) {
    const ssize_t got = read(descriptor_, buffer_.data() + end_, kBlock);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse(std::strerror(errno));
    end_ += static_cast<std::size_t>(got);
    return got > 0;
  }
}

void BlockReader::refuse(const std::string& why, std::size_t ahead) const {
  throw InputError(unreadable(path_, offset() + ahead, why));
}

}  // namespace xb
