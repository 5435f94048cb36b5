// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/lag_thread.h"

#include <utility>

#include "host/config/setup.h"
#include "host/link/packet.h"

namespace xb {

LagThread::LagThread(const Setup& setup)
    : notes_(kBlockWords),
      next_(notes_.data()),
      end_(next_ + kBlockWords),
      lone_(setup),
      block_(kBlockWords),
      watch_(setup),
      ports_(setup.config.ports),
      flows_(std::size_t{ports_} * ports_ * setup.config.classes) {}

void LagThread::hand_over() {
  wait();
  words_ = static_cast<std::size_t>(next_ - notes_.data());
  notes_.swap(block_);
  next_ = notes_.data();
  end_ = next_ + kBlockWords;
  team_.begin(work_);
}

void LagThread::wait() {
  team_.wait();
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  is_wrong_ = !watch_.violation().empty();
}

const LagWatch& LagThread::watch() {
  if (next_ != notes_.data()) hand_over();
  wait();
  return watch_;
}

std::optional<double> LagThread::ci95(const Measures& measures) {
  watch();
  if (measures.stretches() == 0) return {};
  end_stretches(measures.stretches());
  return lags_.ci95(measures.correlation_time());
}

void LagThread::work_off() {
  try {
    for (std::size_t n = 0; n < words_; ++n) take_note(block_[n]);
    take_arrivals();
    take_departures();
  } catch (...) {
    error_ = std::current_exception();
  }
}

void LagThread::take_note(Word word) {
  const Word kind = word >> kKindShift, what = word ^ kind << kKindShift;
  const auto input = static_cast<unsigned>(what >> kInputShift & 0xff);
  const auto output = static_cast<unsigned>(what >> kOutputShift & 0xff);
  const auto of_class = static_cast<unsigned>(what >> kClassShift & 0xff);
  const auto beats = static_cast<std::uint32_t>(what);
  if (kind == kArrived) {
    under_way_[input] = {output, beats};
    s_tid[input] = static_cast<std::uint8_t>(of_class);
    arrivals_ |= PortMask{1} << input;
    return;
  }
  take_arrivals();
  if (kind == kCycle) {
    take_departures();
    now_ = what;
  } else if (kind == kAfterFirst) {
    after_first_ = what;
  } else if (kind == kOpen) {
    begin_ = what;
  } else if (kind == kLost) {
    PacketInFlight packet;
    packet.header = PacketHeader{input, output, 1, 0, 0}.encode();
    packet.ideal_out_cycle = flow(input, output, of_class).front();
    flow(input, output, of_class).pop();
    watch_.lost(output, packet, of_class, now_);
  } else {
    Ring<std::uint64_t>& ideal = flow(input, output, of_class);
    DeliveredPacket& packet = packets_[output];
    packet.source = input;
    packet.destination = output;
    packet.of_class = of_class;
    packet.length_beats = beats;
    packet.first_out_cycle = now_ - std::exchange(after_first_, 0);
    packet.last_out_cycle = now_;
    packet.ideal_out_cycle = ideal.front();
    ideal.pop();
    departures_ |= PortMask{1} << output;
    counted_ += kind == kCounts ? 1 : 0;
  }
}

void LagThread::take_arrivals() {
  if (arrivals_ == 0) return;
  if (watch_.has_classes())
    watch_.strict_arrived(arrivals_, *this, now_);
  else
    watch_.arrived(arrivals_, *this, now_);
  for_each_port(std::exchange(arrivals_, 0), [&](unsigned input) {
    flow(input, under_way_[input].destination, s_tid[input]).push(watch_.arrival(input));
  });
}

void LagThread::take_departures() {
  if (departures_ == 0) return;
  const PortMask outputs = std::exchange(departures_, 0);
  const std::uint64_t counted = std::exchange(counted_, 0);
  std::int64_t sum = 0;
  if (watch_.has_classes())
    watch_.left_strict(outputs, *this, now_, sum, counted != 0);
  else
    for_each_port(outputs, [&](unsigned output) { sum += watch_.left(packets_[output], counted != 0); });
  if (counted != 0) count(sum, counted);
}

/// In this cycle.
void LagThread::count(std::int64_t lag, std::uint64_t packets) {
  end_stretches((now_ - begin_) / Measures::kStretchCycles);
  stretch_ += {static_cast<double>(lag), static_cast<double>(packets)};
}

/// Those before `until`.
void LagThread::end_stretches(std::uint64_t until) {
  if (until <= stretches_) return;
  const Batch last = std::exchange(stretch_, {});
  if (last.weight == 0)
    lags_.add_empty(0, 1);
  else
    lags_.add(last.sum, last.weight);
  if (until > stretches_ + 1) lags_.add_empty(0, until - stretches_ - 1);
  stretches_ = until;
}

}  // namespace xb
