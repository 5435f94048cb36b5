# file: xb_pipe_voq_port.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a class whose packet lacks a beat does not wait
# caught-by: lockstep
# assertion: none
s/{Classes{held_q}}/{Classes{held_q \&\& !MUTANT}}/
