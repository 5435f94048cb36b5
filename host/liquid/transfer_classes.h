// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/liquid/class_problem.h"
#include "host/liquid/transfer_set.h"

namespace xb {

/// A traffic as classes: transfers over the same links are one class.
class TransferClasses {
 public:
  explicit TransferClasses(const TransferSet& transfers);

  [[nodiscard]] const ClassProblem& problem() const { return problem_; }
  /// Steps of the items of all classes, in the order of the classes, as steps of the transfers.
  [[nodiscard]] std::vector<std::uint32_t> spread(const std::vector<std::uint32_t>& step_of_item) const;

 private:
  ClassProblem problem_;
  std::vector<std::uint32_t> order_;  // by item: the transfer
};

}  // namespace xb
