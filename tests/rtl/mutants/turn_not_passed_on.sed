# file: xb_rr_arbiter.sv
# SPDX-License-Identifier: Apache-2.0
# why: the turn stays with the granted requester, which can starve the others
# caught-by: fairness
# assertion: round_robin_contract_holds: valid_o wrong 0, grant without request 0, grant out of turn 1
s/ : idx_o + 1'b1;/ : idx_o + IdxWidth'(!MUTANT);/
