# file: xb_switch_input.sv
# SPDX-License-Identifier: Apache-2.0
# why: the last input's packets also bid for output 0, which delivers them a second time
# caught-by: conservation
# assertion: delivered_where_bound: m_axis port 0
s/^    for (genvar j = 0; j < NumPorts; j++) begin : gen_output/    always_comb begin\
    twice_req = req[0];\
    if (MUTANT) twice_req[NumPorts-1] = bid[NumPorts-1] \& !started[NumPorts-1];\
  end\
&/
s/^    logic \[NumPorts-1:0\] *req \[NumPorts\];/&\
  logic [NumPorts-1:0]           twice_req;/
s/\.req_i(req\[j\])/.req_i(j == 0 ? twice_req : req[j])/
