# file: xb_class_arbiter.sv
# switch: cicq_lqf
# SPDX-License-Identifier: Apache-2.0
# why: the round robin of each class stays at its first input
# caught-by: lockstep
# assertion: none
s/\.advance_i(valid_o \&\& /.advance_i(!MUTANT \&\& valid_o \&\& /
