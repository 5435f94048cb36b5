# SPDX-License-Identifier: Apache-2.0
# The pointer stays at who was served.
s/ptr_q <= (idx_o ==/ptr_q <= MUTANT ? idx_o : (idx_o ==/
