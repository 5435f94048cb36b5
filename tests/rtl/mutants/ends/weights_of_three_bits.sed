# file: xb_arbiter.sv
# switch: input
# SPDX-License-Identifier: Apache-2.0
# why: weights of eight and more lose their highest bit
# caught-by: lockstep
# assertion: none
s/left_q - 1'b1 : weight - /left_q - 1'b1 : (weight \& (MUTANT ? 4'd7 : 4'd15)) - /
