# file: xb_voq_inputs.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: the routing delay is cut to 8 bits
# caught-by: lockstep
# assertion: none
s/<= cfg_route_delay_i;/<= cfg_route_delay_i \& (MUTANT ? 32'hff : '1);/
