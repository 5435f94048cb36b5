// SPDX-License-Identifier: Apache-2.0
// A broken switch among good ones is found, and named. The others go on from what it sends: what is beside
// the beats, and the header, is checked at each switch by itself.
#include <memory>

#include "host/base/errors.h"
#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "host/link/packet.h"
#include "host/network/topology_registry.h"
#include "host/point/traffic_config.h"
#include "host/run/simulation.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/link/fake_switch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

constexpr std::uint64_t kBreaks = 800;  // cycle from which on a broken switch is

/// What it shows at an output that sends a whole packet of one beat.
class BreaksOnce : public FakeSwitch {
 public:
  using FakeSwitch::FakeSwitch;

 protected:
  void tamper(SwitchOutputs& out) override {
    if (now < kBreaks || done_) return;
    for_each_port(out.m_tvalid & out.m_tlast & out.m_tuser, [&](unsigned output) {
      if (!done_) done_ = damage(out, output, PacketHeader::decode(out.m_tdata[output]).source);
    });
  }
  /// False: not this one.
  virtual bool damage(SwitchOutputs& out, unsigned output, unsigned input) = 0;

 private:
  bool done_ = false;
};

class LosesOne : public BreaksOnce {
  using BreaksOnce::BreaksOnce;
  bool damage(SwitchOutputs& out, unsigned output, unsigned input) override {
    out.m_tvalid &= ~(PortMask{1} << output);
    release(output);
    queue(input, output).pop_front();
    return true;
  }
};
class RepeatsOne : public BreaksOnce {
  using BreaksOnce::BreaksOnce;
  bool damage(SwitchOutputs& /*out*/, unsigned output, unsigned input) override {
    queue(input, output).push_front(queue(input, output).front());
    return true;
  }
};
class SwapsTwo : public BreaksOnce {
  using BreaksOnce::BreaksOnce;
  bool damage(SwitchOutputs& out, unsigned output, unsigned input) override {
    auto& beats = queue(input, output);
    if (beats.size() < 2) return false;
    std::swap(beats[0], beats[1]);
    out.m_tdata[output] = beats[0].data;
    return true;
  }
};
class FlipsABit : public BreaksOnce {
  using BreaksOnce::BreaksOnce;
  bool damage(SwitchOutputs& out, unsigned output, unsigned /*input*/) override {
    out.m_tdata[output] ^= std::uint64_t{1} << 40U;
    return true;
  }
};
class SendsToAWrongPort : public BreaksOnce {
  using BreaksOnce::BreaksOnce;
  bool damage(SwitchOutputs& out, unsigned output, unsigned input) override {
    const unsigned wrong = (output + 1) % ports_;
    if ((out.m_tvalid >> wrong & 1U) != 0) return false;
    queue(input, wrong).push_front(queue(input, output).front());
    queue(input, output).pop_front();
    release(output);
    out.m_tvalid &= ~(PortMask{1} << output);
    return true;
  }
};

/// Three switches in a line, wires or cables between them; the second one is a Broken.
template <class Broken>
std::string error_of(std::uint64_t latency) {
  Topology topology = make_topology("mesh(3,1,2)");
  for (auto& cable : topology.cables) cable.speed.latency_cycles = latency;
  const Wiring wiring(topology);
  RunConfig config = config_of("load 0.9, cycles 3000, warmup 100");
  config.ports = wiring.hosts();
  Setup setup = resolve(config);
  std::vector<Setup> switches;
  std::vector<std::unique_ptr<SwitchModel>> models;
  Models list;
  for (unsigned s = 0; s < wiring.switches(); ++s) {
    config.ports = wiring.ports(s);
    switches.push_back(resolve(config));
    if (s == 1)
      models.push_back(std::make_unique<Broken>(config.ports));
    else
      models.push_back(std::make_unique<FakeSwitch>(config.ports));
    list.push_back(models.back().get());
  }
  const Routes routes = routes_of(topology, wiring);
  setup.fabric = std::make_shared<ResolvedNetwork>(ResolvedNetwork{topology, wiring, routes, switches});
  try {
    simulate(setup, list);
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("in a network of ideal switches nothing is found", "[host][fabric]") {
  for (const std::uint64_t latency : {0U, 5U}) CHECK(error_of<FakeSwitch>(latency).empty());
}

TEST_CASE("a broken switch in a network is found and named", "[host][fabric]") {
  const std::uint64_t latency = GENERATE(0U, 5U);
  const std::string wrong = "switch s1 did something wrong";
  CHECK(mentions(error_of<LosesOne>(latency), {wrong, "order: expected packet #"}));
  CHECK(mentions(error_of<RepeatsOne>(latency), {wrong, "packet"}));
  CHECK(mentions(error_of<SwapsTwo>(latency), {wrong, "order: expected packet #"}));
  CHECK(mentions(error_of<FlipsABit>(latency), {wrong}));
  CHECK(mentions(error_of<SendsToAWrongPort>(latency), {wrong}));
}
