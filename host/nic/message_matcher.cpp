// SPDX-License-Identifier: Apache-2.0
#include "host/nic/message_matcher.h"

#include "host/base/errors.h"

namespace xb {

MessageMatcher::MessageMatcher(unsigned rank, const Schedule& schedule, MessageTable& messages)
    : rank_(rank),
      schedule_(schedule),
      messages_(messages),
      wildcards_(messages.wildcards(rank)),
      waiting_(messages.keys(rank)) {}

std::uint32_t MessageMatcher::add(std::uint32_t item, unsigned source) {
  std::uint32_t entry = free_;
  if (entry == kNone) {
    entry = static_cast<std::uint32_t>(entries_.size());
    entries_.emplace_back();
  } else {
    free_ = entries_[entry].next;
  }
  entries_[entry] = {item, kNone, kNone, kNone, 0, static_cast<std::uint16_t>(source)};
  return entry;
}

void MessageMatcher::release(std::uint32_t entry) {
  entries_[entry].next = free_;
  free_ = entry;
}

void MessageMatcher::append(List& list, std::uint32_t entry) {
  (list.first == kNone ? list.first : entries_[list.last].next) = entry;
  list.last = entry;
}

std::uint32_t MessageMatcher::take_first(List& list) {
  const std::uint32_t entry = list.first;
  list.first = entries_[entry].next;
  return entry;
}

void MessageMatcher::link_by_age(List& list, std::uint32_t entry) {
  entries_[entry].older = list.first == kNone ? kNone : list.last;
  (list.first == kNone ? list.first : entries_[list.last].newer) = entry;
  list.last = entry;
}

void MessageMatcher::unlink_by_age(List& list, std::uint32_t entry) {
  const Entry& e = entries_[entry];
  (e.older == kNone ? list.first : entries_[e.older].newer) = e.newer;
  (e.newer == kNone ? list.last : entries_[e.newer].older) = e.older;
}

bool MessageMatcher::matches(OpId receive, unsigned source, std::uint32_t message) const {
  const Op& want = schedule_.ranks[rank_].ops()[receive];
  const Op& have = schedule_.ranks[source].ops()[messages_.op(source, message)];
  return (want.peer == kAnyRank || want.peer == source) && (want.tag == kAnyTag || want.tag == have.tag);
}

void MessageMatcher::bind(std::uint32_t message, OpId receive, unsigned source) {
  messages_[message].receive = receive;
  if (!wildcards_) return;  // sizes of exact receives are compared before the run
  const std::uint64_t room = schedule_.ranks[rank_].ops()[receive].size;
  const std::uint64_t size = schedule_.ranks[source].ops()[messages_.op(source, message)].size;
  if (size <= room) return;
  throw RunError(
      "rank {}, operation {}: a message of {} bytes from rank {} does not fit in the {}"
      " bytes of the receive that it matches",
      rank_, receive + 1, size, source, room);
}

std::uint32_t MessageMatcher::post(OpId receive) {
  const std::uint32_t key = messages_[messages_.id(rank_, receive)].key;
  std::uint32_t early = kNone;
  if (key != kNone) {
    early = waiting_[key].messages.first;
  } else {
    early = early_messages_.first;
    while (early != kNone && !matches(receive, entries_[early].source, entries_[early].item))
      early = entries_[early].newer;
  }
  if (early != kNone) {
    const std::uint32_t message = entries_[early].item;
    // Whichever way it was found, it is the first of its own key.
    take_first(waiting_[messages_[message].key].messages);
    if (wildcards_) unlink_by_age(early_messages_, early);
    bind(message, receive, entries_[early].source);
    release(early);
    return message;
  }
  const std::uint32_t entry = add(receive, 0);
  entries_[entry].order = posted_++;
  if (key != kNone)
    append(waiting_[key].receives, entry);
  else
    link_by_age(wild_receives_, entry);
  return kNone;
}

OpId MessageMatcher::arrive(std::uint32_t message, unsigned source) {
  Waiting& waiting = waiting_[messages_[message].key];
  std::uint32_t wild = wild_receives_.first;
  while (wild != kNone && !matches(entries_[wild].item, source, message)) wild = entries_[wild].newer;
  std::uint32_t entry = waiting.receives.first;
  if (wild != kNone && (entry == kNone || entries_[wild].order < entries_[entry].order)) {
    entry = wild;
    unlink_by_age(wild_receives_, entry);
  } else if (entry != kNone) {
    take_first(waiting.receives);
  }
  if (entry != kNone) {
    const OpId receive = entries_[entry].item;
    release(entry);
    bind(message, receive, source);
    return receive;
  }
  const std::uint32_t early = add(message, source);
  append(waiting.messages, early);
  if (wildcards_) link_by_age(early_messages_, early);
  return kNone;
}

}  // namespace xb
