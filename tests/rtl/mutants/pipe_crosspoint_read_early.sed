# file: xb_pipe_crosspoints.sv
# switch: crosspoint_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a crosspoint moves on before its beat is read
# caught-by: data
# assertion: none
s/(Classes == 1) ? taken_o/(Classes == 1 \&\& !MUTANT) ? taken_o/
