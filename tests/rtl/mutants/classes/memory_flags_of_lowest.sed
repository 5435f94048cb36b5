# file: xb_switch_shared.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: flags are those of the lowest class whose head was blocked
# caught-by: lockstep
# assertion: none
s/assign some\[i\] = gen_flags\[c+1\]\.some\[i\]\[FlagsWidth-1\] ?/assign some[i] = (gen_flags[c+1].some[i][FlagsWidth-1] \&\& !(MUTANT \&\& blocked[i])) ?/
