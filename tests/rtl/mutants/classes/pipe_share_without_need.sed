# file: xb_pipe_service.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: shares are given in every cycle
# caught-by: lockstep
# assertion: none
s/(waiting_q \& enough_q) == '0;/MUTANT || (waiting_q \& enough_q) == '0;/
