# file: xb_class_flags.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: flags are those of the lowest class whose head was blocked
# caught-by: lockstep
# assertion: none
s/if (!higher\[i\]) begin/if (!higher[i] || (MUTANT \&\& blocked_i[c*NumPorts + i])) begin/
