# file: xb_admission_limits.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: the parts of a memory are those of outputs, not of queues
# caught-by: lockstep
# assertion: none
s/depth_words \/ DepthWidth'(NumQueues);/(MUTANT ? depth_words \/ DepthWidth'(NumPorts) : depth_words \/ DepthWidth'(NumQueues));/
