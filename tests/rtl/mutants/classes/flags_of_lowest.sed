# file: xb_switch_input.sv
# SPDX-License-Identifier: Apache-2.0
# why: flags are those of the lowest class whose head was blocked
# caught-by: lockstep
# assertion: none
s/^              gen_class\[c+1\]\.some_blocked\[i\] ?/              (gen_class[c+1].some_blocked[i] \&\& !(MUTANT \&\& blocked[i])) ?/
