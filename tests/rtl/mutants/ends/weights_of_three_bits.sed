# file: xb_arbiter.sv
# switch: input
# SPDX-License-Identifier: Apache-2.0
# why: weights of eight and more lose their highest bit
# caught-by: lockstep
# assertion: none
s/left_q - 1'b1 : 4'(weights_i >> {idx_o, 2'b00})/left_q - 1'b1 : (4'(weights_i >> {idx_o, 2'b00}) \& (MUTANT ? 4'd7 : 4'd15))/
