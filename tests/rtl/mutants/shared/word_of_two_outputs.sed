# file: xb_ingress_stage.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a packet joins the word that came last, of whatever output
# caught-by: lockstep
# assertion: words_hold_what_came: slot of another word
s/^  assign slot  .*join_word/& \& !MUTANT/
