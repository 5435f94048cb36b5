# file: xb_voq_matcher.sv
# switch: voq
# flags: --scheduler pim
# SPDX-License-Identifier: Apache-2.0
# why: all rounds take the same bits of the random numbers
# caught-by: lockstep
# assertion: none
s/>> (8 \* round))/>> (8 * (MUTANT ? round >> 2 : round)))/
