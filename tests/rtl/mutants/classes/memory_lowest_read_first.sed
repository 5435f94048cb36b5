# file: xb_switch_shared.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: at an output's turn the lowest class is read
# caught-by: lockstep
# assertion: none
s/choice\[c\] \&\& allowed\[turn\]\[c\] :/choice[c] \&\& allowed[turn][c] \&\& !(MUTANT \&\& c > 0 \&\& choice[0]) :/
