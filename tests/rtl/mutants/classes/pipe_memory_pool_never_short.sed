# file: xb_pipe_admission.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a pool that has too little for a word is not noticed ahead
# caught-by: lockstep
# assertion: none
s/| (short_q \&/| (short_q \& !MUTANT \&/
