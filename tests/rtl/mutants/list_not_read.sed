# file: xb_voq_buffer.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: what is behind the second of two beats that leave is not looked up
# caught-by: data
# assertion: none
/rdata_o(behind)/s/\.re_i(/&!(MUTANT \& chased_q) \& /
