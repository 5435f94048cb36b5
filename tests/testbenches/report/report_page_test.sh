#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The page of `xbarlab report` in a real Chromium: it draws, has no error, asks for nothing, shows texts from outside as texts,
# and its numbers are those of the records. Keys and mouse do what they have to. Usage: report_page_test.sh PROGRAM [long], that
# with all ways in which the page is broken.
# shellcheck source=tests/testbenches/program/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../program/lib.sh"

here=$(cd -- "$OLDPWD" && cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
readonly here guard=3600 # seconds, for what hangs
chromium=$(command -v chromium-headless-shell chromium | head -n 1)
[[ -n $chromium ]] || { echo 'skipped: no chromium-headless-shell here'; exit 77; }
export HOME=$scratch LC_ALL=C

# runs ARGUMENT...: the program, which has to end well
runs() { "$program" "$@" >said 2>&1 || fail "$*: $(cat said)"; }

# browse PAGE WANTED [FLAG...]: open it, and operate it; what check_page.js finds in `found`, what Chromium said in `errors`, its
# requests in `net`
browse() {
  rm -rf profile found errors net
  timeout "$guard" python3 "$here/in_chromium.py" "$1" "$here/check_page.js" "$2" "$chromium" --headless --no-sandbox \
    --disable-gpu --disable-dev-shm-usage --user-data-dir="$scratch/profile" --window-size=1000,900 --log-net-log="$scratch/net" \
    --enable-logging=stderr "${@:3}" >found 2>errors || fail "$1: Chromium: status $?: $(tail -n 3 errors)"
}

# findings: what is wrong with the page that was opened, a line each
findings() {
  sed -n 's/.*CONSOLE[^ ]* "\(.*\)", source: .*/console: \1/p' errors
  grep -q '"constants":' net || echo 'no log of requests'
  grep -oE '"(url|host)":"[^"]*"' net | sed 's/^/request: /' | sort -u
  tail -n 1 found | grep -qx 'page checked' || echo 'the page was not checked'
  grep -v '^page checked$' found
}

# want DIR TITLE GROUND LEAST [NUMBER...]: what check_page.js has to know of a page, on standard output: the export of the study DIR,
# the records of these points, and what else is known of it
want() {
  local folder=$1 title=$2 ground=$3 least=$4 number hash records=''
  shift 4
  runs export "$folder" --jsonl rows.jsonl
  for number in "$@"; do
    hash=$(sed -n "${number}s/.*\"point\":\"\([0-9a-f]*\)\".*/\1/p" "$folder/index.jsonl")
    records+="${records:+,}\"$number\":$(<"$folder/points/$hash/record.json")"
  done
  printf '{"plots":99,"title":%s,"ground":"%s","least":%s,"records":{%s},"rows":[%s]}' "$title" "$ground" "$least" "$records" \
    "$(paste -sd, rows.jsonl)"
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
want study "\"$hostile\"" "$white" 52 5 >first.json
browse first.html first.json
equals 'in light' "$(findings)" ''

# --- bars in all patterns -----------------------------------------------------------------------------------------------

cat >bars.toml <<'TOML'
title = "Bars"
ports = 4
engine = "fast"
switch = "voq"
schedule = ["shift", "pairwise"]
iterations = [1, 2, 3, 4]
depth = [16, 32, 64, 128, 256, 512]
TOML
runs run bars.toml --out bars --quiet
runs report bars --x schedule --output bars.html
grep -q 'class="strokes c2"' bars.html || fail 'no bars with a grid'
want bars '"Bars"' "$white" 96 >bars.json
browse bars.html bars.json
equals 'of bars' "$(findings)" ''

if [[ ${2-} == long ]]; then

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
want seeds '"Seeds"' "$black" 18 >seeds.json
browse seeds.html seeds.json --blink-settings=preferredColorScheme=0
equals 'in dark, of seeds' "$(findings)" ''

# --- what searches found ------------------------------------------------------------------------------------------------

cat >search.toml <<'TOML'
title = "Searches"
engine = "fast"
switch = ["input", "voq"]
ports = [4, 8]
cycles = 4000
search = "saturation"
load = "0.1..1 step 0.1"
TOML
runs run search.toml --out search --quiet
runs report search
cp search/report.html search.html
want search '"Searches"' "$white" 99 | sed 's/"plots":99/"plots":2/' >search.json
browse search.html search.json
equals 'of searches' "$(findings)" ''

fi

# --- what is wrong is found ---------------------------------------------------------------------------------------------

# differs NAME SCRIPT PATTERN [WANTED]: the first page, changed by sed, is not taken for a good one by its first chart, or by those
# of WANTED
sed 's/"plots":99/"plots":1/' first.json >one.json
differs() {
  sed "$2" first.html >broken.html
  cmp -s first.html broken.html && fail "$1: nothing was changed"
  browse broken.html "${4:-one.json}"
  checks=$((checks + 1))
  [[ $(findings) == *$3* ]] || fail "$1 is not found: $(findings)"
}
number=$(grep -oE '<data value="[^"]*">' first.html | head -n 1)
differs 'a wrong number' "0,/$number/s/$number/<data value=\"0.123\">/" 'throughput, row 1: throughput is 0.123 instead of'
differs 'a request, a console error and a blank chart' \
  's/<meta http-equiv[^>]*>//;s/^<\/body>/<img src="http:\/\/localhost:9\/x.png"><script>nobody();<\/script>&/
   s/class="curve"/& data-points=""/' 'nobody is not defined'
[[ $(findings) == *'request: "url":"http://localhost:9/x.png"'* ]] || fail "a request is not found: $(findings)"
[[ $(findings) == *'throughput: 0 values drawn'* ]] || fail "a chart without values is not found: $(findings)"
differs 'a key that does nothing' "s/ArrowRight: .1/ArrowRight: [0/" 'throughput: the right arrow says'
if [[ ${2-} == long ]]; then
  differs 'a request that the page forbids itself' 's/^<\/body>/<img src="http:\/\/localhost:9\/x.png">&/' \
    'violates the following Content Security Policy'
  differs 'a page without a script' "s/^'use strict';/throw 0; &/" "throughput: the focus says ''"
  differs 'a mouse that shows nothing' "s/'mousemove'/'nothing'/" 'throughput: no ring where the mouse is'
  differs 'a mouse that leaves values behind' "s/'mouseleave'/'nothing'/" 'throughput: without a mouse it says'
  differs 'a name that is not clicked' "s/'click', 'keydown'/'keydown'/" 'throughput: a click hides nothing'
  differs 'a blank that hides nothing' "s/event.key !== ' '/true/" "throughput: ' ' leaves true,true"
  differs 'a print without tables' 's/^  details::details-content .*//' 'on paper tables are folded away'
  differs 'a print without names of columns' "s/'beforeprint'/'nothing'/" 'a wide table on paper has no names'
  differs 'controls on paper' 's/^  nav, .said/  .said/' 'controls are on paper'
  differs 'figures larger than half a page' 's/max-height: 92mm/max-height: 200mm/' 'no two of'
  differs 'tables between figures' 's/^  section { display: contents; }//' 'a table is before a figure'
  differs 'axes that stay' 's/if (zero) fit();//' ': the axis ends at' first.json
  differs 'marks that stay' 's/raised(at) - at/0/' ': marks have left their line' first.json
  differs 'values that are not where they are drawn' 's/data-points="[0-9.]*/data-points="333/' \
    'no ring where the first value is drawn'
  differs 'an axis that is not that of its values' 's/\(<text class="end" x="70" y="[0-9.]*">\)1</\11.25</' \
    'throughput: the first value is not at'
fi

done_testing report_page_test
