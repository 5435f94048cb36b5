# file: xb_class_turn.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a word is completed for an output that has words of a higher class to send
# caught-by: lockstep
# assertion: none
s/(d > c) && first\[d\]/(d > c) \&\& !MUTANT \&\& first[d]/
