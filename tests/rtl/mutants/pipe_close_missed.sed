# file: xb_pipe_ingress_stage.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a last beat that does not fill its word does not complete it, whatever words its packet has before
# caught-by: lockstep
# assertion: none
s/assign closes   = beat_q ?/assign closes   = beat_q \&\& !MUTANT ?/
