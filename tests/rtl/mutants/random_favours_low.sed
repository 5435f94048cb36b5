# file: xb_random_pick.sv
# flags: --arbiter random
# SPDX-License-Identifier: Apache-2.0
# why: the one below the drawn requester wins, and the lowest twice as often
# caught-by: lockstep
# assertion: none
s/below == rank)/below == ((MUTANT \&\& rank != '0) ? rank - 1'b1 : rank))/
