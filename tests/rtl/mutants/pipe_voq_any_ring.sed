# file: xb_pipe_voq_input.sv
# switch: voq_pipe
# flags: --flow drop --packet 1..4
# SPDX-License-Identifier: Apache-2.0
# why: within a packet the room of every ring counts
# caught-by: lockstep
# assertion: none
s/in_packet ? (mine \& ~ok) == /in_packet ? ((mine | {NumPorts{MUTANT}}) \& ~ok) == /
