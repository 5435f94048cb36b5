# file: xb_switch_crosspoint.sv
# switch: cicq_lqf
# SPDX-License-Identifier: Apache-2.0
# why: the beat taken leaves the crosspoint of another class
# caught-by: lockstep
# assertion: none
s/ \&\& class_here == ClassBits'(c);/ \&\& class_here == ClassBits'(MUTANT ? Classes-1-c : c);/
