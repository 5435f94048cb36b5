# file: xb_random_pick.sv
# flags: --arbiter random
# SPDX-License-Identifier: Apache-2.0
# why: of the requesters only the lower half can win
# caught-by: lockstep
# assertion: none
s/'(random_i) \*/'({1'b0, random_i[15:1]}) */
