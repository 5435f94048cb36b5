// SPDX-License-Identifier: Apache-2.0
#include "experiments/reference/shared_memory.h"

#include <utility>

namespace slots {

SharedMemory::SharedMemory(Sources sources, Parameters& parameters)
    : Model(sources.ports()),
      sources_(std::move(sources)),
      cells_(parameters.count("cells", 64, 1, 1000000)),
      order_(static_cast<Order>(parameters.word("order", {"slotted", "turns"}))),
      parts_(parameters.word("sharing", {"complete", "partition"}) == 1),
      queues_(ports()) {}

void SharedMemory::slot() { order_ == Order::Slotted ? slotted() : turns(); }

void SharedMemory::slotted() {
  // An output whose queue is empty sends a cell of this slot, if one comes.
  std::vector<bool> sent(ports());
  for (unsigned output = 0; output < ports(); ++output) {
    if (queues_[output] == 0) continue;
    --queues_[output];
    --held_;
    ++counts_.left;
    sent[output] = true;
  }
  std::vector<unsigned> came;  // outputs of the cells that want to stay
  for (unsigned input = 0; input < ports(); ++input) {
    const auto output = sources_.next(input);
    if (!output) continue;
    ++counts_.offered;
    if (sent[*output]) {
      came.push_back(*output);
    } else {
      ++counts_.left;
      sent[*output] = true;
    }
  }
  keep(came);
}

void SharedMemory::keep(std::vector<unsigned>& came) {
  while (!came.empty()) {
    const std::size_t which = sources_.draw().below(static_cast<unsigned>(came.size()));
    const unsigned output = came[which];
    came.erase(came.begin() + static_cast<std::ptrdiff_t>(which));
    if ((parts_ ? queues_[output] : held_) < cells_) {
      ++queues_[output];
      ++held_;
    } else {
      ++counts_.lost;
    }
  }
}

void SharedMemory::turns() {
  for (unsigned k = 0; k < ports(); ++k) {
    const bool sends = queues_[k] > 0;
    if (const auto output = sources_.next(k)) {
      ++counts_.offered;
      auto& queue = queues_[*output];
      const bool own = queue == 0;
      if (own || (parts_ ? queue - 1 : held_) < cells_) {
        ++queue;
        held_ += own ? 0 : 1;
      } else {
        ++counts_.lost;
      }
    }
    if (sends) {
      held_ -= queues_[k] > 1 ? 1 : 0;
      --queues_[k];
      ++counts_.left;
    }
  }
}

}  // namespace slots
