# file: xb_pipe_sender.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: of queues of one length the first goes, not the next in turn
# caught-by: lockstep
# assertion: none
s/passed\[a\] | !passed\[k\]/MUTANT | passed[a] | !passed[k]/
