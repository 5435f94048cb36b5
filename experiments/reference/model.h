// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "experiments/reference/parameters.h"

namespace slots {

/// Cells of a model since its first slot.
struct Counts {
  std::uint64_t offered = 0;  ///< came
  std::uint64_t lost = 0;     ///< of these, found no room
  std::uint64_t left = 0;     ///< left the switch
  std::uint64_t waited = 0;   ///< slots that those waited, together; 0 for a cell that leaves as it comes
};

/// A switch in slots. In each slot cells come, inputs and outputs are matched, and cells leave, at most one
/// per output.
class Model {
 public:
  explicit Model(unsigned ports) : ports_(ports) {}
  virtual ~Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  virtual void slot() = 0;

  [[nodiscard]] unsigned ports() const { return ports_; }
  [[nodiscard]] const Counts& counts() const { return counts_; }

 protected:
  /// A cell that came in slot `came` leaves in slot `now`.
  void leaves(std::uint64_t came, std::uint64_t now) {
    ++counts_.left;
    counts_.waited += now - came;
  }

  Counts counts_;

 private:
  unsigned ports_;
};

// Each reads its parameters and those of its sources; what it is stands in a file of its own.
std::unique_ptr<Model> make_fifo(Parameters& parameters);
std::unique_ptr<Model> make_voq(Parameters& parameters);
std::unique_ptr<Model> make_crosspoint(Parameters& parameters);
std::unique_ptr<Model> make_output(Parameters& parameters);
std::unique_ptr<Model> make_shared_memory(Parameters& parameters);

}  // namespace slots
