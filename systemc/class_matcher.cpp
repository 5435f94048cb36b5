// SPDX-License-Identifier: Apache-2.0
#include "systemc/class_matcher.h"

#include <algorithm>

namespace xb::twin {

ClassMatcher::ClassMatcher(unsigned ports, unsigned classes)
    : ports_(ports),
      classes_(classes),
      services_(ports, ClassService(classes)),
      requests_(std::size_t{ports} * classes) {
  for (unsigned q = 0; q < requests_.size(); ++q) arbiters_.emplace_back(ports, q);
}

void ClassMatcher::reset() {
  for (auto& arbiter : arbiters_) arbiter.reset();
  for (auto& service : services_) service.reset();
  shown_ = {};
  waiting_ = open_ = allowed_ = {};
  valid_ = locked_ = begun_ = 0;
  stopped_ = {};
}

void ClassMatcher::load(std::uint32_t seed) {
  for (auto& arbiter : arbiters_) arbiter.load(seed);
}

void ClassMatcher::set(const Settings& settings) {
  for (auto& arbiter : arbiters_) arbiter.set(settings);
}

void ClassMatcher::match(const Settings& s, const ClassFifos& fifos, const ClassPorts& bids,
                         std::uint32_t now) {
  request(s, fifos, bids);
  for (unsigned j = 0; j < ports_; ++j) allowed_[j] = services_[j].allowed(s, open_[j]);
  valid_ = 0;
  for_each_port(locked_,
                [&](unsigned j) { valid_ |= PortMask{fifos[class_of(j)][selected(j)].beat()} << j; });
  PortMask inputs = all_ports(ports_);
  for (unsigned c = classes_; c-- > 0;) round(s, fifos, c, now, inputs);
}

/// Who waits for whom, and who offers what to whom: an input that is in no packet its highest head, or all.
void ClassMatcher::request(const Settings& s, const ClassFifos& fifos, const ClassPorts& bids) {
  PortMask offering = all_ports(ports_);
  for_each_port(locked_, [&](unsigned j) { offering &= ~bit(selected(j)); });
  waiting_ = open_ = {};
  std::fill(requests_.begin(), requests_.end(), 0);
  for (unsigned c = classes_; c-- > 0;) {
    PortMask holding = bids[c];
    for_each_port(bids[c], [&](unsigned i) {
      const unsigned j = fifos[c][i].head_dest();
      if ((stopped_[c] & bit(j)) != 0) {
        holding &= ~bit(i);
        return;
      }
      waiting_[j] |= ClassMask{1} << c;
      if ((offering & bit(i)) == 0) return;
      requests_[c * ports_ + j] |= bit(i);
      open_[j] |= ClassMask{1} << c;
    });
    if (s.class_heads == ClassHeads::Hold) offering &= ~holding;
  }
}

/// Matches class c; `inputs`: those that no higher class has taken.
void ClassMatcher::round(const Settings& s, const ClassFifos& fifos, unsigned c, std::uint32_t now,
                         PortMask& inputs) {
  const PortMask before = inputs;
  for_each_port(all_ports(ports_) & ~locked_ & ~valid_, [&](unsigned j) {
    const PortMask requests = requests_[c * ports_ + j] & before;
    if (requests == 0 || (allowed_[j] >> c & 1U) == 0) return;
    const unsigned i = arbiters_[c * ports_ + j].pick(
        s.arbiter, requests, [&](unsigned input) { return fifos[c][input].age(now); });
    shown_[j] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(c)};
    valid_ |= bit(j);
    inputs &= ~bit(i);
  });
}

void ClassMatcher::clock(const Settings& s, PortMask moved, PortMask ended) {
  for_each_port(valid_ & ~locked_,
                [&](unsigned j) { arbiters_[class_of(j) * ports_ + j].advance(s.arbiter, selected(j)); });
  for (unsigned j = 0; j < ports_; ++j) {
    const ClassMask own = ClassMask{1} << class_of(j);
    services_[j].clock(s, waiting_[j] | ((locked_ & bit(j)) != 0 ? own : 0), (moved & bit(j)) != 0 ? own : 0);
  }
  locked_ = (locked_ | valid_) & ~ended;
  begun_ = (begun_ | moved) & ~ended;
  for_each_port(locked_ & ~begun_, [&](unsigned j) { locked_ &= ~(stopped_[class_of(j)] & bit(j)); });
}

}  // namespace xb::twin
