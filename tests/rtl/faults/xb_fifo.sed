# SPDX-License-Identifier: Apache-2.0
# The word that comes into an empty FIFO is read too early.
s/bypass_q <= push && /bypass_q <= !MUTANT \&\& push \&\& /
