#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What the program says to wrong input: exit 2, one line with the value and what is allowed, nothing written;
# a full disk: exit 1, no half file. Usage: cli_test.sh PROGRAM
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../.." && pwd)
# shellcheck source=tests/testbenches/program/lib.sh
. "$root/tests/testbenches/program/lib.sh"

# What is missing is named with its place, and with what may stand there.
refuses 'xbarlab: a verb is required; allowed: run export'
refuses 'completion (xbarlab help says what they do)'
refuses_all <<'END'
xbarlab: device: a verb is required; allowed: new check (xbarlab help device says what they do) | device
xbarlab: list: what is required; allowed: switches traffic schedules topologies | list
xbarlab: completion: shell is required; allowed: bash zsh | completion
xbarlab: diff: got is required; allowed: trace as it is | diff want.txt
xbarlab: lab check: unit is required; allowed: number of the unit | lab check
--output is required; allowed: what xbarlab wave --help lists | wave --ports 4
END

# What values a key takes, config_keys_test knows; here is how they come and what is not of one key.
refuses_all <<'END'
--nonsense | run --nonsense 3
'square-dance' | run --schedule square-dance
'x' | run --ports x
'-0.1' | run --load=-0.1
'9..3' | run --packet 9..3
'20' | run --depth 20 --packet 21 --forwarding store-and-forward
'100' | run --depth 100 --cluster tam-416 --schedule shift --forwarding store-and-forward
'drop' | run --schedule shift --flow drop
'4' | run --send-window 4
'2MB' | run --schedule shift --memory 1MB --system-memory 2MB
'elsewhere' | run --cluster elsewhere --schedule shift
'cycles' | run --set cycles
'cheese' | list cheese
'rfc1149' is not allowed; allowed: rfc2544 rfc2889 rfc8239 hol lag ai-fabric all | benchmark rfc1149
topology: 'k-ring' is not allowed; allowed: with ai-fabric | benchmark hol --topology k-ring
--data: '1MiB,64kB' | benchmark ai-fabric --data 1MiB,64kB
--gap: '20' is not allowed; allowed: with rfc2544 | benchmark ai-fabric --gap 20
--flow: 'cbfc' is not allowed; allowed: with ai-fabric | benchmark rfc2889 --flow cbfc
--flow: '0:drop,1:pfc' is not allowed; allowed: with ai-fabric | benchmark rfc2544 --flow 0:drop,1:pfc --classes 2
'meshed' | benchmark rfc2544 --test meshed
'token-ring' | benchmark hol --switch token-ring
'0.6' | benchmark hol --resolution 0.6
'1001' | benchmark hol --gap 1001
'0' | benchmark hol --clock 0
'1/2' is not allowed here; allowed: in a job of --on | benchmark hol --shard 1/2
'999' | benchmark hol --trial 999
'0' | benchmark hol --jobs 0
'4' | benchmark all --depth 4 --out sheets
'random' | benchmark hol --switch voq --arbiter random
--load | benchmark hol --load 0.5
'--switch', the nearest | run --swich voq
'run', the nearest | rum --ports 2
'-1' | run --ports 2 --trace x.fst --trace-from -1
'18446744073709551616' | run --ports 2 --trace x.fst --trace-cycles 18446744073709551616
'0' | run --ports 2 --trace x.fst --trace-cycles 0
schedule: 'ls2' is not allowed here; allowed: with a topology of 2 switches | run --schedule ls2
--trace-from: '5' is not allowed here | run --ports 2 --trace-from 5
--trace-cycles: '5' is not allowed here | run --ports 2 --trace-cycles 5
--trace-switch: 's1' is not allowed here | run --ports 2 --trace-switch s1
--series-file: 'x.csv' is not allowed here | run --ports 2 --series-file x.csv
--series-file: './x.json' | run --ports 2 --series 10 --json x.json --series-file ./x.json
--trace: './x.fst' | run --ports 2 --cycles 100 --json x.fst --trace ./x.fst
--out: '' | benchmark all --out ''
run: '' | run ''
--json: '' | run --ports 2 --json ''
--trace: '' | run --ports 2 --trace ''
--trace: 'x.vcd' is not allowed; allowed: a name that ends in .fst | run --ports 2 --trace x.vcd
--line-trace: '-' is not allowed; allowed: a file: --json is on standard output | run --ports 2 --json - --line-trace -
--json: '' | topology ring(4) --json ''
--output: '' | schedule shift --output ''
--tables: '' | schedule liquid --paths choose --tables ''
--json: '' | diff a.vcd b.vcd --json ''
--trace-switch: '' | run --ports 2 --trace x.fst --trace-switch ''
--series-file: '' | run --ports 2 --series 10 --series-file ''
END
refuses "'tw\\no'" run --switch $'tw\no'

