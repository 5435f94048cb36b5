# file: xb_memory_inputs.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a word that the memory refuses keeps other classes from completing one
# caught-by: lockstep
# assertion: none
s/!\(refused_q\[d[^]]*\]\)/!(\1 \& !MUTANT)/
