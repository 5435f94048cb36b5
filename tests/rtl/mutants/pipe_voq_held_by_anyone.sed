# file: xb_pipe_match.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: an output that a packet holds is granted to another
# caught-by: lockstep
# assertion: none
s/room_i\[j\] \& (!is_held |/room_i[j] \& (MUTANT | !is_held |/
