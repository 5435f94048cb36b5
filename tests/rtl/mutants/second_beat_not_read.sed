# file: xb_voq_buffer.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: of two beats that leave a queue one after the other the second is not read
# caught-by: data
# assertion: none
/rdata_o(data_o)/s/\.re_i(/&!(MUTANT \& chased_q) \& /
