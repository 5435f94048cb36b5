// SPDX-License-Identifier: Apache-2.0
// Where packets may overtake each other, one that never comes keeps those behind it waiting at its host.
#include "host/base/errors.h"
#include "host/fabric/fabric.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/fabric/small_fabric.h"

using namespace xb;

namespace {

/// Takes the first packet of an input, which is one beat long, lets nobody have it, and says that it found no
/// room.
class LosesFirst : public SwitchModel {
 public:
  LosesFirst(std::unique_ptr<SwitchModel> inner, unsigned input) : inner_(std::move(inner)), input_(input) {}

  void reset(const SwitchSettings& settings) override { inner_->reset(settings); }
  void show(SwitchOutputs& out) override {
    inner_->show(out);
    ready_ = out.s_tready;
    if (lost_) out.drop_full[0] = 1;
  }
  void clock(const SwitchInputs& in) override {
    SwitchInputs kept = in;
    if (!lost_ && (in.s_tvalid & ready_ & bit(input_)) != 0) {
      lost_ = true;
      kept.s_tvalid &= ~bit(input_);
    }
    inner_->clock(kept);
  }
  [[nodiscard]] bool carries_payload() const override { return inner_->carries_payload(); }
  [[nodiscard]] bool as_named() const override { return false; }

 private:
  std::unique_ptr<SwitchModel> inner_;
  unsigned input_;
  PortMask ready_ = 0;
  bool lost_ = false;
};

/// Two switches of a host each, two cables between them, of which a packet takes the one that is free.
ResolvedNetwork two_cables() {
  ResolvedNetwork setup = fabric_of({"two-switches(1,1)"});
  setup.topology.cables.push_back(setup.topology.cables.front());
  setup.topology.routing = Routing::ShortestAdaptive;
  setup.wiring = Wiring(setup.topology);
  setup.routes = routes_of(setup.topology, setup.wiring);
  for (Setup& s : setup.switches) {
    s.config.switch_name = "voq";
    s.config.ports = 3;
    s = resolve(s.config);
  }
  return setup;
}

/// How the run ends in which the second switch loses the first packet of one of its ports.
std::string ending(unsigned loses_at) {
  const ResolvedNetwork setup = two_cables();
  const std::vector<naive::Packet> packets{{0, 1, 1, 0}, {0, 1, 1, 1}};
  std::vector<naive::Delivery> deliveries(packets.size());
  std::vector<std::unique_ptr<Workload>> hosts;
  std::vector<Workload*> workloads;
  for (unsigned s = 0; s < 2; ++s) {
    hosts.push_back(std::make_unique<ListHosts>(HostRange{s, 1, 2}, packets, deliveries));
    workloads.push_back(hosts.back().get());
  }
  const auto first = make_fast_switch(setup.switches[0]);
  LosesFirst second(make_fast_switch(setup.switches[1]), loses_at);
  Fabric fabric(setup, {first.get(), &second}, workloads, false);
  return xb::message_of<RunError>([&] {
    while (!fabric.finished()) fabric.advance(Workload::kNever);
    fabric.drain();
  });
}

}  // namespace

TEST_CASE("packets that wait for an earlier one at the end of a run are counted, and named by their switch") {
  // Ports 1 and 2 are the cables; by one of them the first packet comes, by the other the second.
  std::string endings;
  for (const unsigned cable : {1U, 2U}) endings += ending(cable);
  CHECK(mentions(endings, {"at the end of the run 1 packets for hosts of switch s1 wait for earlier ones"}));
}
