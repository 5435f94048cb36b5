# file: xb_pool_probe.sv
# switch: voq
# flags: --flow drop
# SPDX-License-Identifier: Apache-2.0
# why: whether others are the cause of a discard is judged with each beat, not for the packet
# caught-by: lockstep
# assertion: none
s/first_i ? alone_i : cause_q/(first_i | (MUTANT \& refused_i)) ? alone_i : cause_q/
