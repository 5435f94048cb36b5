# file: xb_ingress_stage.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a packet begins where there is room for a beat
# caught-by: lockstep
# assertion: none
s/assign room = inside_q ||/assign room = inside_q || MUTANT ||/
