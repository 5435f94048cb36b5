# file: xb_ingress_stage.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a word for an output that others keep busy waits for ever
# caught-by: lockstep
# assertion: none
s/tick_i ? seen_q/(tick_i \& !MUTANT) ? seen_q/
