// SPDX-License-Identifier: Apache-2.0
#include "host/nic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/workload.h"

namespace xb {

Nic::Nic(unsigned rank, const RankProgram& program, const NicTiming& timing)
    : rank_(rank), program_(program), timing_(timing), ops_left_(program.ops().size()) {
  const std::size_t count = program.ops().size();
  packets_left_.resize(count);
  unmatched_.resize(count);
  waits_.assign(count, 0);
  successor_begin_.assign(count + 1, 0);
  for (std::size_t op = 0; op < count; ++op)
    packets_left_[op] = unmatched_[op] = packets_of(program.ops()[op]);
  for (const auto& d : program.dependencies()) {
    ++waits_[d.op];
    ++successor_begin_[d.first + 1];
  }
  for (std::size_t op = 0; op < count; ++op) successor_begin_[op + 1] += successor_begin_[op];
  successors_.resize(program.dependencies().size());
  auto fill = successor_begin_;
  for (const auto& d : program.dependencies()) successors_[fill[d.first]++] = d.op;
  for (OpId op = 0; op < count; ++op) {
    if (waits_[op] == 0) release(op, 0);
  }
}

void Nic::release(OpId op, std::uint64_t now) {
  const Op& o = program_.ops()[op];
  if (o.kind == OpKind::Send) {
    ready_sends_.push(op);
  } else if (o.kind == OpKind::Compute) {
    const double cycles = static_cast<double>(o.size) * timing_.cycles_per_nanosecond;
    computing_.push_back({now + static_cast<std::uint64_t>(std::llround(cycles)), op});
  } else {
    Match& match = matches_[key_of(o.peer, o.tag)];
    match.posted.push(op);
    while (match.early_packets > 0 && !match.posted.empty()) {
      --match.early_packets;
      claim(match);
    }
  }
}

void Nic::finish(OpId op, std::uint64_t now) {
  --ops_left_;
  finished_at_ = now;
  for (std::uint32_t s = successor_begin_[op]; s < successor_begin_[op + 1]; ++s) {
    if (--waits_[successors_[s]] == 0) release(successors_[s], now);
  }
}

void Nic::claim(Match& match) {
  const OpId op = match.posted.front();
  user_work_.push(op);
  if (--unmatched_[op] == 0) match.posted.pop();
}

void Nic::match_packet(std::uint64_t key) {
  Match& match = matches_[key];
  if (match.posted.empty())
    ++match.early_packets;
  else
    claim(match);
}

bool Nic::begin_task(std::uint64_t now) {
  if (!arrivals_.empty() && arrivals_.front().at <= now) {
    task_ = Task::Kernel;
    task_key_ = arrivals_.front().key;
    arrivals_.pop();
    task_done_at_ = now + timing_.receive_overhead;
  } else if (!user_work_.empty()) {
    task_ = Task::User;
    task_op_ = user_work_.front();
    user_work_.pop();
    task_done_at_ = now + timing_.user_overhead;
  } else if (!ready_sends_.empty() && outgoing_.size() < kSendRingPackets) {
    task_ = Task::Send;
    task_op_ = ready_sends_.front();
    task_done_at_ = now + timing_.send_overhead;
  }
  return task_ != Task::None;
}

void Nic::complete_task(std::uint64_t now) {
  const Task done = task_;
  task_ = Task::None;
  if (done == Task::Kernel) return match_packet(task_key_);
  if (done == Task::Send) {
    const Op& op = program_.ops()[task_op_];
    outgoing_.push({now + timing_.uplink_latency, op.peer, op.tag});
  }
  if (--packets_left_[task_op_] > 0) return;
  if (done == Task::Send) ready_sends_.pop();
  finish(task_op_, now);
}

void Nic::advance(std::uint64_t now) {
  for (std::size_t i = 0; i < computing_.size();) {
    if (computing_[i].at > now) {
      ++i;
      continue;
    }
    const OpId op = computing_[i].op;
    computing_[i] = computing_.back();
    computing_.pop_back();
    finish(op, now);
  }
  for (;;) {
    if (task_ == Task::None && !begin_task(now)) break;
    if (task_done_at_ > now) break;
    complete_task(now);
  }
  update_next_event(now);
}

void Nic::update_next_event(std::uint64_t now) {
  std::uint64_t next = Workload::kNever;
  if (task_ != Task::None)
    next = task_done_at_;
  else if (!arrivals_.empty())
    next = arrivals_.front().at;
  for (const auto& timer : computing_) next = std::min(next, timer.at);
  if (!outgoing_.empty()) {
    const std::uint64_t start = std::max(outgoing_.front().ready_at, link_free_at_);
    // A packet that the link could take already waits for the port, not for time.
    if (start > now) next = std::min(next, start);
  }
  next_event_ = next;
}

Nic::Outgoing Nic::take_outgoing(std::uint64_t now) {
  const Outgoing packet = outgoing_.front();
  outgoing_.pop();
  link_free_at_ = now + timing_.send_gap;
  advance(now);  // a place in the send ring is free
  return packet;
}

void Nic::arrive(unsigned source, std::uint32_t tag, std::uint64_t at) {
  arrivals_.push({at, key_of(source, tag)});
  next_event_ = std::min(next_event_, std::max(at, task_ == Task::None ? at : task_done_at_));
}

std::string Nic::waits_for() const {
  std::string what;
  const auto add = [&](const std::string& text) { what += (what.empty() ? "" : "; ") + text; };
  if (!outgoing_.empty())
    add(fmt::format("{} packet(s) for the link, the first to {}", outgoing_.size(),
                    outgoing_.front().destination));
  for (const auto& [key, match] : matches_) {
    if (match.posted.empty()) continue;
    const OpId op = match.posted.front();
    add(fmt::format("{} packet(s) from {} (tag {})", unmatched_[op], key & 0xffffU, key >> 16U));
  }
  return fmt::format("rank {}: {} operations left, waits for {}", rank_, ops_left_,
                     what.empty() ? "nothing" : what);
}

}  // namespace xb
