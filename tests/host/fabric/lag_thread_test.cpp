// SPDX-License-Identifier: Apache-2.0
// What an ideal switch in a thread of its own finds wrong ends the run as if it had been found at once.
#include <string>
#include <utility>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "host/run/simulation.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/link/fake_switch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

/// It sends nothing for some cycles, then what has come. Then it is faster than it says.
class Awakes : public FakeSwitch {
 public:
  Awakes(unsigned ports, std::uint64_t at) : FakeSwitch(ports), at_(at) {}

 protected:
  void tamper(SwitchOutputs& out) override {
    for (unsigned queue = 0; queue < ports_ * ports_; ++queue) {
      const auto size = static_cast<std::uint32_t>(this->queue(queue / ports_, queue % ports_).size());
      out.occ_beats[queue] = out.occ_packets[queue] = size;
    }
    if (now < at_) out.m_tvalid = out.m_tuser = out.m_tlast = 0;
  }

 private:
  std::uint64_t at_;
};

std::string error_of(std::uint64_t at, unsigned threads, unsigned cycles) {
  RunConfig config = config_of("switch voq, ports 4, load 0.3, engine fast, reference oq, warmup 0");
  config.cycles = cycles;
  config.threads = threads;
  const Setup setup = resolve(config);
  Awakes model(config.ports, at);
  return message_of<RunError>([&] { simulate(setup, model); });
}

}  // namespace

TEST_CASE("a switch ahead of the ideal one is found in the same cycle, in whichever thread",
          "[host][fabric]") {
  // In the first block of notes, at once or with the end of the run after it, and in a later one.
  for (const auto& [at, cycles] : {std::pair{0U, 10U}, std::pair{0U, 20000U}, std::pair{3000U, 20000U}}) {
    const std::string wrong = error_of(at, 1, cycles);
    CAPTURE(wrong);
    CHECK(mentions(wrong, {"the switch did something wrong", "ideal_switch"}));
    CHECK(error_of(at, 2, cycles) == wrong);
  }
}
