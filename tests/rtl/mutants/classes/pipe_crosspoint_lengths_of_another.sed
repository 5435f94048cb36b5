# file: xb_switch_crosspoint_pipe.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: inputs compare the lengths of the queues of another class
# caught-by: lockstep
# assertion: none
s/level_i(level\[Row\*LevelWidth/level_i(level[(MUTANT ? (Classes-1-c)*NumQueues + i*NumPorts : Row)*LevelWidth/
