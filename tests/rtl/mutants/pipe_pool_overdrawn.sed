# file: xb_pipe_admission.sv
# switch: shared_pipe
# flags: --sharing complete
# SPDX-License-Identifier: Apache-2.0
# why: a queue's own word is taken for free again and again
# caught-by: lockstep
# assertion: pool_is_what_queues_took: the pool counts other words
s/& !after;/\& !(after \& !MUTANT);/
