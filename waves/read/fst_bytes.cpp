// SPDX-License-Identifier: Apache-2.0
#include "waves/read/fst_bytes.h"

#include <lz4.h>
#include <zlib.h>

#include <climits>
#include <cstring>

#include "host/base/errors.h"

namespace xb {
namespace {

bool unzip(std::string_view packed, Unpacked& unpacked, int window_bits) {
  z_stream stream{};
  if (inflateInit2(&stream, window_bits) != Z_OK) return false;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(unpacked.memory.get());
  stream.avail_out = static_cast<uInt>(unpacked.size);
  const int result = inflate(&stream, Z_FINISH);
  const bool whole = result == Z_STREAM_END && stream.total_out == unpacked.size;
  inflateEnd(&stream);
  return whole;
}

}  // namespace

void FstBytes::refuse(const std::string& why) const { throw InputError(unreadable(path_, at_, why)); }

Unpacked unpack(const FstBytes& from, std::string_view packed, std::uint64_t size, Packing packing) {
  constexpr std::uint64_t kMostZlib = 1040, kMostLz4 = 256;  // what a byte can stand for
  const std::uint64_t most = packing == Packing::Lz4 ? kMostLz4 : kMostZlib;
  if (packed.size() > INT_MAX || size > INT_MAX || size > most * packed.size() + 64)
    from.refuse("more bytes than what is packed there can give");
  Unpacked unpacked{std::unique_ptr<char[]>(new char[size + 1]), size};
  bool good = true;
  if (packing == Packing::Lz4) {
    const int got =
        LZ4_decompress_safe_partial(packed.data(), unpacked.memory.get(), static_cast<int>(packed.size()),
                                    static_cast<int>(size), static_cast<int>(size));
    good = got >= 0 && static_cast<std::uint64_t>(got) == size;
  } else if (packing == Packing::Zlib && packed.size() == size) {
    if (size > 0) std::memcpy(unpacked.memory.get(), packed.data(), size);
  } else {
    constexpr int kWindow = 15, kGzip = 16;
    good = unzip(packed, unpacked, packing == Packing::Gzip ? kWindow + kGzip : kWindow);
  }
  if (!good) from.refuse("packed bytes that cannot be unpacked");
  return unpacked;
}

}  // namespace xb
