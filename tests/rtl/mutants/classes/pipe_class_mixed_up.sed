# file: xb_switch_input_pipe.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the beat that goes is another class's
# caught-by: lockstep
# assertion: none
s/(RamWidth - AddrWidth)'(c), fifo_raddr/(RamWidth - AddrWidth)'(MUTANT ? Classes-1-c : c), fifo_raddr/
