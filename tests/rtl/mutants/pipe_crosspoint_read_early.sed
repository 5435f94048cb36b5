# file: xb_pipe_crosspoints.sv
# switch: crosspoint_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a crosspoint moves on before its beat is read
# caught-by: data
# assertion: none
s/if (taken_o\[i\]) raddr_q/if (MUTANT ? take_i[i] : taken_o[i]) raddr_q/
