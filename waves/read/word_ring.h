// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace xb {

/// Words that one process hands to another in memory that both see: chunks in a ring, and a socket on which a
/// byte passes for each chunk that is full or free again, so that each end sees when the other is gone.
class WordRing {
 public:
  /// Throws RunError where the system has no memory or sockets.
  WordRing();
  ~WordRing();
  WordRing(const WordRing&) = delete;
  WordRing& operator=(const WordRing&) = delete;

  /// After the fork: which end this process is.
  void be_writer();
  void be_reader();

  /// The writer's: hands over `count` words; waits where the ring is full; ends the process if the reader is
  /// gone.
  void put(const std::uint64_t* words, std::size_t count);
  /// What was put arrives.
  void flush();

  /// The reader's: whether a word is there. Waits at most `milliseconds`.
  enum class State : std::uint8_t { Ready, Waiting, Gone };
  State wait(int milliseconds);
  /// Takes up to `count` of the words that are there (after Ready); returns how many.
  std::size_t take(std::uint64_t* words, std::size_t count);

  /// A number from the reader, which has taken all words, to the writer.
  void send_choice(std::uint32_t choice);
  /// Ends the process if the reader is gone.
  std::uint32_t receive_choice();

  /// How far the writer is.
  std::atomic<std::uint64_t>& reached();

 private:
  static constexpr std::size_t kChunks = 8, kWords = std::size_t{1} << 15U;
  struct Chunk {
    std::size_t count;
    std::uint64_t words[kWords];
  };
  struct Shared {
    std::atomic<std::uint64_t> reached;
    Chunk chunks[kChunks];
  };

  /// Waits until the reader gives a chunk back.
  void take_back();

  Shared* shared_ = nullptr;
  int ends_[2] = {-1, -1};       // of the socket: the reader's, the writer's
  std::size_t chunk_ = 0;        // that this end is at
  std::size_t at_ = 0;           // in it
  std::size_t outstanding_ = 0;  // chunks that the reader has not given back
  bool holds_ = false;           // this end has chunk_
};

}  // namespace xb
