// SPDX-License-Identifier: Apache-2.0
// What is put into the readers of traces by libFuzzer: any bytes are read or refused, and nothing else
// happens.

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "host/base/errors.h"
#include "waves/read/fst_blocks.h"
#include "waves/read/trace_reader.h"
#include "waves/read/trace_source.h"
#include "waves/read/value_store.h"

namespace {

/// Takes the records as a comparison does.
class Taker : public xb::SampleSink {
 public:
  explicit Taker(const xb::TraceHeader& header) : store_(header.slots) {}
  void sample(std::uint64_t /*time*/, const std::uint64_t* words, std::size_t count) override {
    for (std::size_t i = 0; i < count;) i += store_.take(words + i);
  }
  void reached(std::uint64_t /*offset*/) override {}

 private:
  xb::ValueStore store_;
};

/// The first signal of one bit.
std::uint32_t some_clock(const xb::TraceHeader& header) {
  for (std::uint32_t i = 0; i < header.slots.size(); ++i) {
    if (header.slots[i].kind == xb::ValueKind::Bits && header.slots[i].width == 1) return i;
  }
  return 0;
}

bool is_fst(const std::string& text) { return !text.empty() && (text[0] == '\0' || text[0] == '\xfe'); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const int file = memfd_create("trace", MFD_CLOEXEC);
  if (file < 0 || write(file, data, size) != static_cast<ssize_t>(size)) std::abort();
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  try {
    if (is_fst(text)) {
      // Its changes are read by a library that may crash, in another process; all else is read here.
      const xb::FstBlocks blocks = xb::read_fst_blocks(path, text);
      xb::TraceHeader header;
      header.slots = blocks.slots;
      xb::read_fst_hierarchy(path, text, blocks, header);
      xb::TraceReader reader(path);
      reader.start(some_clock(reader.header()));
      for (xb::Sample sample; reader.next(sample);) {
      }
    } else {
      const auto source = xb::open_source(path);
      Taker taker(source->header());
      source->run(some_clock(source->header()), taker);
    }
  } catch (const xb::InputError&) {
  } catch (const xb::RunError&) {
  }
  close(file);
  return 0;
}
