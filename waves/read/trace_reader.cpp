// SPDX-License-Identifier: Apache-2.0
#include "waves/read/trace_reader.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <utility>

#include "host/base/errors.h"
#include "waves/read/block_reader.h"
#include "waves/read/value_store.h"

namespace xb {
namespace {

constexpr int kLook = 1000;       // at a child that sends nothing, every so many milliseconds
constexpr double kMostCpu = 120;  // of a child that does not get on [s]

/// CPU time that a process has used [s]; 0 where it is gone.
double cpu_of(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Whether a change of that head can be of that slot.
bool fits(std::uint64_t head, const ValueSlot& slot) {
  switch (change::form(head)) {
    case change::Form::Bit:
      return slot.kind == ValueKind::Bits && slot.width == 1;
    case change::Form::Known:
    case change::Form::Planes:
      return slot.kind == ValueKind::Bits || slot.kind == ValueKind::Event;
    case change::Form::Text:
      return slot.kind == ValueKind::Text;
    case change::Form::Real:
      return slot.kind == ValueKind::Real;
  }
  return false;
}

}  // namespace

TraceReader::TraceReader(std::string path) : path_(std::move(path)) {
  std::error_code none;
  size_ = std::filesystem::is_regular_file(path_, none) ? std::filesystem::file_size(path_, none) : 0;
  std::fflush(nullptr);  // the child has nothing of it to write
  const pid_t parent = getpid();
  child_ = fork();
  if (child_ < 0) throw RunError("no child process");
  if (child_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    stream_.be_writer();
    read_in_child(path_, stream_);
  }
  stream_.be_reader();
  try {
    receive_header();
  } catch (...) {
    kill(child_, SIGKILL);
    TEMP_FAILURE_RETRY(waitpid(child_, nullptr, 0));
    throw;
  }
}

TraceReader::~TraceReader() {
  kill(child_, SIGKILL);
  TEMP_FAILURE_RETRY(waitpid(child_, nullptr, 0));
}

void TraceReader::gone() {
  throw InputError(
      unreadable(path_, stream_.reached().load(), "unreadable: its reader crashed in what is there"));
}

void TraceReader::check_progress() {
  const std::uint64_t reached = stream_.reached().load();
  if (cpu_ < 0 || reached != reached_) cpu_ = cpu_of(child_);
  reached_ = reached;
  if (cpu_of(child_) - cpu_ > kMostCpu)
    throw InputError(unreadable(path_, reached, "unreadable: its reader does not get on there"));
}

void TraceReader::receive(std::uint64_t* words, std::size_t count) {
  while (count > 0) {
    const WordStream::State state = stream_.wait(kLook);
    if (state == WordStream::State::Gone) gone();
    if (state == WordStream::State::Waiting) {
      check_progress();
      continue;
    }
    cpu_ = -1;
    const std::size_t got = stream_.take(words, count);
    words += got;
    count -= got;
  }
}

std::string TraceReader::receive_text(std::uint64_t length) {
  if (length > change::kMostText) gone();
  std::vector<std::uint64_t> words((length + 7) / 8);
  receive(words.data(), words.size());
  return {reinterpret_cast<const char*>(words.data()), length};
}

void TraceReader::receive_header() {
  constexpr std::uint64_t kLength = (std::uint64_t{1} << kSentBit) - 1;
  std::uint64_t head = 0;
  receive(&head, 1);
  if (static_cast<Sent>(head >> kSentBit) == Sent::Error) throw InputError(receive_text(head & kLength));
  std::uint64_t sizes[5];
  receive(sizes, 5);
  header_.format = static_cast<TraceFormat>(sizes[0]);
  header_.time_unit = receive_text(sizes[3]);
  header_.point = receive_text(sizes[4]);
  header_.slots.resize(sizes[1]);
  for (ValueSlot& slot : header_.slots) {
    std::uint64_t word = 0;
    receive(&word, 1);
    slot = {static_cast<ValueKind>(word >> 32U), static_cast<std::uint32_t>(word)};
  }
  header_.signals.resize(sizes[2]);
  for (TraceSignal& signal : header_.signals) {
    std::uint64_t words[2];
    receive(words, 2);
    signal.slot = static_cast<std::uint32_t>(words[0]);
    signal.left = static_cast<std::int32_t>(words[1] >> 32U);
    signal.right = static_cast<std::int32_t>(words[1]);
    signal.path = receive_text(words[0] >> 32U);
  }
}

void TraceReader::start(std::uint32_t clock) { stream_.send_choice(clock); }

bool TraceReader::next(Sample& sample) {
  if (done_) return false;
  constexpr std::uint64_t kLength = (std::uint64_t{1} << kSentBit) - 1;
  std::uint64_t head = 0;
  receive(&head, 1);
  switch (static_cast<Sent>(head >> kSentBit)) {
    case Sent::Sample:
      receive(&sample.time, 1);
      sample.words.resize(head & kLength);
      receive(sample.words.data(), sample.words.size());
      return true;
    case Sent::Error:
      throw InputError(receive_text(head & kLength));
    case Sent::End:
      sample.words.resize(head & kLength);
      receive(sample.words.data(), sample.words.size());
      done_ = true;
      return false;
    case Sent::Header:
      break;
  }
  gone();
}

void TraceReader::check(const Sample& sample) const {
  if (header_.format != TraceFormat::Fst) return;
  // The library may have written anywhere in its process.
  const std::size_t count = sample.words.size();
  for (std::size_t at = 0; at < count;) {
    const std::uint64_t head = sample.words[at];
    const bool good =
        change::slot(head) < header_.slots.size() && fits(head, header_.slots[change::slot(head)]);
    if (good) at += change::length(head, header_.slots);
    if (!good || at > count)
      throw InputError(unreadable(path_, 0, "unreadable: its reader was led astray by what is in the file"));
  }
}

double TraceReader::share() {
  if (done_) return 1;
  if (size_ == 0) return -1;
  return std::min(1.0, static_cast<double>(stream_.reached().load()) / static_cast<double>(size_));
}

}  // namespace xb
