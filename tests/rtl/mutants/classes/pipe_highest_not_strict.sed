# file: xb_pipe_service.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: under strict+dwrr the highest class has a share, too
# caught-by: lockstep
# assertion: none
s/|= service_i == StrictDwrr;/|= service_i == StrictDwrr \&\& !MUTANT;/