# A file that cannot be looked at, or is none.
ln -s loop.toml loop.toml
mkdir folder.toml
long=$(printf 'x%.0s' {1..300}).toml
refuses_all run <<END
is not allowed ( | loop.toml
is not allowed ( | --schedule shift --cluster loop.toml
is not allowed ( | folder.toml
is not allowed ( | $long
is not allowed ( | --schedule folder.toml/x.goal
END
if [ "$(id -u)" != 0 ]; then
  printf 'ports = 2\n' >closed.toml
  chmod 000 closed.toml
  refuses "(Permission denied)" run closed.toml
fi
printf 'num_ranks 512\n' >many.goal
refuses "512 ranks; allowed: at most 64" run --schedule many.goal --ports 64

# What checks across keys find wrong in a file is named with file and line.
printf 'schedule = "shift"\nflow = "drop"\n' >across.toml
refuses_all <<'END'
across.toml:2:8: flow: 'drop' | run across.toml
no-such.toml | run no-such.toml
missing-folder/x.json | run --ports 2 --cycles 100 --json missing-folder/x.json
missing-folder/x.fst | run --ports 2 --cycles 100 --trace missing-folder/x.fst
'mismatch' | run --ports 2 --cycles 100 --trace x.fst --trace-on mismatch
'lag>3' | run --ports 2 --cycles 100 --trace x.fst --trace-on lag>3
'higher-class' | run --ports 2 --cycles 100 --trace x.fst --trace-on higher-class
'waiting>9' | run --ports 2 --cycles 100 --flow drop --trace x.fst --trace-on waiting>9
'hops' | run --ports 2 --cycles 100 --trace x.fst --trace-on hops
--trace-before | run --ports 2 --cycles 100 --trace x.fst --trace-before 3
--trace-from | run --ports 2 --cycles 100 --trace x.fst --trace-on hol --trace-from 3
--trace-on | run --ports 2 --cycles 100 --trace-on hol
missing-folder/x.fst | wave --ports 2 --cycles 100 --output missing-folder/x
--output | wave --ports 2 --cycles 100 --output ''
2 points | wave --set ports=2,3 --cycles 100 --output x
'x.fst' | wave --ports 2 --cycles 100 --output x --line-trace x.fst
'x.gtkw' | wave --ports 2 --cycles 100 --output x --line-trace x.gtkw
END
refuses "'x\\nb'" wave --ports 2 --cycles 100 --output $'x\nb'
for name in . .. - some/ some/. /dev/stdout; do
  refuses "--output: '$name' is not allowed" wave --ports 2 --cycles 100 --output "$name"
done

printf 'num_ranks 2\nrank 0 {\nl1: send 8b to 1\n}\n' >unmatched.goal
printf 'num_ranks 9\n' >nine.goal
refuses_all <<'END'
'square-dance' | schedule square-dance
no-such.goal | schedule no-such.goal
no-such.goal | run --schedule no-such.goal
--load | schedule shift --load 1
'65' | schedule shift --ports 65
missing-folder/x.goal | schedule shift --output missing-folder/x.goal
unmatched.goal:3: no receive for this send | schedule unmatched.goal --check
--ports: not allowed with a .goal file | schedule unmatched.goal --ports 2
'8' | run --schedule nine.goal --ports 8
END

# Networks of switches.
printf '[[switch]]\nname = "a"\nhosts = 2\ndepth = 1\n' >shallow.toml
printf '[[switch]]\nname = "a"\nhosts = 2\nload = 1\n' >foreign.toml
printf '[[switch]]\nname = "a"\nhosts = 2\nspeedup = 2\n' >sped.toml
two=$(printf '[[switch]]\nname = "%s"\nhosts = 2\n' a b)
echo "$two" >apart.toml
printf '%s\n' "$two" '[[link]]' 'between = ["a", "b"]' 'cables = 63' >many.toml
{
  printf '%s\n' 'routing = "given"' "$two"
  printf '[[switch]]\nname = "c"\nhosts = 2\n'
  printf '[[link]]\nbetween = ["%s", "%s"]\n' a b b c c a
  printf '[[route]]\nat = "%s"\nto = "c"\nby = "%s"\n' a b b a
} >circle.toml
sed '/^at = "b"/,$s/"a"/"b"/' circle.toml >nowhere.toml
printf 'load = 0.5\ntopology = "fat-tree(3)"\n' >odd.toml
refuses_all <<'END'
no-such.toml | topology no-such.toml
missing-folder/x.dot | topology k-ring --dot missing-folder/x.dot
shallow.toml:4:9: depth: '1' | topology shallow.toml
foreign.toml:4:8: unknown key 'load' | topology foreign.toml
sped.toml:4:11: unknown key 'speedup' | topology sped.toml
sped.toml:4:11: unknown key 'speedup' | run --topology sped.toml
apart.toml:4: no cables lead from switch a to switch b | run --topology apart.toml
many.toml:1: switch a has 65 ports; allowed: at most 64 | run --topology many.toml
circle.toml:17: route: packets for c come back to a; allowed: | run --topology circle.toml
nowhere.toml:21: no cable leads from switch b to switch b; allowed: its neighbours | run --topology nowhere.toml
odd.toml:2:12: topology: ports of a switch '3' is not allowed | run odd.toml
9 ranks; allowed: at most 8 | run --schedule nine.goal --topology mesh(2,2,2)
END
printf 'routing = "shortest"\n' >ring.toml
"$program" topology "torus(5,1)" | grep -v routing >>ring.toml
refuses "its channels can wait for each other for ever: s0 -> s1" run --topology ring.toml
{ "$program" topology "irregular(10,128,7)" >drawn.toml && "$program" topology drawn.toml | cmp -s - drawn.toml; } ||
  fail "a topology is not read back as it was written"
"$program" topology "torus(4,1)" --json - | grep -q '"channel_cycle":null' || fail "up*/down* has a cycle of channels"
printf '[[switch]]\nname = "%s"\nhosts = 2\nswitch = "shared"\nforwarding = "store-and-forward"\n' a b >pools.toml
printf '[[link]]\nbetween = ["a", "b"]\n' >>pools.toml
"$program" topology pools.toml --json - | grep -qF '"channel_cycle":"a -> b, b -> a"' || fail "two shared memories: no cycle"
sed -i 's/store-and-forward/cut-through/' pools.toml
"$program" topology pools.toml --json - | grep -q '"channel_cycle":null' || fail "two memories cut through: a cycle"
(PATH=/nowhere "$program" topology k-ring --svg k.svg) 2>stderr && fail "a drawing without dot"
says stderr "needs Graphviz"

# Liquid schedules: steps as text, as JSON and as GOAL, and on the network.
refuses_all <<'END'
transfers: '0>0' is not allowed: nothing for another host | run --schedule liquid --transfers 0>0
transfers: 'none.csv' is not allowed | schedule liquid --transfers none.csv
transfers: '0>1' is not allowed here | run --schedule shift --transfers 0>1
step-time: '1us' is not allowed here | run --schedule liquid --step-time 1us
--time-limit: '60' is not allowed; allowed: a time above 0 | schedule liquid --time-limit 60
--json: 'x.json' is not allowed with shift | schedule shift --json x.json
--ranks: '0..3' is not allowed here; allowed: with --teams | topology k-ring --ranks 0..3
--json: 'x' is not allowed; allowed: a file other than --output 'x' | schedule liquid --json x --output x
--time-limit: '1s' is not allowed with greedy-steps | schedule greedy-steps --time-limit 1s
missing-folder/x.goal: cannot be written | schedule liquid --ports 4 --json x.json --output missing-folder/x.goal
step-search: 'dsatur' is not allowed here | run --step-search dsatur
step-search: 'graph' is not allowed here; allowed: for all points | run --schedule liquid --set step-search=graph,none
time-limit: '0s' is not allowed | run --schedule liquid --step-search tabu --time-limit 0s
--trace: 'x.fst' is not allowed with step-search tabu | run --schedule liquid --step-search tabu --trace x.fst
step-time: '1ps' is not allowed | run --schedule liquid --step-end time --step-time 1ps
END
gives 0 "6 steps, liquid: by these paths no schedule is shorter" schedule liquid --topology "two-switches(3,2)"
grep -q "is shorter$" stdout || fail "schedule liquid: $(cat stdout)"
expect 0 schedule liquid --topology "two-switches(3,2)" --json - --time-limit 60s
for part in '"transfers":25,"lambda":6,' '"bottlenecks":["s0 -> s1","s1 -> s0"]' '"verdict":"liquid","length":6,"lower_bound":6,'; do
  says stdout "$part"
done
# Nothing of a search's speed is in its JSON, so that it is the same each time; where it was long, it is on stderr.
expect 0 schedule liquid --topology k-ring --json once.json
grep -q "^CPU time of the search: [0-9.]* s$" stderr || fail "steps as JSON: no CPU time: $(cat stderr)"
expect 0 schedule liquid --topology k-ring --json again.json
check cmp once.json again.json
! grep -q seconds once.json || fail "steps as JSON: seconds in $(cat once.json)"
expect 0 schedule liquid --topology "two-switches(3,2)" --output five-liquid.goal
gives 0 "20 sends, 20 receives" schedule five-liquid.goal --check
expect 0 schedule liquid --topology "two-switches(3,2)" --teams teams --simultaneities -
[ "$(tail -1 teams)" = "# 72 full teams" ] || fail "teams: $(tail -1 teams)"
[ "$(sort -u teams | wc -l)" = 73 ] || fail "teams: not 72 different ones"
[ "$(tail -1 stdout)" = "# 84 full simultaneities" ] || fail "simultaneities: $(tail -1 stdout)"
expect 0 schedule liquid --topology k-ring --teams - --time-limit 10ms
tail -1 stdout | grep -q "so far; the time is over$" || fail "teams in 10 ms: $(tail -1 stdout)"
refuses_all schedule <<'END'
at most | liquid --topology irregular(20,256,1) --teams -
--teams: '-' is not allowed with shift | shift --teams -
--proof: 'k' is not allowed: there is nothing to prove | liquid --topology k-ring --proof k
END

# A ring of five switches, five transfers over two cables each: two steps are not enough.
cp "$root/experiments/topologies/ring-of-five.toml" ring5.toml
five=(--topology ring5.toml --deadlock allow --transfers "0>2;1>3;2>4;3>0;4>1")
gives 0 '"verdict":"none","length":3,"lower_bound":3,' schedule liquid "${five[@]}" --proof five --json -
{ head -1 five.cnf | grep -q "^p cnf 10 " && [ -s five.drat ]; } || fail "no liquid schedule: no proof"
gives 0 "3 steps, not liquid: proved that by these paths at least 3 steps are needed" schedule liquid "${five[@]}"
refuses "missing-folder/x.goal: cannot be written" schedule liquid "${five[@]}" --proof ring --output missing-folder/x.goal
(PATH=/nowhere "$program" topology k-ring --teams k.svg) 2>stderr && fail "steps on a network without Graphviz"
says stderr "needs Graphviz's neato"
[ ! -e k.svg ] || fail "steps on a network without Graphviz: left k.svg"
if command -v neato >/dev/null; then
  expect 0 topology "two-switches(3,2)" --teams k.svg
  [ "$(grep -c "class=\"cap\"" k.svg)" = 7 ] || fail "steps on a network: not loads and 6 steps"
  [ "$(grep -o "class=\"t\" stroke=\"hsl" k.svg | wc -l)" = 25 ] || fail "steps on a network: not 25 transfers"
  says k.svg "Lambda 6"
fi

# A ring of four: by another legal path a step less. The tables are read again, and run.
ring4=(--topology "$root/experiments/topologies/ring-of-four.toml" --transfers "0>1;3>1;3>2")
gives 0 "3 steps, not liquid: proved that by these paths at least 3 steps are needed" schedule liquid "${ring4[@]}"
gives 0 "2 steps, liquid: by these paths no schedule is shorter, nor by any legal ones" \
  schedule liquid "${ring4[@]}" --paths choose --tables chosen4.toml
says stdout "by any legal paths at least 2: none are better"
grep -v '^#' "$root/experiments/topologies/ring-of-four-chosen.toml" | cmp -s - chosen4.toml ||
  fail "experiments/topologies/ring-of-four-chosen.toml: not the paths that are chosen: $(cat chosen4.toml)"
run4=(--transfers "0>1;3>1;3>2" --schedule liquid --step-end time --packet 16 --packets-per-message 10 --engine fast)
for ring in "${ring4[1]} 482" "chosen4.toml 323"; do
  gives 0 "(${ring##* } cycles)" run --topology "${ring% *}" "${run4[@]}"
done
expect 0 schedule liquid --topology "irregular(8,48,1)" --paths choose --tables irregular.toml --json -
for part in '"lambda":287,' '"verdict":"liquid","length":287,' '"paths":{"busiest_given":324,"busiest_chosen":287,"least":287}'; do
  says stdout "$part"
done
gives 0 '"lambda":287,' schedule liquid --topology irregular.toml --json -
"$program" topology irregular.toml --json - | grep -q '"channel_cycle":null' || fail "chosen paths: a cycle of channels"
refuses_all <<'END'
--paths: 'all' is not allowed; allowed: given, choose | schedule liquid --paths all
--paths: 'choose' is not allowed with shift | schedule shift --paths choose
--paths: 'choose' is not allowed with --teams | schedule liquid --paths choose --teams x
--paths: 'choose' is not allowed with liquid --check | schedule liquid --paths choose --check
--tables: 'x' is not allowed here; allowed: with --paths choose | schedule liquid --tables x
--tables: 'x' is not allowed; allowed: a file other than --json 'x' | schedule liquid --paths choose --tables x --json x
END

# A schedule is written whole, read again, and counted.
expect 0 schedule combining --ports 5 --output five.goal
[ ! -s stdout ] || fail "schedule --output: wrote to standard output"
"$program" schedule five.goal 2>&1 | cmp -s - five.goal || fail "schedule: what is written is not what is read"
expect 0 schedule five.goal --check
grep -q "operations .*30 (15 sends, 15 receives" stdout || fail "schedule --check: $(cat stdout)"
grep -q "longest chain .*3 messages" stdout || fail "schedule --check: $(cat stdout)"

# Each schedule is listed with its paper, its time, its steps and what it stresses.
expect 0 list schedules
for what in steps time paper stresses; do
  [ "$(grep -c "^ *$what  " stdout)" = "$(grep -c '^  [a-z]' stdout)" ] || fail "list schedules: not all have '$what'"
done

# A wrong key in a file is named with file and line, and is found before anything runs.
printf 'ports = 2\nload = [0.5, 1.5]\n' >two.toml
refuses "two.toml:2:14: load: '1.5'" run two.toml --json out.json

# What is read is not written over, by whatever name.
printf 'ports = 2\ncycles = 100\nengine = "fast"\n' >experiment.toml
ln -s experiment.toml link.toml
mkdir -p sub
printf 'clock-period = "10ns"\n' >mine.toml
printf '100 1\n' >sizes.txt
printf '[device]\ntop = "t"\nfiles = "t.v"\n[in]\ntvalid = "a"\ntdata = "b"\ntlast = "c"\n' >device.toml
printf '[out]\ntvalid = "d"\ntdata = "e"\ntlast = "f"\n' >>device.toml
mkdir -p rtl
echo 'module t; endmodule' | tee t.v >rtl/xb_rr_arbiter.sv
refuses_all run <<END
--json: 'experiment.toml' is not allowed | experiment.toml --json experiment.toml
--json: './experiment.toml' is not allowed | experiment.toml --json ./experiment.toml
--json: 'sub/../experiment.toml' is not allowed | experiment.toml --json sub/../experiment.toml
--json: '$scratch/link.toml' is not allowed | experiment.toml --json $scratch/link.toml
a file other than the experiment | link.toml --json experiment.toml
--trace | experiment.toml --trace experiment.toml --set engine=rtl
a file other than the schedule | --schedule five.goal --ports 5 --json five.goal
a file other than the cluster | --schedule shift --ports 2 --cluster mine.toml --json mine.toml
a file other than the flow-sizes | --flow-sizes sizes.txt --json sizes.txt
a file other than the device | --ports 2 --device device.toml --json device.toml
a file other than the device | --ports 2 --device device.toml --json t.v
a file other than the RTL | --ports 2 --rtl rtl --engine rtl --json rtl/xb_rr_arbiter.sv
END
says experiment.toml 'cycles = 100'

# Devices, pipes and the standard output by its name are written as they are.
record() { "$program" run experiment.toml --json "$1" 2>stderr || fail "--json $1: exit $?: $(cat stderr)"; }
record /dev/null >stdout
[ -c /dev/null ] || fail "--json /dev/null: no device any more"
mkfifo pipe
cat pipe >piped &
record pipe >stdout
wait $!
grep -q '^{"schema"' piped || fail "--json to a pipe: $(cat piped)"
[ -p pipe ] || fail "--json to a pipe: no pipe any more"
if [ -L /dev/stdout ]; then
  record /dev/stdout | cat >both
  grep -q '^{"schema"' both || fail "--json /dev/stdout to a pipe: $(cat both)"
  record /dev/stdout >both
  for line in '^{"schema"' 'throughput  '; do grep -q "$line" both || fail "--json /dev/stdout to a file: $(cat both)"; done
  [ -L /dev/stdout ] || fail "--json /dev/stdout: no link any more"
fi

# A failed expectation shows the table and the point, keeps the record, and ends with 1.
printf 'load = [0.2, 0.5]\ncycles = 20000\nengine = "fast"\n[expect]\nmeasure = "throughput"\ntolerance = "5 %%"\nvalues = [0.2, 0.6]\n' >expect.toml
expect 1 run expect.toml --json out.json
{ grep -q "failed expectation" stderr && grep -q "point 2: throughput is 0.[0-9]*, expected 0.6" stderr; } || fail "expect.toml: $(cat stderr)"
{ grep -q "FAIL" stdout && grep -q "deviation" stdout; } || fail "expect.toml: no verdict in the table"
expect 1 run expect.toml --json -
says stderr "failed expectation"
{ [ "$(grep -c '^{.*}$' stdout)" = 2 ] && [ "$(wc -l <stdout)" = 2 ]; } || fail "expect.toml --json -: not two records only"
{ grep -q '"ok":true' out.json && grep -q '"ok":false' out.json; } || fail "expect.toml: no verdicts in the record"
expect 0 run expect.toml --set load=0.2
rm -f out.json

# --json - writes records and nothing else; the record has the names that users rely on.
expect 0 run --ports 2 --cycles 2000 --set load=0.2,0.4 --json -
[ "$(wc -l <stdout)" = 2 ] || fail "--json -: $(wc -l <stdout) lines, expected 2"
for name in schema config version result cycles measured_cycles offered_load throughput throughput_ci95 \
  offered_packets delivered_packets lost_packets loss latency p999 queueing hol blocked_fraction hol_fraction \
  idle_with_work blame victims occupancy per_queue completion_cycles completion_seconds bandwidth_per_node \
  predicted_seconds cpu_seconds cycles_per_cpu_second; do
  says stdout "\"$name\":"
done

# The same seed gives the same bytes but for the times that were measured.
strip() { sed -E 's/"cpu_seconds":[^,}]*//; s/"cycles_per_cpu_second":[^,}]*//'; }
"$program" run --ports 2 --cycles 2000 --seed 5 --json - 2>/dev/null | strip >one
"$program" run --ports 2 --cycles 2000 --seed 5 --json - 2>/dev/null | strip >two
"$program" run --ports 2 --cycles 2000 --seed 6 --json - 2>/dev/null | strip >three
check cmp one two
cmp -s one three && fail "other seed, same result"

# A byte order mark is no part of a GOAL text.
(printf '\xef\xbb\xbf'; cat five.goal) >marked.goal
"$program" schedule marked.goal 2>&1 | cmp -s - five.goal || fail "a byte order mark: $("$program" schedule marked.goal 2>&1 | head -n 1)"

# A cluster's file is looked for beside the experiment that names it.
mkdir -p beside
printf 'schedule = "shift"\nports = 2\ncluster = "mine.toml"\n' >beside/exchange.toml
refuses "'beside/mine.toml' is not allowed (No such file or directory)" run beside/exchange.toml

# Standard output that is full or closed.
for verb in "run --ports 2 --cycles 100 --engine fast" "list switches" "list measures" "run --help"; do
  checks=$((checks + 1))
  for output in /dev/full closed; do
    status=0
    # shellcheck disable=SC2086  # words
    if [ $output = closed ]; then "$program" $verb >&- 2>stderr || status=$?; else "$program" $verb >$output 2>stderr || status=$?; fi
    [ "$status" = 1 ] || fail "$verb to a standard output that is $output: exit $status, expected 1"
    says stderr "standard output: cannot be written"
  done
done

# A full disk: exit 1, one line, no half file. /dev/full is a disk without room; a small file system is tried
# where we may mount one, a limit on the file size stands in for it elsewhere.
expect 1 run --ports 2 --cycles 100 --json /dev/full
says stderr "/dev/full: cannot be written"

mkdir small
if mount -t tmpfs -o size=16k tmpfs small 2>/dev/null; then
  trap 'umount "$scratch/small"; rm -rf "$scratch"' EXIT
  for ballast in "16k --json" "16k --trace" "4k --trace"; do
    option=${ballast#* }
    head -c "${ballast% *}" /dev/zero >small/ballast
    expect 1 run --ports 2 --cycles 20000 "$option" small/result
    [ "$(ls -A small)" = ballast ] || fail "full disk with $option: left $(ls small)"
  done
  for engine in fast lockstep; do # the latter writes in a child process
    expect 1 run --ports 2 --cycles 20000 --engine "$engine" --line-trace small/result
    [ "$(ls -A small)" = ballast ] || fail "full disk with --line-trace on $engine: left $(ls small)"
  done
  head -c 12k /dev/zero >small/ballast
  for folder in small/mine small/there; do
    [ "$folder" = small/mine ] || mkdir "$folder"
    "$program" lab start 1 "$folder" >stdout 2>stderr && fail "full disk: lab start was done"
    says stderr 'No space left'
    [ -z "$(find small/* -mindepth 1)" ] || fail "full disk: lab start left $(find small)"
    [ ! -e small/mine ] || fail "full disk: lab start left small/mine"
  done
else
  echo "no file system may be mounted here: a full disk is tried with /dev/full only"
fi

# Benchmarks: JSON alone on standard output, data sheets side by side; the same with any number of processes.
tested=(benchmark rfc2889 --switch input --switch voq --ports 4 --engine fast --sizes 64 --resolution 0.1 --trial 2000)
expect 0 "${tested[@]}" --json - --jobs 1
mv stdout records
[ "$(grep -c '^{"schema":1,"benchmark":"rfc2889 ' records)" = 16 ] || fail "benchmark: not 16 tables in $(cut -c1-80 records)"
[ "$(wc -l <records)" = 16 ] || fail "benchmark --json -: other lines"
expect 0 "${tested[@]}" --out sheets --jobs 2
equals "benchmark --out" "$(ls sheets)" "$(printf '%s\n' README.md input.json input.md trials voq.json voq.md)"
cat sheets/input.json sheets/voq.json | cmp -s - records || fail "benchmark: other tables with two processes"
says sheets/README.md '| [input](input.md) | [voq](voq.md) |'
# 2048 beats a port, of whatever says how many there are.
gives 0 "depth 8192 beats" benchmark ai-fabric --switch shared --topology "one-switch(4)" --engine fast --test incast \
  --data 1KiB --jobs 1
gives 0 '"rows":[{"bytes":65536,' benchmark ai-fabric --switch input --ports 3 --width 512 --engine fast --test incast \
  --quick --jobs 1 --json -

done_testing cli_test
