// SPDX-License-Identifier: Apache-2.0
// The zero-load value of every switch is what a packet takes that meets nobody: single packets between all
// ports, of all lengths, from any cycle on.

#include "host/base/random.h"
#include "host/config/key_use.h"
#include "host/config/setup.h"
#include "host/fabric/switch_run.h"
#include "host/switches/switch_registry.h"
#include "testbenches/engines/engines.h"
#include "tests/catch.h"
#include "tests/testbenches/engines/switch_key.h"

using namespace xb;

namespace {

/// One packet at a time; the next some cycles after the one before has come out.
class LonePackets : public Workload {
 public:
  LonePackets(const RunConfig& config, unsigned packets)
      : config_(config), links_(resolve(config).link_rates), left_(packets) {}

  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override {
    if (left_ > 0 && now == next_) {
      length_ = 1 + random_.below(config_.packet_max);
      transmitter.start(random_.below(config_.ports), random_.below(config_.ports), length_, now);
      offered_beats_ += length_;
    }
    return links_.may_receive(now);
  }
  [[nodiscard]] PortMask may_send(std::uint64_t now) const override { return links_.may_send(now); }
  void delivered(const DeliveredPacket& packet) override {
    const std::uint64_t through = packet.first_out_cycle - packet.first_in_cycle;
    const std::uint64_t zero_load = run->zero_load_cycles(packet);
    CAPTURE(packet.source, packet.destination, packet.length_beats, packet.first_in_cycle);
    REQUIRE(through == zero_load);
    next_ = packet.last_out_cycle + 1 + random_.below(4 * config_.ports);
    --left_;
  }
  [[nodiscard]] bool finished() const override { return left_ == 0; }
  [[nodiscard]] std::uint64_t next_event(std::uint64_t /*now*/) const override { return next_; }
  [[nodiscard]] std::uint64_t offered_beats() const override { return offered_beats_; }
  [[nodiscard]] std::uint64_t offered_packets() const override { return 0; }
  [[nodiscard]] std::string who_waits() const override { return {}; }

  const SwitchRun* run = nullptr;

 private:
  const RunConfig& config_;
  LinkRates links_;
  RandomStream random_{8, StreamPurpose::Test, 0};
  std::uint64_t next_ = 0;
  std::uint64_t offered_beats_ = 0;
  unsigned left_;
  unsigned length_ = 0;
};

void check_lone_packets(const RunConfig& config, unsigned packets) {
  INFO(flags_of(config));
  const Setup setup = resolve(config);
  const auto model = make_model(setup);
  SwitchRun run(setup, *model);
  LonePackets workload(config, packets);
  workload.run = &run;
  while (!workload.finished()) run.advance(workload, Workload::kNever);
  run.drain(workload);
}

}  // namespace

TEST_CASE("a packet that meets nobody takes its zero-load value, whatever its length, ports and cycle",
          "[testbenches][long]") {
  RunConfig config;
  choose_circuit(config, GENERATE(from_range(circuits())));
  if (config.switch_name == "voq" && config.pipeline == 0) config.speedup = GENERATE(1U, 2U);
  if (config.pipeline != 0 && find_switch(config).uses("classes")) config.classes = GENERATE(1U, 2U);
  if (config.pipeline != 0) config.ram_register = GENERATE(0U, 1U);
  config.ports = 4;
  config.forwarding = GENERATE(ForwardingMode::CutThrough, ForwardingMode::StoreAndForward);
  config.route_delay = GENERATE(0U, 1U, 6U, 25U);
  if (config.pipeline != 0 && config.route_delay != 0) return;
  config.engine = GENERATE(Engine::Fast, Engine::Rtl);
  for (const unsigned longest : {1U, 2U, 9U, 60U}) {
    config.packet_max = longest;
    check_lone_packets(config, config.engine == Engine::Fast ? 3000 / longest : 600 / longest);
  }
}
