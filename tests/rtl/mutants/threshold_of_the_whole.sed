# file: xb_admission.sv
# switch: crosspoint
# flags: --flow drop --sharing dynamic --alpha 0.5 --depth 40
# SPDX-License-Identifier: Apache-2.0
# why: the dynamic threshold is of the whole memory, not of what is free
# caught-by: lockstep
# assertion: none
s/AlphaWidth'(pool_left) << alpha_i/(AlphaWidth'(pool_left) + (MUTANT ? AlphaWidth'(pool_q) : '0)) << alpha_i/
