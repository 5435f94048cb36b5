// SPDX-License-Identifier: Apache-2.0
#include "waves/read/whole_fst.h"

#include <fmt/format.h>
#include <fstapi.h>
#include <zlib.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

#include "host/base/errors.h"
#include "waves/read/block_reader.h"

namespace xb {
namespace {

constexpr std::size_t kBefore = 17;  // bytes in front of what is compressed: type, length, length unpacked

/// Eight bytes, most significant first.
std::uint64_t number_in(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char byte : bytes.substr(0, 8)) value = value << 8U | static_cast<std::uint8_t>(byte);
  return value;
}

/// Unpacks what is left of a file, up to the end of the stream of gzip; refuses all but `size` bytes.
class Gunzip {
 public:
  Gunzip(BlockReader& from, std::FILE* to, std::uint64_t size) : from_(from), to_(to), size_(size) {
    constexpr int kWindow = 15, kGzip = 16;
    if (inflateInit2(&stream_, kWindow + kGzip) != Z_OK) from.refuse("not enough memory to unpack it");
  }
  ~Gunzip() { inflateEnd(&stream_); }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  void run() {
    for (int result = Z_OK; result != Z_STREAM_END;) {
      const std::string_view packed = from_.rest();
      const bool more_comes = stream_.avail_out == 0 && done_ > 0;  // of what has been taken
      if (packed.empty() && !more_comes) {
        if (!from_.more()) from_.refuse("the file ends before its block does");
        continue;
      }
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
      stream_.avail_in = static_cast<uInt>(packed.size());
      stream_.next_out = buffer_.data();
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      result = inflate(&stream_, Z_NO_FLUSH);
      if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
        from_.refuse("packed bytes that cannot be unpacked");
      from_.take(packed.size() - stream_.avail_in);
      put(buffer_.size() - stream_.avail_out);
    }
    if (done_ != size_) from_.refuse(fmt::format("{} bytes where {} are announced", done_, size_));
    if (std::fflush(to_) != 0) from_.refuse(room());
  }

 private:
  void put(std::size_t count) {
    done_ += count;
    if (done_ > size_) from_.refuse(fmt::format("more bytes than the {} that are announced", size_));
    if (std::fwrite(buffer_.data(), 1, count, to_) != count) from_.refuse(room());
  }
  static std::string room() {
    return fmt::format("no room for it unpacked, where temporary files are ({})", std::strerror(errno));
  }

  BlockReader& from_;
  std::FILE* to_;
  std::uint64_t size_, done_ = 0;
  z_stream stream_{};
  std::vector<Bytef> buffer_ = std::vector<Bytef>(std::size_t{1} << 18U);
};

}  // namespace

WholeFst::WholeFst(const std::string& path) : path_(path), name_(path) {
  BlockReader file(path);
  while (file.rest().size() < kBefore && file.more()) {
  }
  if (file.rest().empty() || static_cast<std::uint8_t>(file.rest().front()) != FST_BL_ZWRAPPER) return;
  if (file.rest().size() < kBefore) file.refuse("the file ends within a block's length");
  const std::uint64_t length = number_in(file.rest().substr(1)), size = number_in(file.rest().substr(9));
  if (file.size() != 0 && length + 1 != file.size())
    file.refuse(fmt::format("a block of {} bytes, and {} are there", length, file.size() - 1));
  file.take(kBefore);
  unpacked_.reset(std::tmpfile());
  if (!unpacked_) file.refuse(fmt::format("no temporary file to unpack it ({})", std::strerror(errno)));
  Gunzip(file, unpacked_.get(), size).run();
  path_ = fmt::format("/proc/self/fd/{}", fileno(unpacked_.get()));
  name_ += ", unpacked";
}

}  // namespace xb
