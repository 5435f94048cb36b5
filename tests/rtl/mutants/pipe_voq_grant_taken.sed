# file: xb_pipe_match.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: an output may grant the beat that goes in this cycle
# caught-by: lockstep
# assertion: none
s/assign taken   = grant | held/assign taken   = MUTANT ? '0 : grant | held/
