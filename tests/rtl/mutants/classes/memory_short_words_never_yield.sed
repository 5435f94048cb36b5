# file: xb_class_yield.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: after a short word the highest class is read again
# caught-by: lockstep
# assertion: none
s/^  assign others     = \(.*\);/  assign others     = MUTANT ? open_i : (\1);/
