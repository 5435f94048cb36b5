// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace xb {

/// Ends the process with one line where a step of foreign code takes more CPU time than any may: an endless
/// loop cannot be left otherwise. It knows nothing of wall time, which depends on what runs beside it.
class StallWatch {
 public:
  /// The line: `before`, the number of the step, `after`.
  StallWatch(std::string before, std::string after);

  /// A step, while it lives. Of several in threads that begin no more, the last one is named.
  class Step {
   public:
    Step(const StallWatch& watch, std::uint64_t number);
    ~Step();
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;
  };

  /// CPU seconds that a step may take.
  static unsigned limit();

 private:
  static void look(int signal);
  [[noreturn]] void end() const;

  std::string before_, after_;
};

}  // namespace xb
