# file: xb_free_list.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a fresh address is given out again and again
# caught-by: lockstep
# assertion: words_hold_what_came: slot of another word 1
# assertion: words_are_free_or_in_use: no free word 0, word in use written 1
s/fresh_q <= fresh_q + 1'b1;/fresh_q <= fresh_q + (AddrWidth+1)'(fresh_q[0] || !MUTANT);/
