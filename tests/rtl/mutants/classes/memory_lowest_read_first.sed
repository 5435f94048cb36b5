# file: xb_class_turn.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: at an output's turn the lowest class is read
# caught-by: lockstep
# assertion: none
s/choice\[c\] \&\& allowed\[turn_i\]\[c\] :/choice[c] \&\& allowed[turn_i][c] \&\& !(MUTANT \&\& c > 0 \&\& choice[0]) :/
