# file: xb_memory_flags.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: an output is a victim of head-of-line blocking if its neighbour has nothing to send
# caught-by: flags
# assertion: none
s/assign idle_ready = ready_i & ~busy_i;/assign idle_ready = ready_i \& ~(MUTANT ? {busy_i[0], busy_i[NumPorts-1:1]} : busy_i);/
