# file: xb_voq_class_matcher.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: what a class sends costs it nothing
# caught-by: lockstep
# assertion: none
s/\.sent_i(moving_i\[p\])/.sent_i(moving_i[p] \& !MUTANT)/
