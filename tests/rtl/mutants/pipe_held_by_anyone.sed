# file: xb_pipe_turn.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: each beat is granted as if it were its packet's last
# caught-by: interleave
# assertion: none
s/ended   = next & last_i/ended   = next \& (last_i | {NumReq{MUTANT}})/
