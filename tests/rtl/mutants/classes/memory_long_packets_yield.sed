# file: xb_switch_shared.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a class yields after the short end of a long packet, too
# caught-by: lockstep
# assertion: none
s/\.short_i((r_started == '0) &&/.short_i((MUTANT || r_started == '0) \&\&/
