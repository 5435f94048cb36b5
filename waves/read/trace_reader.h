// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "waves/read/trace_header.h"
#include "waves/read/word_stream.h"

namespace xb {

/// What changed before one rising edge of the clock.
struct Sample {
  std::uint64_t time = 0;            ///< of the edge, in the file's unit; 0 in a line trace
  std::vector<std::uint64_t> words;  ///< changes (value_store.h)
};

/// Reads a trace of any format, in a child process: reading takes place while this process does other things,
/// and a reader that crashes, wants too much memory or does not get on is a message. All throw InputError,
/// one line with the file and the byte offset.
class TraceReader {
 public:
  /// Reads the header.
  explicit TraceReader(std::string path);
  ~TraceReader();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const TraceHeader& header() const { return header_; }

  /// From here on samples at the rising edges of that slot; of a line trace its cycles. Once.
  void start(std::uint32_t clock);
  /// The next sample; false at the end of the file: `sample` then has the changes at the last edge and after
  /// it. To be checked before its changes are taken.
  bool next(Sample& sample);
  /// Throws where a sample's changes are not whole: what reads an FST may have gone astray.
  void check(const Sample& sample) const;
  /// Share of the file that has been read, 0..1; negative where its size is not known.
  [[nodiscard]] double share();

 private:
  void check_progress();
  void receive(std::uint64_t* words, std::size_t count);
  std::string receive_text(std::uint64_t length);
  void receive_header();
  [[noreturn]] void gone();

  std::string path_;
  std::uint64_t size_ = 0;
  TraceHeader header_;
  WordStream stream_;
  pid_t child_ = -1;
  double cpu_ = -1;  // CPU time of the child when it last got on [s]; negative: it is not waited for
  std::uint64_t reached_ = 0;  // how far it was then
  bool done_ = false;
};

}  // namespace xb
