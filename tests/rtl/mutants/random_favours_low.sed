# file: xb_random_pick.sv
# flags: --arbiter random
# SPDX-License-Identifier: Apache-2.0
# why: of the requesters only the lower half can win
# caught-by: lockstep
# assertion: none
s/'(random_i) \*/'(random_i >> 1) */
