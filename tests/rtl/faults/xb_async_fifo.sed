# SPDX-License-Identifier: Apache-2.0
# The write pointer crosses in binary: only the checker sees it.
s/wgray_q    <= wptr_d ^ (wptr_d >> 1);/wgray_q    <= MUTANT ? wptr_d : wptr_d ^ (wptr_d >> 1);/
