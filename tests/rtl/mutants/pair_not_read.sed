# file: xb_wave_memory.sv
# switch: output
# SPDX-License-Identifier: Apache-2.0
# why: the second pair of a word is not read
# caught-by: data
# assertion: none
s/\.re_i(/&!(MUTANT \&\& b == 1) \& /
