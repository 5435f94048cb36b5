# file: xb_pipe_match.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: pointers of grants do not take turns
# caught-by: lockstep
# assertion: none
s/grant_ptr_late_q <= grant_ptr_q;/grant_ptr_late_q <= MUTANT ? grant_ptr_late_q : grant_ptr_q;/
