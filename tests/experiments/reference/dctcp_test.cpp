// SPDX-License-Identifier: Apache-2.0
// Synchronised flows under DCTCP against the equations of Alizadeh et al., SIGCOMM 2010, 3.3: equation (6) is
// alpha, (8) the amplitude of the queue, (10) its maximum, (13) the threshold from which on no slot is empty.
#include "experiments/reference/dctcp.h"

#include <cmath>

#include "tests/catch.h"

using slots::Dctcp;

namespace {

double amplitude(const slots::DctcpQueue& queue) { return (queue.p95 - static_cast<double>(queue.p5)) / 0.9; }

}  // namespace

TEST_CASE("the queue of synchronised DCTCP flows swings as the paper's equations say", "[reference]") {
  Dctcp c;
  c.round_trip = 250;
  c.flows = GENERATE(2U, 3U, 7U);
  c.threshold = GENERATE(36U, 62U, 125U);
  const slots::DctcpQueue queue = slots::run_dctcp(c);
  const double window = (c.round_trip + c.threshold) / static_cast<double>(c.flows);
  CAPTURE(c.flows, c.threshold);
  CHECK(amplitude(queue) == Approx(0.5 * std::sqrt(2. * c.flows * (c.round_trip + c.threshold))).epsilon(.2));
  CHECK(queue.p95 == Approx(c.threshold + c.flows).margin(3));
  CHECK(queue.alpha == Approx(std::sqrt(2 / window)).epsilon(.15));
  CHECK(queue.throughput == 1);
}

TEST_CASE("below a seventh of the round trip the link idles", "[reference]") {
  Dctcp c;
  c.round_trip = 250;
  c.flows = GENERATE(2U, 3U, 7U);
  c.threshold = 1;
  CHECK(slots::run_dctcp(c).throughput < .985);
  c.threshold = 250 / 7 + 1;
  CHECK(slots::run_dctcp(c).throughput == 1);
}

TEST_CASE("a sender that does not learn alpha swings as TCP does, and one without marks fills the queue",
          "[reference]") {
  Dctcp c;
  c.round_trip = 250;
  c.threshold = 36;
  c.learns = false;
  const slots::DctcpQueue halved = slots::run_dctcp(c);
  CHECK(halved.p5 == 0);
  CHECK(halved.throughput < .95);
  c.learns = true;
  c.marks = false;
  CHECK(slots::run_dctcp(c).p95 > 1000);
}
