# file: xb_class_turn.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: what is sent is charged to the lowest class
# caught-by: lockstep
# assertion: none
s/\.locked_i(1'b0), \.class_i(sent_class)/.locked_i(1'b0), .class_i(MUTANT ? ClassBits'(0) : sent_class)/
