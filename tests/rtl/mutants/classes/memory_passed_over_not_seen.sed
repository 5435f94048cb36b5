# file: xb_class_yield.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a short word counts as a turn for those that are passed over for it
# caught-by: lockstep
# assertion: none
s/(forced | (passed == '0))/(forced | MUTANT | (passed == '0))/
