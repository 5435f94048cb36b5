# SPDX-License-Identifier: Apache-2.0
# The arbiter does not move on where the first beat waits.
s/advance_i(grant & !locked_q)/advance_i(grant \& !locked_q \& (ready_i | !MUTANT))/
