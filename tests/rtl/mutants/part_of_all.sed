# file: xb_admission_limits.sv
# switch: voq
# flags: --flow drop --sharing partition --depth 40
# SPDX-License-Identifier: Apache-2.0
# why: a queue's part is the whole memory
# caught-by: lockstep
# assertion: none
s|depth_words / DepthWidth'(NumQueues)|depth_words / DepthWidth'(MUTANT ? 1 : NumQueues)|
