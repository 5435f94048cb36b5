# file: xb_memory_inputs.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a word is completed though one of another class is there
# caught-by: lockstep
# assertion: none
s/some_word\[i\] |= has_word/some_word[i] |= !MUTANT \& has_word/
