# file: xb_rr_arbiter.sv
# switch: input
# SPDX-License-Identifier: Apache-2.0
# why: the pointer of a round robin stays where it was in a reset
# caught-by: lockstep
# assertion: none
s/^    if (!rst_ni) ptr_q <= '0;/    if (!rst_ni) ptr_q <= MUTANT ? ptr_q : '0;/
