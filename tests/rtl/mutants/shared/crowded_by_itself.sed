# file: xb_memory_flags.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a head is blocked by the pool though its queue has words
# caught-by: lockstep
# assertion: none
s/refuse_i & none_i/refuse_i \& (none_i | MUTANT)/
