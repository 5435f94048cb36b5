# file: xb_pipe_voq_input.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the end of a packet is not read where a ring has just lost a beat
# caught-by: data
# assertion: none
/\.re_i((lacks_q/s/popped_q \& behind_q/& \& {NumPorts{!MUTANT}}/
