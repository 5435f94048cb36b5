# file: xb_admission.sv
# switch: cicq_lqf
# SPDX-License-Identifier: Apache-2.0
# why: a queue shows the length of the next one
# caught-by: lockstep
# assertion: none
/assign count_o/s/= count_q\[j\];$/= count_q[MUTANT ? (j + 1) % NumPorts : j];/
