# file: xb_counter.sv
# switch: input
# SPDX-License-Identifier: Apache-2.0
# why: the counter of refused packets has 12 bits
# caught-by: lockstep
# assertion: none
s/total_o <= total_o + 1'b1;/total_o <= (total_o + 1'b1) \& (MUTANT ? 32'hfff : '1);/
