# file: xb_ingress.sv
# switch: input
# SPDX-License-Identifier: Apache-2.0
# why: the counter of misrouted packets has 12 bits
# caught-by: lockstep
# assertion: none
s/misrouted_q <= misrouted_q + 1'b1;/misrouted_q <= (misrouted_q + 1'b1) \& (MUTANT ? 32'hfff : '1);/
