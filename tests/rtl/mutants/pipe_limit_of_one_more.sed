# file: xb_switch_input_pipe.sv
# switch: input_pipe
# flags: --flow drop
# SPDX-License-Identifier: Apache-2.0
# why: tail drop takes a packet for which a beat of room is missing
# caught-by: lockstep
# assertion: none
s/limit_q         <= fits ? LevelWidth.(depth_q - packet_q + 1.b1)/limit_q         <= fits ? LevelWidth'(depth_q - packet_q + 1'b1 + WordsWidth'(MUTANT))/
