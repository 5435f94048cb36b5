# file: xb_memory_inputs.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a word is completed though one of another class is there
# caught-by: lockstep
# assertion: none
s/|= has_word\[d/|= !MUTANT \& has_word[d/
