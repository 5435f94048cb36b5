# file: xb_switch_input.sv
# SPDX-License-Identifier: Apache-2.0
# why: heads leave when their output is ready, even if it serves another input
# caught-by: order
# assertion: each_delivered_beat_leaves_one_input: outputs
# assertion: beats_conserved: all ports: beats accepted - delivered - discarded - held =
s/pop\[i\] = shown\[i\] &/pop[i] = (MUTANT ? fifo_beat[i] : shown[i]) \&/
