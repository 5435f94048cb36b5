# file: xb_switch_input_pipe.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a beat for output 0 is not read
# caught-by: data
# assertion: none
s/\.re_i(/&!(MUTANT \& want[i*NumPorts]) \& /
