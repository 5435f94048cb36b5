# file: xb_pipe_grant.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: grants do not wait for credits
# caught-by: data
# assertion: none
s/credit_q >= CreditWidth.({1.b1/credit_q >= CreditWidth'({!MUTANT/
