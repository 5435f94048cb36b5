# file: xb_voq_inputs.sv
# switch: cicq_lqf
# SPDX-License-Identifier: Apache-2.0
# why: the more a queue holds, the shorter it seems
# caught-by: lockstep
# assertion: none
s/\.queue_beats_o(queue_beats_o\[\(.*\)\]), \.able_stamp_o/.queue_beats_o(queue_beats[\1]), .able_stamp_o/
s/^  for (genvar i = 0; i < NumPorts; i++) begin : gen_input$/  logic [NumPorts*NumPorts*CountWidth-1:0] queue_beats;\n  assign queue_beats_o = queue_beats ^ {(NumPorts*NumPorts*CountWidth){MUTANT}};\n&/
