# file: xb_switch_crosspoint.sv
# switch: cicq_lqf
# SPDX-License-Identifier: Apache-2.0
# why: a higher class starts while a packet is under way
# caught-by: lockstep
# assertion: none
s/assign kept = under_way;/assign kept = MUTANT ? '0 : under_way;/
