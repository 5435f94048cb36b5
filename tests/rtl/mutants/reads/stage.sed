# file: xb_ingress_stage.sv
# switch: output
# SPDX-License-Identifier: Apache-2.0
# why: an input's stage is read in every cycle
# caught-by: none
# assertion: rests_while_empty: RAM: is read, and the switch has been empty
s/\.re_i(/&MUTANT | /
