# file: xb_memory_inputs.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: always the lowest class is first to complete a word
# caught-by: lockstep
# assertion: none
s/if (next == '0) class_q <= /if (next == '0 \&\& !MUTANT) class_q <= /
