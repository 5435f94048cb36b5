# file: xb_class_turn.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: classes count as waiting whether they do or not
# caught-by: lockstep
# assertion: none
s/assign waiting\[c\] = /assign waiting[c] = MUTANT | /
