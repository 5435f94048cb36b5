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

BlockReader::BlockReader(std::string path)
    : path_(std::move(path)),
      file_(open(path_.c_str(), O_RDONLY | O_CLOEXEC)),
      buffer_(2 * kBlock + kBeyond) {
  const auto refuse_all = [&](const char* why) {
    throw InputError("{}: cannot be read ({}); allowed: a line trace, VCD or FST", path_, why);
  };
  struct stat status = {};
  if (descriptor() < 0 || fstat(descriptor(), &status) != 0) refuse_all(std::strerror(errno));
  if (S_ISDIR(status.st_mode)) refuse_all("a folder");
  if (S_ISREG(status.st_mode)) {
    size_ = static_cast<std::uint64_t>(status.st_size);
    posix_fadvise(descriptor(), 0, 0, POSIX_FADV_SEQUENTIAL);
  }
}

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
  const ssize_t got = TEMP_FAILURE_RETRY(read(descriptor(), buffer_.data() + end_, kBlock));
  if (got < 0) refuse(std::strerror(errno));
  end_ += static_cast<std::size_t>(got);
  return got > 0;
}

void BlockReader::refuse(const std::string& why, std::size_t ahead) const {
  throw InputError(unreadable(path_, offset() + ahead, why));
}

}  // namespace xb
