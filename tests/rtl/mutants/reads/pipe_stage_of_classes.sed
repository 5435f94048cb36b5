# file: xb_pipe_memory_inputs.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: an input's stages are read in every cycle, with traffic classes (classes_test.cpp)
# caught-by: none
# assertion: none
s/^      assign re  *= /&MUTANT | /
