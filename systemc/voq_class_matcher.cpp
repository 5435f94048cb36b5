// SPDX-License-Identifier: Apache-2.0
#include "systemc/voq_class_matcher.h"

#include <algorithm>

#include "systemc/random_pick.h"
#include "systemc/voq_matcher.h"

namespace xb::twin {

namespace {

unsigned pick(const Settings& s, PortMask requests, PortMask pointer, const Lfsr& random, unsigned round) {
  if (s.scheduler == Scheduler::Pim) return random_pick(requests, VoqMatcher::turned(random.value(), round));
  return static_cast<unsigned>(__builtin_ctzll(VoqMatcher::first_from(requests, pointer)));
}

/// An input that a packet of class `c` waits for asks for no lower one.
bool holds(const Settings& s, unsigned c, unsigned classes) {
  if (s.class_heads == ClassHeads::Offer) return false;
  return s.service == Service::Strict || (s.service == Service::StrictDwrr && c == classes - 1);
}

}  // namespace

VoqClassMatcher::VoqClassMatcher(unsigned ports, unsigned classes)
    : ports_(ports),
      classes_(classes),
      requests_(std::size_t{ports} * classes),
      grant_pointer_(requests_.size()),
      accept_pointer_(requests_.size()),
      services_(ports, ClassService(classes)) {
  for (unsigned p = 0; p < ports; ++p) {
    grant_random_.emplace_back(p);
    accept_random_.emplace_back(ports + p);
  }
}

void VoqClassMatcher::reset() {
  for (auto& service : services_) service.reset();
  grant_pointer_.assign(grant_pointer_.size(), 0);
  accept_pointer_.assign(accept_pointer_.size(), 0);
  class_ = {};
  stopped_ = {};
}

void VoqClassMatcher::load(std::uint32_t seed) {
  for (auto& random : grant_random_) random.load(seed);
  for (auto& random : accept_random_) random.load(seed);
}

/// Who asks whom, of which class.
void VoqClassMatcher::request(const VoqClassInputs& inputs, PortMask in_free) {
  requests_.assign(requests_.size(), 0);
  for (unsigned c = 0; c < classes_; ++c) {
    for_each_port(inputs[c].bidding(), [&](unsigned i) {
      for_each_port(inputs[c][i].bids() & ~stopped_[c],
                    [&](unsigned j) { requests_[number(j, c)] |= bit(i); });
    });
  }
  work_ = 0;
  for (unsigned j = 0; j < ports_; ++j) {
    ClassMask open = 0;
    waiting_[j] = 0;
    for (unsigned c = 0; c < classes_; ++c) {
      waiting_[j] |= ClassMask{requests_[number(j, c)] != 0} << c;
      open |= ClassMask{(requests_[number(j, c)] & in_free) != 0} << c;
    }
    work_ |= PortMask{waiting_[j] != 0} << j;
    const ClassMask allowed = services_[j].allowed(inputs.settings(), open);
    for (unsigned c = 0; c < classes_; ++c) requests_[number(j, c)] &= 0 - PortMask{allowed >> c & 1U};
  }
}

PortMask VoqClassMatcher::match(const VoqClassInputs& inputs, PortMask in_free, PortMask out_free) {
  const Settings& s = inputs.settings();
  request(inputs, in_free);
  in_free_ = in_free;
  out_free_ = out_free;
  granting_ = accepted_ = 0;
  for (unsigned round = 0; round < s.iterations; ++round) {
    const ClassPorts granting = grant(s, round);
    accept(s, round, granting);
    for (const PortMask outputs : granting) granting_ |= outputs;
  }
  for_each_port(s.scheduler == Scheduler::Rrm ? granting_ : accepted_, [&](unsigned j) {
    grant_pointer_[number(j, granted_[j].of_class)] = VoqMatcher::past(bit(granted_[j].port));
  });
  const PortMask matched = in_free & ~in_free_;
  if (s.scheduler == Scheduler::Pim) {
    for_each_port(granting_, [&](unsigned j) { grant_random_[j].advance(); });
    for_each_port(matched, [&](unsigned i) { accept_random_[i].advance(); });
  }
  return matched;
}

/// Each output grants the highest class asked of it. Returns the outputs that grant each class.
VoqClassMatcher::ClassPorts VoqClassMatcher::grant(const Settings& s, unsigned round) {
  ClassPorts granting{};
  PortMask asked = out_free_;         // that have granted nothing in this round
  PortMask asking_inputs = in_free_;  // that no higher class holds
  std::fill_n(grants_.begin(), ports_, 0);
  for (unsigned c = classes_; c-- > 0;) {
    PortMask askers = 0, may = 0;  // which are no processor can guess
    for_each_port(out_free_, [&](unsigned j) {
      const PortMask asking = requests_[number(j, c)] & asking_inputs;
      askers |= asking;
      may |= PortMask{asking != 0} << j;
    });
    granting[c] = may & asked;
    asked &= ~may;
    for_each_port(granting[c], [&](unsigned j) {
      const PortMask asking = requests_[number(j, c)] & asking_inputs;
      const unsigned i = pick(s, asking, grant_pointer_[number(j, c)], grant_random_[j], round);
      grants_[i] |= bit(j);
      if ((granting_ & bit(j)) == 0)
        granted_[j] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(c)};
    });
    if (holds(s, c, classes_) && round + 1 < s.iterations) asking_inputs &= ~askers;
  }
  return granting;
}

/// Each input accepts the highest class of its grants.
void VoqClassMatcher::accept(const Settings& s, unsigned round, const ClassPorts& granting) {
  for (unsigned c = classes_; c-- > 0;) {
    PortMask accepting = 0;  // which are no processor can guess
    for_each_port(in_free_, [&](unsigned i) { accepting |= PortMask{(grants_[i] & granting[c]) != 0} << i; });
    in_free_ &= ~accepting;
    for_each_port(accepting, [&](unsigned i) {
      const unsigned j =
          pick(s, grants_[i] & granting[c], accept_pointer_[number(i, c)], accept_random_[i], round);
      matched_[i] = {static_cast<std::uint8_t>(j), static_cast<std::uint8_t>(c)};
      class_[j] = static_cast<std::uint8_t>(c);
      out_free_ &= ~bit(j);
      if ((granting_ & bit(j)) != 0) return;
      accepted_ |= bit(j);
      accept_pointer_[number(i, c)] = VoqMatcher::past(bit(j));
    });
  }
}

void VoqClassMatcher::clock(const Settings& s, PortMask held, PortMask moving) {
  for (unsigned j = 0; j < ports_; ++j) {
    const ClassMask own = ClassMask{1} << class_[j];
    services_[j].clock(s, waiting_[j] | ((held & bit(j)) != 0 ? own : 0), (moving & bit(j)) != 0 ? own : 0);
  }
}

}  // namespace xb::twin
