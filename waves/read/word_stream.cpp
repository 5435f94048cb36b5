// SPDX-License-Identifier: Apache-2.0
#include "waves/read/word_stream.h"

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

/// What is there, at least a byte; 0 or less if the other end is gone.
ssize_t receive(int descriptor, void* to, std::size_t bytes, int flags = 0) {
  return TEMP_FAILURE_RETRY(recv(descriptor, to, bytes, flags));
}

/// False if the other end is gone.
bool send_all(int descriptor, const void* from, std::size_t bytes) {
  for (const auto* at = static_cast<const char*>(from); bytes > 0;) {
    const ssize_t sent = TEMP_FAILURE_RETRY(send(descriptor, at, bytes, MSG_NOSIGNAL));
    if (sent <= 0) return false;
    at += sent;
    bytes -= static_cast<std::size_t>(sent);
  }
  return true;
}

}  // namespace

WordStream::WordStream() {
  void* const memory =
      mmap(nullptr, sizeof *reached_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw RunError("no memory to share with a child process");
  reached_ = new (memory) std::atomic<std::uint64_t>(0);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    munmap(memory, sizeof *reached_);
    throw RunError("no socket for a child process");
  }
  reader_ = Descriptor(ends[0]);
  writer_ = Descriptor(ends[1]);
}

WordStream::~WordStream() { munmap(reached_, sizeof *reached_); }

void WordStream::be_writer() {
  reader_.shut();
  buffer_.reserve(kWords);
}

void WordStream::be_reader() {
  writer_.shut();
  buffer_.resize(kWords);
}

void WordStream::put(const std::uint64_t* words, std::size_t count) {
  buffer_.insert(buffer_.end(), words, words + count);
  if (buffer_.size() >= kWords) flush();
}

void WordStream::flush() {
  if (!send_all(writer_.number(), buffer_.data(), buffer_.size() * sizeof(std::uint64_t))) _exit(0);
  buffer_.clear();
}

WordStream::State WordStream::wait(int milliseconds) {
  if (end_ - at_ >= sizeof(std::uint64_t)) return State::Ready;
  pollfd ready{reader_.number(), POLLIN, 0};
  if (poll(&ready, 1, milliseconds) <= 0) return State::Waiting;
  auto* const bytes = reinterpret_cast<char*>(buffer_.data());
  std::memmove(bytes, bytes + at_, end_ - at_);  // the beginning of a word
  end_ -= at_;
  at_ = 0;
  const ssize_t got = receive(reader_.number(), bytes + end_, kWords * sizeof(std::uint64_t) - end_);
  if (got <= 0) return State::Gone;
  end_ += static_cast<std::size_t>(got);
  return end_ >= sizeof(std::uint64_t) ? State::Ready : State::Waiting;
}

std::size_t WordStream::take(std::uint64_t* words, std::size_t count) {
  const std::size_t here = std::min(count, (end_ - at_) / sizeof(std::uint64_t));
  std::memcpy(words, reinterpret_cast<const char*>(buffer_.data()) + at_, here * sizeof(std::uint64_t));
  at_ += here * sizeof(std::uint64_t);
  return here;
}

void WordStream::send_choice(std::uint32_t choice) {
  send_all(reader_.number(), &choice, sizeof choice);  // where the writer is gone, wait() says so
}

std::uint32_t WordStream::receive_choice() {
  std::uint32_t choice = 0;
  if (receive(writer_.number(), &choice, sizeof choice, MSG_WAITALL) != sizeof choice) _exit(0);
  return choice;
}

}  // namespace xb
