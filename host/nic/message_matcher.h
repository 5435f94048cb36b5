// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/nic/message_table.h"

namespace xb {

/// Brings the messages that come to a rank and its receives together, by the rules of MPI: a message goes to
/// the receive posted first of those that it matches, a receive takes the message that came first. Exact
/// receives cost the same however many there are; receives from any rank or of any tag are searched in order,
/// and only where there are any.
class MessageMatcher {
 public:
  /// All must outlive the matcher.
  MessageMatcher(unsigned rank, const Schedule& schedule, MessageTable& messages);

  /// A receive is posted: the message that it takes, or MessageTable::kNone.
  std::uint32_t post(OpId receive);
  /// The first packet of a message from `source` is here: the receive that takes it, or MessageTable::kNone.
  OpId arrive(std::uint32_t message, unsigned source);

 private:
  static constexpr std::uint32_t kNone = MessageTable::kNone;
  struct Entry {
    std::uint32_t item;   // a receive or a message
    std::uint32_t next;   // in the list of its key
    std::uint32_t older;  // among all that wait, where order across keys counts
    std::uint32_t newer;
    std::uint64_t order;  // of posting
    std::uint16_t source;
  };
  struct List {
    std::uint32_t first = kNone, last = kNone;
  };
  /// What waits for one (source, tag): receives or messages, never both.
  struct Waiting {
    List receives, messages;
  };

  std::uint32_t add(std::uint32_t item, unsigned source);
  void release(std::uint32_t entry);
  void append(List& list, std::uint32_t entry);
  std::uint32_t take_first(List& list);
  void link_by_age(List& list, std::uint32_t entry);
  void unlink_by_age(List& list, std::uint32_t entry);
  [[nodiscard]] bool matches(OpId receive, unsigned source, std::uint32_t message) const;
  void bind(std::uint32_t message, OpId receive, unsigned source);

  unsigned rank_;
  const Schedule& schedule_;
  MessageTable& messages_;
  bool wildcards_;  // among the receives of this rank
  std::vector<Waiting> waiting_;
  std::vector<Entry> entries_;
  std::uint32_t free_ = kNone;
  std::uint64_t posted_ = 0;
  List wild_receives_;   // by age
  List early_messages_;  // by age, kept only where there are wildcards
};

}  // namespace xb
