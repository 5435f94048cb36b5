# file: xb_switch_crosspoint.sv
# switch: cicq_lqf
# SPDX-License-Identifier: Apache-2.0
# why: an input starts a packet of each class at once
# caught-by: lockstep
# assertion: none
s/assign kept = gen_class\[c+1\]\.kept | gen_class\[c+1\]\.pop_ask;/assign kept = MUTANT ? under_way : gen_class[c+1].kept | gen_class[c+1].pop_ask;/
