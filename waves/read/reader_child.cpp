// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <vector>

#include "waves/read/trace_source.h"
#include "waves/read/word_stream.h"

// Sanitizers reserve more address space than there is memory.
#if defined(__SANITIZE_ADDRESS__)
#define XB_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define XB_SANITIZED
#endif
#endif

namespace xb {
namespace {

void send_head(WordStream& stream, Sent kind, std::uint64_t length) {
  const std::uint64_t head = static_cast<std::uint64_t>(kind) << kSentBit | length;
  stream.put(&head, 1);
}

void send_text(WordStream& stream, const std::string& text) {
  std::vector<std::uint64_t> words((text.size() + 7) / 8);
  if (!text.empty()) std::memcpy(words.data(), text.data(), text.size());
  stream.put(words.data(), words.size());
}

void send_header(WordStream& stream, const TraceHeader& header) {
  send_head(stream, Sent::Header, 0);
  const std::uint64_t sizes[] = {static_cast<std::uint64_t>(header.format), header.slots.size(),
                                 header.signals.size(), header.time_unit.size(), header.point.size()};
  stream.put(sizes, 5);
  send_text(stream, header.time_unit);
  send_text(stream, header.point);
  for (const ValueSlot& slot : header.slots) {
    const std::uint64_t word = static_cast<std::uint64_t>(slot.kind) << 32U | slot.width;
    stream.put(&word, 1);
  }
  for (const TraceSignal& signal : header.signals) {
    const std::uint64_t words[] = {signal.path.size() << 32U | signal.slot,
                                   static_cast<std::uint64_t>(static_cast<std::uint32_t>(signal.left))
                                           << 32U |
                                       static_cast<std::uint32_t>(signal.right)};
    stream.put(words, 2);
    send_text(stream, signal.path);
  }
  stream.flush();
}

class StreamSink : public SampleSink {
 public:
  explicit StreamSink(WordStream& stream) : stream_(stream) {}
  void sample(std::uint64_t time, const std::uint64_t* words, std::size_t count) override {
    send_head(stream_, Sent::Sample, count);
    stream_.put(&time, 1);
    stream_.put(words, count);
  }
  void rest(const std::uint64_t* words, std::size_t count) override { rest_.assign(words, words + count); }
  /// No more comes: the end, and the rest.
  void end() {
    send_head(stream_, Sent::End, rest_.size());
    stream_.put(rest_.data(), rest_.size());
  }
  void reached(std::uint64_t offset) override { stream_.reached().store(offset, std::memory_order_relaxed); }

 private:
  WordStream& stream_;
  std::vector<std::uint64_t> rest_;
};

/// What goes wrong here ends this process, quietly and with bounded memory.
void confine([[maybe_unused]] const std::string& path) {  // sanitizers reserve address space of their own
  for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTERM}) signal(number, SIG_DFL);
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  constexpr rlimit kNoCore{0, 0};
  setrlimit(RLIMIT_CORE, &kNoCore);
#if !defined(XB_SANITIZED)
  constexpr std::uint64_t kMemory = std::uint64_t{6}
                                    << 30U;  // all that HeaderLimits allow, and a block of an FST
  std::uint64_t pages = 0;
  if (std::FILE* const statm = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(statm, "%lu", &pages) != 1) pages = 0;
    std::fclose(statm);
  }
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(path, none);
  const std::uint64_t here = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const rlim_t most = here + kMemory + (none ? 0 : size);
  rlimit limit{};
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = std::min<rlim_t>({most, limit.rlim_cur, limit.rlim_max});
  setrlimit(RLIMIT_AS, &limit);
#endif
}

}  // namespace

void read_in_child(const std::string& path, WordStream& stream) {
  confine(path);
  std::string message;
  try {
    const auto source = open_source(path);
    send_header(stream, source->header());
    const std::uint32_t clock = stream.receive_choice();
    StreamSink sink(stream);
    source->run(clock, sink);
    sink.end();
  } catch (const std::bad_alloc&) {
    message = fmt::format("{}: byte {}: not enough memory to read it", path, stream.reached().load());
  } catch (const std::exception& error) {
    message = error.what();
  }
  if (!message.empty()) {
    send_head(stream, Sent::Error, message.size());
    send_text(stream, message);
  }
  stream.flush();
  _exit(0);
}

}  // namespace xb
