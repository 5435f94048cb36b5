# file: xb_class_turn.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a class yields after the short end of a long packet, too
# caught-by: lockstep
# assertion: none
s/\.short_i((started_i == '0) &&/.short_i((MUTANT || started_i == '0) \&\&/
