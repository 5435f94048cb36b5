# file: xb_pipe_turn.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the round begins with the same input each time
# caught-by: lockstep
# assertion: no_requester_starves: requester
s/{ended\[NumReq-2:0\], ended\[NumReq-1\]}/(MUTANT ? ended : {ended[NumReq-2:0], ended[NumReq-1]})/
