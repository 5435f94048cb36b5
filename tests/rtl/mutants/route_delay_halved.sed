# file: xb_input_queue.sv
# flags: --route-delay 9
# SPDX-License-Identifier: Apache-2.0
# why: a head may bid after half the routing delay
# caught-by: routing-delay
# assertion: none
s/head_age_o > route_delay_i/head_age_o > (route_delay_i >> MUTANT)/
