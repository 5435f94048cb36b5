# file: xb_pipe_ingress_stage.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a packet begins where its stage may not have room for all of it
# caught-by: lockstep
# assertion: none
s/(Whole \&\& accept_first_o)/(Whole \&\& !MUTANT \&\& accept_first_o)/
