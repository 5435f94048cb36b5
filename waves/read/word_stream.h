// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "host/base/descriptor.h"

namespace xb {

/// Words that one process hands to another through a socket, many at a time; each end sees when the other is
/// gone.
class WordStream {
 public:
  /// Throws RunError where the system has no memory or sockets.
  WordStream();
  ~WordStream();

  /// After the fork: which end this process is.
  void be_writer();
  void be_reader();

  /// The writer's: hands over `count` words; waits where the reader is slow; ends the process if it is gone.
  void put(const std::uint64_t* words, std::size_t count);
  /// What was put arrives.
  void flush();

  /// The reader's: whether a word is there. Waits at most `milliseconds`.
  enum class State : std::uint8_t { Ready, Waiting, Gone };
  State wait(int milliseconds);
  /// Takes up to `count` of the words that are there (after Ready); returns how many.
  std::size_t take(std::uint64_t* words, std::size_t count);

  /// A number from the reader to the writer.
  void send_choice(std::uint32_t choice);
  /// Ends the process if the reader is gone.
  std::uint32_t receive_choice();

  /// How far the writer is: memory that both share.
  std::atomic<std::uint64_t>& reached() { return *reached_; }

 private:
  static constexpr std::size_t kWords = std::size_t{1} << 15U;

  std::atomic<std::uint64_t>* reached_ = nullptr;
  Descriptor reader_{-1}, writer_{-1};  // ends of the socket
  std::vector<std::uint64_t> buffer_;   // the writer's: what is not sent; the reader's: what has arrived
  std::size_t at_ = 0, end_ = 0;        // bytes of the reader's that are taken, and that are there
};

/// What the child sends: a head, kind in the highest byte and a length below it, and what it announces.
enum class Sent : std::uint8_t { Header, Sample, Error, End };
constexpr unsigned kSentBit = 56;

/// The child process of a TraceReader: opens the file, sends its header, waits for the clock, sends samples.
[[noreturn]] void read_in_child(const std::string& path, WordStream& stream);

}  // namespace xb
