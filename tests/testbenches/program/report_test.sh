#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# `xbarlab report` from the command line: the page, figures, and what is refused. Usage: report_test.sh PROGRAM
# shellcheck source=tests/testbenches/program/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

printf 'ports = 2\nengine = "fast"\ncycles = 500\nload = [0.2, 0.8, 1]\nseries = 50\n' >small.toml
expect 0 run small.toml --out dir --quiet

: >file
refuses_all report <<'END'
report: 'nowhere' is not allowed (no results in it) | nowhere
--points: '0' is not allowed | dir --points 0
--points: '2,x' is not allowed | dir --points 2,x
--points: '9' is not allowed | dir --points 9
--x: 'ports' is not allowed | dir --x ports
--output: '' | dir --output ''
missing/page.html | dir --output missing/page.html
file/figures | dir --figures file/figures
END

# Figures alone leave the page.
expect 0 report dir --figures figures
[ ! -e dir/report.html ] || fail '--figures wrote a page'
for name in throughput latency occupancy-time occupancy-queues-3 blame-3; do
  grep -q '^<svg ' "figures/$name.svg" || fail "no figures/$name.svg: $(ls figures)"
done
expect 0 report dir
[ "$(cat stdout)" = 'Wrote dir/report.html' ] || fail "report says: $(cat stdout)"
expect 0 report dir --output -
cmp -s stdout dir/report.html || fail 'standard output has another page'
grep -q 'id="occupancy-queues-1"' dir/report.html || fail 'no map of point 1'
expect 0 report dir --points 2 --output two.html
[[ $(grep -o 'id="occupancy-queues-[0-9]*"' two.html) == 'id="occupancy-queues-2"' ]] || fail '--points 2 shows others'
# A report lies in the study's folder, which goes on as before.
expect 0 run small.toml --out dir
grep -q '3 of 3 points done' stdout || fail "the study: $(cat stdout)"

# A search's findings are those of its file, in the first sentences and the first figure.
printf 'ports = [2, 4]\nengine = "fast"\ncycles = 4000\nsearch = "saturation"\nload = "0.2..1 step 0.2"\n
[expect]\nmeasure = "found"\ntheory = "input-saturation"\ntolerance = 0.4\n' >search.toml
expect 0 run search.toml --out search --quiet
expect 0 report search --output search.html --figures found
found=$(sed -n '1s/.*"found":\([0-9.]*\),.*/\1/p' search/searches.jsonl)
grep -q "<li>Load carried: input $found at ports 2, " search.html || fail "no $found in: $(grep '<li>' search.html)"
grep -q '<li>Expectations: 1 ok.' search.html || fail "verdicts: $(grep '<li>' search.html)"
grep -q '<svg ' found/found.svg || fail "no found.svg: $(ls found)"
rm -r search.html found

# Without an index, and with what another program may have written.
rm dir/index.jsonl
expect 0 report dir --output unordered.html
printf '{"point":"x","config":{"switch":"<new>","load":"much"}}\n' >dir/index.jsonl
pages=$(find . -name '*.html' | wc -l)
expect 0 report dir --output strange.html
[ "$(find . -name '*.html' | wc -l)" = $((pages + 1)) ] || fail 'no page of a strange index'

done_testing report_test
