#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Unit 6: the staff solution has all points, each wrong one loses its own. Usage: labs_cut_through_test.sh PROGRAM
# shellcheck source=tests/labs/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

expect 0 lab start 6 mine
expect 1 lab check 6 mine
says stdout '  0 of 88 points'
submissions 6-cut-through six
expect 0 lab mark 6 six --instructor "$instructor" --csv six.csv --jobs 2
loses_what_it_says 6-cut-through six.csv
says six.csv 'depth 80 is not enough: loss is 0.01329'
says six.csv 'depth 128 is more than it takes: with 112 loss is 0.004651'

done_testing labs_cut_through_test
