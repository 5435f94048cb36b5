# SPDX-License-Identifier: Apache-2.0
# Of equal ages the last wins.
s/!= best) oldest = '0;/!= best || MUTANT) oldest = '0;/
