# file: xb_ingress_stage.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: of the packets in a word one counts
# caught-by: lockstep
# assertion: words_hold_what_came: slot of another word 0, word of two outputs or too long 0, word not as written 1
s/^  assign packets_before = .*join_word/& \& !MUTANT/
