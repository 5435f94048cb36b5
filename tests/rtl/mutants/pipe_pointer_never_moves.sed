# file: xb_pipe_grant.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the round begins with the same input each time
# caught-by: lockstep
# assertion: no_requester_starves: requester
s/{ended\[NumPorts-2:0\], ended\[NumPorts-1\]}/(MUTANT ? ended : {ended[NumPorts-2:0], ended[NumPorts-1]})/
