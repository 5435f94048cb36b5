# file: xb_class_pushes.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the destination of a class without a beat on offer is counted
# caught-by: lockstep
# assertion: none
s/(Classes == 1) ? '1 : offer_i/(Classes == 1 || MUTANT) ? '1 : offer_i/
