# file: xb_voq_buffer.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: the second of two beats that leave a queue one after the other is the first again
# caught-by: data
# assertion: none
s/^  assign head  .*/  assign head       = head_q[pop_dest_i];/
s/^  assign chased  .*//
s/chased_q, chased, only/chased_q, only/
