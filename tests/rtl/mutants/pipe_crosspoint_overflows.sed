# file: xb_pipe_sender.sv
# switch: crosspoint_pipe
# SPDX-License-Identifier: Apache-2.0
# why: pops do not wait for room at the crosspoint
# caught-by: data
# assertion: none
s/credit_q >= CreditWidth.({1.b1/credit_q >= CreditWidth'({!MUTANT/
