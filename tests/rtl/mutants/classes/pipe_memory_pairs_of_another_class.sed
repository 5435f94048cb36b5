# file: xb_pipe_memory_inputs.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the pairs that leave are those of the lowest class
# caught-by: lockstep
# assertion: none
s/{leave_q, ram_raddr/{MUTANT ? '0 : leave_q, ram_raddr/
