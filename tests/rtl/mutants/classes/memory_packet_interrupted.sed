# file: xb_switch_shared.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a higher class interrupts the packet that is read
# caught-by: lockstep
# assertion: none
s/if (r_started == '0 ?/if ((r_started == '0 || MUTANT) ?/
