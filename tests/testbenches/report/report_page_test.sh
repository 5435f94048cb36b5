#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The page of `xbarlab report` in a real Chromium: it draws, has no error, asks for nothing, shows texts from outside as texts,
# and its numbers are those of the records. Usage: report_page_test.sh PROGRAM
# shellcheck source=tests/testbenches/program/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../program/lib.sh"

here=$(cd -- "$OLDPWD" && cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
readonly here guard=3600 # seconds, for what hangs
chromium=$(command -v chromium-headless-shell chromium | head -n 1)
[[ -n $chromium ]] || { echo 'skipped: no chromium-headless-shell here'; exit 77; }
[[ -f /usr/share/javascript/chart.js/chart.min.js ]] || { echo 'skipped: no Chart.js here'; exit 77; }
export HOME=$scratch LC_ALL=C

# expect WHAT GOT WANT
expect() {
  checks=$((checks + 1))
  [[ $2 == "$3" ]] || fail "$1: '$2' instead of '$3'"
}
# runs ARGUMENT...: the program, which has to end well
runs() { "$program" "$@" >said 2>&1 || fail "$*: $(cat said)"; }

# browse PAGE [FLAG...]: open it; its elements after its scripts are in `dom`, what it said in `errors`, its requests in `net`
browse() {
  rm -rf profile dom errors net
  timeout "$guard" "$chromium" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$scratch/profile" \
    --log-net-log="$scratch/net" --enable-logging=stderr --dump-dom "${@:2}" "file://$scratch/$1" >dom 2>errors </dev/null ||
    fail "$1: Chromium ends with status $?: $(tail -n 3 errors)"
}

# findings: what is wrong with the page that was opened, a line each
findings() {
  sed -n 's/.*CONSOLE[^ ]* "\(.*\)", source: .*/console: \1/p' errors
  grep -q '"constants":' net || echo 'no log of requests'
  grep -oE '"(url|host)":"[^"]*"' net | sed 's/^/request: /' | sort -u
  grep -qx 'page checked' dom || echo 'the page was not checked'
  grep '^page: ' dom
}

# checked PAGE DIR TITLE GROUND LEAST [NUMBER...]: PAGE.checked.html, which checks itself: against the export of the study DIR, the
# records of these points, and what else is known of it
checked() {
  local page=$1 folder=$2 title=$3 ground=$4 least=$5 nonce number hash records=''
  shift 5
  runs export "$folder" --jsonl rows.jsonl
  for number in "$@"; do
    hash=$(sed -n "${number}s/.*\"point\":\"\([0-9a-f]*\)\".*/\1/p" "$folder/index.jsonl")
    records+="${records:+,}\"$number\":$(<"$folder/points/$hash/record.json")"
  done
  nonce=$(sed -n "s/.*script-src 'nonce-\([0-9a-f]*\)'.*/\1/p" "$page")
  {
    sed '/^<\/body>$/,$d' "$page"
    printf '<script nonce="%s" type="application/json" id="wanted">' "$nonce"
    printf '{"title":%s,"ground":"%s","least":%s,"records":{%s},"rows":[%s]}' "$title" "$ground" "$least" "$records" \
      "$(paste -sd, rows.jsonl)" | sed 's/</\\u003c/g'
    printf '</script>\n<script nonce="%s">\n' "$nonce"
    cat "$here/check_page.js"
    printf '</script>\n</body>\n</html>\n'
  } >"${page%.html}.checked.html"
}

# --- a study whose texts are hostile ------------------------------------------------------------------------------------

readonly white='rgb(255, 255, 255)' black='rgb(22, 22, 22)'
readonly hostile='</script><script>window.hostile = 1</script><img src=x onerror=alert(1)>'
goal='"><img onerror=alert(1)>&amp;.goal'
printf 'num_ranks 4\nrank 0 {\na: send 4096b to 1\n}\nrank 1 {\na: recv 4096b from 0\n}\nrank 2 {\n}\nrank 3 {\n}\n' >"$goal"
cat >hostile.toml <<TOML
title = "$hostile"
ports = 4
engine = "fast"
cycles = 8000
[[case]]
switch = ["input", "voq"]
load = [0.2, 0.6]
[[case]]
switch = ["input", "voq"]
load = 1
series = 100
distribution = "latency"
[[case]]
schedule = ["shift", "pairwise", '$scratch/$goal']
switch = ["input", "voq"]
TOML
runs run hostile.toml --out study --quiet
runs report study
[[ $(cat said) == "Wrote study/report.html" ]] || fail "report says: $(cat said)"
cp study/report.html first.html
runs report study --output again.html
cmp -s first.html again.html || fail 'the same records, and another page'
grep -qE "(src|href)=[\"'](https?:)?//" first.html && fail 'the page names an address'
checked first.html study "\"$hostile\"" "$white" 52 5
browse first.checked.html
expect 'in light' "$(findings)" ''

# --- seeds, in dark -----------------------------------------------------------------------------------------------------

cat >seeds.toml <<'TOML'
title = "Seeds"
ports = 4
engine = "fast"
cycles = 1000
load = [0.3, 0.6, 0.9]
seeds = 3
TOML
runs run seeds.toml --out seeds --quiet
runs report seeds
cp seeds/report.html seeds.html
checked seeds.html seeds '"Seeds"' "$black" 18
browse seeds.checked.html --blink-settings=preferredColorScheme=0
expect 'in dark, of seeds' "$(findings)" ''

# --- what is wrong is found ---------------------------------------------------------------------------------------------

# differs NAME SCRIPT PATTERN: the first page, changed by sed, is not taken for a good one
differs() {
  sed "$2" first.checked.html >broken.html
  cmp -s first.checked.html broken.html && fail "$1: nothing was changed"
  browse broken.html
  checks=$((checks + 1))
  [[ $(findings) == *$3* ]] || fail "$1 is not found: $(findings)"
}
number=$(grep -oE '<data value="[^"]*">' first.html | head -n 1)
differs 'a wrong number' "0,/$number/s/$number/<data value=\"0.123\">/" 'throughput, row 1: throughput is 0.123 instead of'
differs 'a request, a console error and a blank chart' \
  's/<meta http-equiv[^>]*>//;s/^<\/body>/<img src="http:\/\/localhost:9\/x.png"><script>nobody();<\/script>&/
   s/"points":\[\[[^]]*\]\(,\[[^]]*\]\)*\]/"points":[]/g' 'nobody is not defined'
[[ $(findings) == *'request: "url":"http://localhost:9/x.png"'* ]] || fail "a request is not found: $(findings)"
[[ $(findings) == *'throughput: 0 values drawn'* ]] || fail "a chart without values is not found: $(findings)"
differs 'a request that the page forbids itself' 's/^<\/body>/<img src="http:\/\/localhost:9\/x.png">&/' \
  'violates the following Content Security Policy'

done_testing report_page_test
