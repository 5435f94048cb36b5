# SPDX-License-Identifier: Apache-2.0
# Addresses that came back are passed over.
s/ready_i(ready_i & !fresh)/ready_i(ready_i \& (!fresh | MUTANT))/
