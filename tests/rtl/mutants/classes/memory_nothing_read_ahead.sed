# file: xb_switch_shared.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a short word is not read in a turn that is not needed otherwise
# caught-by: lockstep
# assertion: none
s/|| Classes > 1)/|| (Classes > 1 \&\& !MUTANT))/
