# file: xb_ingress_stage.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: the slot of a word that leaves is given to two
# caught-by: lockstep
# assertion: words_hold_what_came: slot of another word 1
# assertion: words_hold_what_came: slot of another word 0, word of two outputs or too long 0, word not as written 1
s/^    \.valid_i(word_pop_i), \.addr_i(word_slot)/    .valid_i(word_pop_i | (MUTANT \& pair_pop_i \& more_pairs)), .addr_i(leave_slot)/
