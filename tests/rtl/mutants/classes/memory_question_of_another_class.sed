# file: xb_admission.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a class is admitted by what another one holds
# caught-by: lockstep
# assertion: none
s/^    assign count      = count_q\[dest_i\[c\*QueueWidth +: QueueWidth\]\];/    assign count      = count_q[dest_i[(MUTANT ? 0 : c)*QueueWidth +: QueueWidth]];/
