// SPDX-License-Identifier: Apache-2.0
#include "waves/read/word_ring.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "host/base/errors.h"

namespace xb {
namespace {

/// Whether all bytes have passed; false if the other end is gone.
bool read_all(int descriptor, void* to, std::size_t bytes) {
  for (auto* at = static_cast<char*>(to); bytes > 0;) {
    const ssize_t got = recv(descriptor, at, bytes, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

void close_if_open(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

/// False if the other end is gone.
bool send_all(int descriptor, const void* from, std::size_t bytes) {
  for (const auto* at = static_cast<const char*>(from); bytes > 0;) {
    const ssize_t sent = send(descriptor, at, bytes, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += sent;
    bytes -= static_cast<std::size_t>(sent);
  }
  return true;
}

constexpr char kToken = 0;

}  // namespace

WordRing::WordRing() {
  void* const memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw RunError("no memory to share with a child process");
  shared_ = new (memory) Shared;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_) != 0) {
    munmap(memory, sizeof(Shared));
    throw RunError("no socket for a child process");
  }
}

WordRing::~WordRing() {
  close_if_open(ends_[0]);
  close_if_open(ends_[1]);
  munmap(shared_, sizeof(Shared));
}

void WordRing::be_writer() { close_if_open(ends_[0]); }

void WordRing::be_reader() { close_if_open(ends_[1]); }

void WordRing::put(const std::uint64_t* words, std::size_t count) {
  while (count > 0) {
    if (!holds_) {
      if (outstanding_ == kChunks) take_back();
      holds_ = true;
      at_ = 0;
    }
    const std::size_t here = std::min(count, kWords - at_);
    std::memcpy(shared_->chunks[chunk_ % kChunks].words + at_, words, here * sizeof *words);
    at_ += here;
    words += here;
    count -= here;
    if (at_ == kWords) flush();
  }
}

void WordRing::flush() {
  if (!holds_) return;
  shared_->chunks[chunk_ % kChunks].count = at_;
  if (!send_all(ends_[1], &kToken, 1)) _exit(0);
  ++chunk_;
  ++outstanding_;
  holds_ = false;
}

void WordRing::take_back() {
  char token = 0;
  if (!read_all(ends_[1], &token, 1)) _exit(0);
  --outstanding_;
}

WordRing::State WordRing::wait(int milliseconds) {
  if (holds_) return State::Ready;
  pollfd ready{ends_[0], POLLIN, 0};
  if (poll(&ready, 1, milliseconds) <= 0) return State::Waiting;
  char token = 0;
  if (!read_all(ends_[0], &token, 1)) return State::Gone;
  holds_ = true;
  at_ = 0;
  return State::Ready;
}

std::size_t WordRing::take(std::uint64_t* words, std::size_t count) {
  const Chunk& chunk = shared_->chunks[chunk_ % kChunks];
  const std::size_t there = std::min(chunk.count, kWords);
  const std::size_t here = std::min(count, there - std::min(at_, there));
  std::memcpy(words, chunk.words + at_, here * sizeof *words);
  at_ += here;
  if (at_ >= there) {
    holds_ = false;
    ++chunk_;
    send_all(ends_[0], &kToken, 1);  // a writer that is done may be gone
  }
  return here;
}

void WordRing::send_choice(std::uint32_t choice) {
  send_all(ends_[0], &choice, sizeof choice);  // where the writer is gone, wait() says so
}

std::uint32_t WordRing::receive_choice() {
  while (outstanding_ > 0) take_back();  // these come before it
  std::uint32_t choice = 0;
  if (!read_all(ends_[1], &choice, sizeof choice)) _exit(0);
  return choice;
}

std::atomic<std::uint64_t>& WordRing::reached() { return shared_->reached; }

}  // namespace xb
