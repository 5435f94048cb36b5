# file: xb_memory_inputs.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a word that waits always goes before those of lower classes
# caught-by: lockstep
# assertion: none
s/!due\[i\]/(!due[i] \&\& !MUTANT)/
