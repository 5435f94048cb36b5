#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Files of units and solutions that are made from the lab's own come out as they were read before they were handed out.
# Who changes one of those looks at what it makes, and writes its digest here. Usage: labs_handout_test.sh PROGRAM
# shellcheck source=tests/labs/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

for unit in 2 3 5; do expect 0 lab start $unit unit-$unit; done
submission 2-islip solution-2
submission 3-shared-buffers solution-3
submission 4-exchange solution-4
mkdir solution-5
made "$instructor/5-verification/hidden.v" >solution-5/hidden.v
[ -z "$(find . -name '*.sed')" ] || fail "scripts are left: $(find . -name '*.sed')"

sha256sum --check --quiet >found 2>&1 <<'END' || fail "$(cat found)"
df66379c05d837996aa51c7593846910b7dbb5b5e0a7d89dae3c9514f6a7b19d  unit-2/rtl/arbiter/xb_rr_arbiter.sv
d4c93824f9ad77441cfed069d6a0001e2722bf69a1f9075c8baab742e626c948  unit-2/rtl/matcher/xb_voq_matcher.sv
d60d99d96f2ccee185126c2640db5a91962e5bea53a3b91800d924f0fdb921c2  unit-3/rtl/admission/xb_admission.sv
00cc8348ff92151417464d0376cb4ff42e2ebfab39cfc2ac2a5b57e0a80e2e6e  unit-5/bench/correct.v
e15f1b3e98231e4a84e3b32f5755f2aba27c6b5a76280ebf53265084197a7171  unit-5/bench/faulty.v
85172e52ab469bd746e176a566c626434688b1a295bca6f43c1c11732c7a0ec9  solution-2/rtl/arbiter/xb_rr_arbiter.sv
84a22e7a21106d321f2683b08e5d7d4f472862f9ac85b495e587f5bab1264292  solution-2/rtl/matcher/xb_voq_matcher.sv
ac8b4053de5112428008fd7e8225ac21aa1d773e5dd7405b89ab2507acf7f97a  solution-3/rtl/admission/xb_admission.sv
4be2d9d8935b2a05d23576ba70fd338361b8d1b7c6cbb2ce597c562de8ea75c1  solution-4/order.py
8caa64fc631d2396bb290da5815f1150a3dc21dfbedfa5147d0da8fd879a1156  solution-4/order.goal
318ad4bf5361c45188bb2f9898d5a0f59d6360a6a89ef8520fe8b3d01cc464c9  solution-5/hidden.v
END

done_testing labs_handout_test
