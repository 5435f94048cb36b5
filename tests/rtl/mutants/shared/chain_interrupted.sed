# file: xb_ingress_stage.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a word that waits is completed between the words of a packet
# caught-by: lockstep
# assertion: words_hold_what_came: slot of another word 0, word of two outputs or too long 0, word not as written 0, chain broken 1
s/complete | goes_on_q)/complete | (goes_on_q \& !MUTANT))/
