# file: xb_pipe_lists.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: an output that has sent a packet does not see those of other classes
# caught-by: lockstep
# assertion: none
s/| others_late_q :/| (others_late_q \& !MUTANT) :/
