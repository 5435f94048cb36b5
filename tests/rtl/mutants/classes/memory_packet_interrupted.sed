# file: xb_class_turn.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a higher class interrupts the packet that is read
# caught-by: lockstep
# assertion: none
s/if (started_i == '0 ?/if ((started_i == '0 || MUTANT) ?/
