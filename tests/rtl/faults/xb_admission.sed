# SPDX-License-Identifier: Apache-2.0
# A queue that gets its first word while one leaves takes none of the pool.
s/| same_queue |/| (same_queue \& !MUTANT) |/
