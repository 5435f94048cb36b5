# file: xb_pipe_sender.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the shortest queue goes first
# caught-by: lockstep
# assertion: none
s/else sooner_q <= {/else sooner_q <= MUTANT ^ {/
