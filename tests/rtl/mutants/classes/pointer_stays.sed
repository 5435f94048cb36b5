# file: xb_class_matcher.sv
# SPDX-License-Identifier: Apache-2.0
# why: the round robin of each class stays at its first input
# caught-by: lockstep
# assertion: none
s/\.advance_i(grant\[j\])/.advance_i(grant[j] \& !MUTANT)/
