# file: xb_pipe_voq_port.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: what a port shows gives way to a higher class
# caught-by: lockstep
# assertion: none
s/if (held_q) first = shown_q/if (held_q \&\& !MUTANT) first = shown_q/
