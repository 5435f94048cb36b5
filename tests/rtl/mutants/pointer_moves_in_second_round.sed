# file: xb_voq_matcher.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: a match of the second round also moves the pointers
# caught-by: lockstep
# assertion: none
s/^        if (k == 0) begin/        if (k == 0 || (MUTANT \&\& k == 1)) begin/
