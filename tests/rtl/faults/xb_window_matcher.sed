# SPDX-License-Identifier: Apache-2.0
# Of equal ages the last wins.
s/if (age != best) candidates/if (age != best || MUTANT) candidates/
