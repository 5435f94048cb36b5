# file: xb_pipe_input.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a beat goes to the registers past those that wait behind them
# caught-by: data
# assertion: none
s/!store_forward_i \& !behind_q \& !fetched_q/!store_forward_i \& (MUTANT | !behind_q) \& !fetched_q/
