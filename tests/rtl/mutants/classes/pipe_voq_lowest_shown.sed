# file: xb_pipe_voq_port.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a port shows the lowest class that has a beat
# caught-by: lockstep
# assertion: none
s/d > c ? eligible/(d > c) != MUTANT ? eligible/
