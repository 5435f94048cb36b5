# file: xb_switch_crosspoint_pipe.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: an input's word crosses a cycle after its class
# caught-by: lockstep
# assertion: none
s/{BeatWidth{sent\[c\]}}/{BeatWidth{MUTANT ? sends_q[c] : sent[c]}}/
