// SPDX-License-Identifier: Apache-2.0
#include "host/check/queue_accounts.h"

#include <fmt/format.h>

namespace xb {

QueueAccounts::QueueAccounts(unsigned ports, QueuePlace place, bool drops, std::uint64_t evicted_beats)
    : ports_(ports),
      place_(place),
      drops_(drops),
      evicted_beats_(evicted_beats),
      accounts_(place == QueuePlace::Pair ? std::size_t{ports} * ports : ports) {}

void QueueAccounts::look(const SwitchOutputs& out, std::uint64_t now, const Transmitter& transmitter,
                         const Receiver& receiver, const Scoreboard& scoreboard) {
  if (first_full_.empty()) {
    first_full_.assign(out.drop_full, out.drop_full + accounts_.size());
    first_misrouted_.assign(out.drop_misrouted, out.drop_misrouted + ports_);
  }
  for (Account& account : accounts_) account = {};
  for (unsigned source = 0; source < scoreboard.sources(); ++source) {
    for (unsigned output = 0; output < ports_; ++output) {
      const Scoreboard::Flow& flow = scoreboard.flow(source, output);
      Account& account = accounts_[queue(source % ports_, output)];
      account.packets += flow.packets.size();
      account.beats += flow.beats;
      account.lost += scoreboard.lost(source, output);
    }
  }
  for_each_port(transmitter.partly_taken(), [&](unsigned input) {
    const auto packet = transmitter.under_way(input);
    Account& account = accounts_[queue(input, packet.destination)];
    account.beats -= packet.beats_left;
    ++account.entering;
  });
  for_each_port(receiver.in_packet(), [&](unsigned output) {
    const auto packet = receiver.under_way(output);
    accounts_[queue(packet.source, output)].beats -= packet.length_beats - packet.beats_left;
  });
  for (unsigned q = 0; q < accounts_.size() && violation_.empty(); ++q) check(q, out, now);
  for (unsigned input = 0; input < ports_ && violation_.empty(); ++input) {
    const std::uint32_t strays = out.drop_misrouted[input] - first_misrouted_[input];
    if (strays == 0) continue;
    violation_ = fmt::format(
        "  cycle {}: input {}: drops: {} packet(s) reported as misrouted, none was sent to an output that "
        "does "
        "not exist\n",
        now, input, strays);
  }
}

void QueueAccounts::check(unsigned q, const SwitchOutputs& out, std::uint64_t now) {
  const Account& account = accounts_[q];
  // Drops that no later packet of their flow has shown yet; below 0, where packets are evicted: one is still
  // held, and a later one has come.
  const auto dropped = static_cast<std::int32_t>(drops(q, out) - static_cast<std::uint32_t>(account.lost));
  if (!drops_ && drops(q, out) != 0) {
    violation_ =
        fmt::format("  cycle {}: queue {}: drops: {} packet(s) under back-pressure\n", now, q, drops(q, out));
    return;
  }
  const std::uint64_t accounted = std::uint64_t{out.occ_packets[q]} + static_cast<std::uint64_t>(dropped);
  // A packet that is refused at an input is counted when all of it has passed.
  if (accounted > account.packets || accounted + (drops_ ? account.entering : 0) < account.packets ||
      (dropped < 0 && evicted_beats_ == 0)) {
    violation_ = fmt::format(
        "  cycle {}: queue {}: occupancy: {} packet(s) held and {} dropped since, of {} accepted and not "
        "delivered\n",
        now, q, out.occ_packets[q], dropped, account.packets);
    return;
  }
  // Which packets were dropped is not known yet, unless none was; a queue at an output drops by and by.
  const bool exact =
      !drops_ || (place_ != QueuePlace::Output && dropped == 0 && accounted == account.packets);
  if (out.occ_beats[q] > account.beats + evicted_beats_ || (exact && out.occ_beats[q] != account.beats)) {
    violation_ =
        fmt::format("  cycle {}: queue {}: occupancy: {} beat(s) held, of {} accepted and not delivered\n",
                    now, q, out.occ_beats[q], account.beats);
  }
}

std::string QueueAccounts::missing(const SwitchOutputs& out, const Scoreboard& scoreboard) const {
  std::vector<std::uint64_t> packets(accounts_.size());
  for (unsigned source = 0; source < scoreboard.sources(); ++source) {
    for (unsigned output = 0; output < ports_; ++output) {
      const Scoreboard::Flow& flow = scoreboard.flow(source, output);
      packets[queue(source % ports_, output)] += scoreboard.lost(source, output) + flow.packets.size();
    }
  }
  std::string lines;
  for (unsigned q = 0; q < packets.size(); ++q) {
    if (static_cast<std::uint32_t>(packets[q]) == drops(q, out)) continue;
    lines += fmt::format("  queue {}: {} packets are missing, the switch reports {} as dropped\n", q,
                         packets[q], drops(q, out));
  }
  return lines;
}

}  // namespace xb
