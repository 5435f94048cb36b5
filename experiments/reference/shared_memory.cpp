// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "experiments/reference/model.h"
#include "experiments/reference/sources.h"

namespace slots {
namespace {

/// Output queues in a memory of `cells` cells, shared completely, or a part of `cells` cells for each. Counts
/// losses, no waits.
/// * slotted: all cells of a slot come, every queue that has one sends a cell, and of what is left `cells`
///   stay. What is too much is taken from the cells that came in this slot, any of them equally likely.
/// * turns: for k = 0, 1, .. in a slot, the cell of input k comes and then output k sends. Both see the
///   memory as it was before either: output k sends only if it had a cell then. Each queue has a place of its
///   own besides the memory.
class SharedMemory : public Model {
 public:
  /// Reads cells, order, sharing.
  SharedMemory(Sources sources, Parameters& parameters);
  void slot() override;

 private:
  enum class Order { Slotted, Turns };

  void slotted();
  void turns();
  void keep(std::vector<unsigned>& came);

  Sources sources_;
  std::size_t cells_;
  Order order_;
  bool parts_;
  std::vector<std::size_t> queues_;  // [output] cells
  std::size_t held_ = 0;             // cells, of all queues; turns: without those in places of their own
};

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

}  // namespace

std::unique_ptr<Model> make_shared_memory(Parameters& parameters) {
  return std::make_unique<SharedMemory>(Sources(parameters), parameters);
}

}  // namespace slots
