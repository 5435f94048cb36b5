# file: xb_pipe_voq_port.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a port shows the highest class, whatever its share
# caught-by: lockstep
# assertion: none
s/eligible\[d\] || /MUTANT || &/
s/eligible\[d\] \&\& /!MUTANT \&\& &/
