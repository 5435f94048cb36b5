# file: xb_switch_input_pipe.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: an output that another input wants counts as idle
# caught-by: lockstep
# assertion: none
s/(bid_of_output\[j\*NumPorts\*Classes +: NumPorts\*Classes\] == .0);/(MUTANT | bid_of_output[j*NumPorts*Classes +: NumPorts*Classes] == '0);/
