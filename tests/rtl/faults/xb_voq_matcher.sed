# SPDX-License-Identifier: Apache-2.0
# iSLIP moves its pointers as RRM does.
s/? granting\[p\] : out_first\[p\]/? granting[p] : (MUTANT ? granting[p] : out_first[p])/
