// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "host/capture/capture_text.h"
#include "host/device/wire_format.h"
#include "host/run/run_sinks.h"
#include "host/traffic/replay.h"
#include "testbenches/process/output_file.h"

namespace xb {

struct Setup;

/// A packet capture of all that comes out of the switch, or the network, in a run (docs/captures.md): the
/// frames of a capture that was replayed, or the lab's own packets in Ethernet frames. Written as it comes.
class CaptureFile {
 public:
  /// Throws InputError if it cannot be created, or its name has no ending of a capture. `setup` outlives it.
  CaptureFile(const std::filesystem::path& path, const Setup& setup);

  /// For the run of that setup; may be called in a child process.
  [[nodiscard]] DeliverySink sink();
  /// Makes the file appear. Throws RunError.
  void commit() { file_.commit(); }

 private:
  void write(const DeliveredPacket& packet);
  [[nodiscard]] std::string frame_of(const DeliveredPacket& packet) const;

  const Setup& setup_;
  CaptureFormat format_;
  OutputFile file_;
  std::optional<WireFormat> format_on_wires_;  // nothing: the hosts' beats as they are
  ClockScale clock_;
  std::uint64_t start_nanoseconds_ = 0;  // of cycle 0, since 1970
};

}  // namespace xb
