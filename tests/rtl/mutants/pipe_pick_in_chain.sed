# file: xb_pipe_ingress_stage.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a word that waits is completed between the words of a packet
# caught-by: lockstep
# assertion: none
s/!complete & !goes_on_q$/!complete \& !(goes_on_q \& !MUTANT)/
