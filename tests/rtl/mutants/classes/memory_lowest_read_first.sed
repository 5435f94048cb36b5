# file: xb_switch_shared.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: at an output's turn the lowest class is read
# caught-by: lockstep
# assertion: none
s/r_valid\[c\] \&\& allowed\[turn\]\[c\] :/r_valid[c] \&\& allowed[turn][c] \&\& !(MUTANT \&\& c > 0 \&\& r_valid[0]) :/
