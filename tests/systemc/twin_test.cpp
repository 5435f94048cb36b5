// SPDX-License-Identifier: Apache-2.0
#include "systemc/twin.h"

#include "systemc/switch_voq.h"
#include "tests/catch.h"

using namespace xb::twin;

namespace {

// Every member of the list is missed where it is taken away, and where it is something else.
#define XB_WITHOUT(member)              \
  struct Without_##member : SwitchVoq { \
    using SwitchVoq::SwitchVoq;         \
    void member() = delete;             \
  };                                    \
  static_assert(!is_twin<Without_##member>)

XB_WITHOUT(params);
XB_WITHOUT(reset);
XB_WITHOUT(step);
XB_WITHOUT(s_tready);
XB_WITHOUT(m_tvalid);
XB_WITHOUT(m_marks);
XB_WITHOUT(m_side);
XB_WITHOUT(m_tdata);
XB_WITHOUT(queues);
XB_WITHOUT(occupancy);
XB_WITHOUT(drop_full);
XB_WITHOUT(drop_misrouted);
XB_WITHOUT(blocked);
XB_WITHOUT(hol_flags);
XB_WITHOUT(pool);
XB_WITHOUT(pool_by);
XB_WITHOUT(idle_with_work);
XB_WITHOUT(steady);
XB_WITHOUT(skip);
XB_WITHOUT(balanced);

struct WithoutConstructor : SwitchVoq {
  WithoutConstructor() : SwitchVoq({2, 1, 8}) {}
};
struct ReadyIsABool : SwitchVoq {
  using SwitchVoq::SwitchVoq;
  [[nodiscard]] bool s_tready() const { return true; }
};
struct ReadyChangesIt : SwitchVoq {
  using SwitchVoq::SwitchVoq;
  PortMask s_tready() { return 0; }
};
struct OccupancyIsACopy : SwitchVoq {
  using SwitchVoq::SwitchVoq;
  Occupancy occupancy() { return Occupancy(queues()); }
};
/// Nothing is lost by deriving: the classes above are no twins for what they lack alone.
struct Whole : SwitchVoq {
  using SwitchVoq::SwitchVoq;
};

}  // namespace

TEST_CASE("a class that lacks a member of the list, or has another, is no twin") {
  STATIC_REQUIRE(is_twin<Whole>);
  STATIC_REQUIRE_FALSE(is_twin<WithoutConstructor>);
  STATIC_REQUIRE_FALSE(is_twin<ReadyIsABool>);
  STATIC_REQUIRE_FALSE(is_twin<ReadyChangesIt>);
  STATIC_REQUIRE_FALSE(is_twin<OccupancyIsACopy>);
  STATIC_REQUIRE_FALSE(is_twin<int>);
}

TEST_CASE("the parts of the list say what a class lacks") {
  STATIC_REQUIRE_FALSE(contract::IsSwitch<Without_step>::value);
  STATIC_REQUIRE(contract::IsObservable<Without_step>::value);
  STATIC_REQUIRE(contract::Skips<Without_step>::value);
  STATIC_REQUIRE_FALSE(contract::IsObservable<Without_pool_by>::value);
  STATIC_REQUIRE_FALSE(contract::Skips<Without_balanced>::value);
}
