#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A study by a command per chunk: what the command is given, what it may do wrong, interrupts. Usage: exec_test.sh PROGRAM
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/testbenches/program/lib.sh
. "$here/../program/lib.sh"
# shellcheck source=tests/testbenches/cluster/lib.sh
. "$here/lib.sh"

mkdir "it's a place"
cd "it's a place" || exit
cat >small.toml <<'TOML'
engine = "fast"
cycles = 1000
load = [0.3, 0.6]
seeds = 5
topology = ["one-switch(4)", "net.toml"]
TOML
printf '[[switch]]\nname = "s"\nhosts = 4\n' >net.toml
expect 0 run small.toml --out local --quiet

# The words of the chunk's command follow; the slot is one of --jobs.
cat >note.sh <<'SH'
#!/bin/sh
echo "$# $2 $XBARLAB_SLOT" >>"../given"
exec "$@"
SH
chmod +x note.sh
begun=$(executions)
expect 0 run small.toml --out out --on 'exec:nice -n 1 ./note.sh' --jobs 2 --chunk 0.1
says stdout '20 of 20 points done, 0 failed; results in out'
is_whole out local 'a command per chunk'
[ "$(executions)" = $((begun + 20)) ] || fail "$(executions) executions instead of $((begun + 20))"
[ "$(sort -u ../given | tr '\n' ';')" = '3 work 1;3 work 2;' ] || fail "given: $(sort -u ../given)"

# The first commands end without a word, lie, or die with the point in hand.
cat >bad.sh <<'SH'
#!/bin/bash
mkdir -p ../tries
case $(ls ../tries | wc -l) in
  0) touch ../tries/0; exit 1 ;;
  1) touch ../tries/1; exit 0 ;;
  2) touch ../tries/2; "$@"; exit 7 ;;
  3) touch ../tries/3; kill -KILL $$ ;;
esac
exec "$@"
SH
chmod +x bad.sh
begun=$(executions)
expect 0 run small.toml --out bad --on exec:./bad.sh --jobs 1 --chunk 0.1 --quiet
is_whole bad local 'commands that fail'
[ "$(executions)" = $((begun + 20)) ] || fail "commands that fail: $(executions) executions"

# The trials of a benchmark are points, too: the same tables, each trial once. A job that is killed runs again.
bench=(benchmark rfc2889 --ports 4 --engine fast --sizes 64 --resolution 0.1 --trial 2000)
expect 0 "${bench[@]}" --json tables --quiet
begun=$(executions)
rm -r ../tries
expect 0 "${bench[@]}" --out sheets --on exec:./bad.sh --jobs 1 --chunk 5 --quiet
cmp -s sheets/input.json tables || fail 'a benchmark by commands: other tables'
trials=$(find sheets/trials/points -mindepth 1 -maxdepth 1 | wc -l)
[ "$trials" -ge 20 ] || fail "a benchmark by commands: $trials trials"
[ "$(executions)" = $((begun + trials)) ] || fail "a benchmark by commands: $(executions) executions"
[ ! -e sheets/trials/chunks ] || fail 'a benchmark by commands: left chunks'
expect 0 "${bench[@]}" --out sheets
[ "$(executions)" = $((begun + trials)) ] || fail 'a benchmark ran a trial again'
refuses_all "${bench[@]}" <<'END'
--on: 'exec:nice' is not allowed here; allowed: with --out | --on exec:nice
--shard: '1/2' is not allowed here; allowed: in a job of --on | --out sheets --shard 1/2
END

# A worker is killed in the middle.
# Points take longer until there is a worker to be killed.
cycles=10000
victims=()
while ((${#victims[@]} == 0)); do
  cycles=$((10 * cycles))
  rm -rf killed
  begun=$(executions)
  start small.toml --set cycles=$cycles --out killed --on exec:nice --jobs 2 --chunk 1 --quiet
  until_true 'points run' ended_or executed $((begun + 6))
  remember killed
  mapfile -t victims < <(ours '--shard=')
  kill_hard "${victims[@]}"
  ends 0 'a worker killed'
  none_again 'a worker killed'
done
expect 0 run small.toml --set cycles=$cycles --out killed-local --quiet
is_whole killed killed-local 'a worker killed'
expect 0 run small.toml --set cycles=100000 --out whole --quiet

# The runner is killed; another one goes on, here.
begun=$(executions)
start small.toml --set cycles=100000 --out resumed --on exec:nice --jobs 2 --chunk 1 --quiet
until_true 'points run' ended_or executed $((begun + 6))
kill_hard "$run"
wait "$run" 2>/dev/null
remember resumed
expect 0 run small.toml --set cycles=100000 --out resumed --quiet
none_again 'a runner killed'
no_workers() { [ -z "$(ours '--shard=')" ]; }
until_true 'its workers end' no_workers
rm -rf resumed/aside/* # of a worker that outlived the second run
is_whole resumed whole 'a runner killed'

# An interrupt lets the points that run end; a second one does not. Commands from the fourth on wait for the interrupt.
cat >gate.sh <<'SH'
#!/bin/bash
if ! { mkdir gate-1 || mkdir gate-2 || mkdir gate-3; } 2>../nothing; then
  until [ -e ../open ]; do sleep 0.05; done
fi
exec "$@"
SH
chmod +x gate.sh
begun=$(executions)
start small.toml --set cycles=100000 --out once --on exec:./gate.sh --jobs 2 --chunk 5
until_true 'points run' executed $((begun + 3))
kill -INT "$run"
until_true 'the interrupt' says_so 'once more to stop now'
touch ../open
ends 130 'an interrupt'
says stderr 'to resume, repeat the command: ./lab run small.toml ... --out once'
remember once
no_workers || fail 'an interrupt: workers are left'
[ -z "$(ls -A once/aside)" ] || fail "an interrupt: left $(ls -A once/aside)"
expect 0 run small.toml --set cycles=100000 --out once --on exec:nice --quiet
none_again 'an interrupt'
is_whole once whole 'an interrupt'
begun=$(executions)
start small.toml --set cycles=1000000000000 --out twice --on exec:nice --jobs 2
until_true 'points run' executed $((begun + 2))
kill -INT "$run"
until_true 'the first interrupt' says_so 'once more to stop now'
kill -INT "$run"
ends 130 'two interrupts'
until_true 'its workers end' no_workers
[ -z "$(ls -A twice/points)" ] || fail "two interrupts: left $(ls -A twice/points)"

# What never works stops the run, and says what was printed; other sources are seen.
expect 1 run small.toml --out never --on 'exec:echo no such host; false'
says stderr 'a job has been lost 5 times before it began; it has printed: '
says stderr 'no such host'
[ ! -e never/chunks ] || fail 'left never/chunks'

# What is not allowed is one line.
refuses_all run small.toml --out refused <<'END'
--on: 'elsewhere' is not allowed; allowed: local, slurm, exec:COMMAND | --on elsewhere
--on: 'exec:' is not allowed | --on exec:
--chunk: '0' is not allowed; allowed: 0.1..86400 seconds | --on exec:nice --chunk 0
--chunk: '5' is not allowed here; allowed: with --on slurm or --on exec:COMMAND | --chunk 5
END
refuses "--slurm-args: '-p all' is not allowed here; allowed: with --on slurm" run small.toml --out refused --slurm-args '-p all'
refuses "--on: 'exec:nice' is not allowed here; allowed: with --out" run small.toml --on exec:nice
mkdir bin
env_path=$PATH
for tool in env cat grep find sort wc diff; do ln -s "$(command -v $tool)" bin; done
PATH=$PWD/bin
refuses "--on: 'slurm' is not allowed here (sbatch is not installed)" run small.toml --out refused --on slurm
PATH=$env_path
refuses "nothing' is not allowed (No such file or directory); allowed: a file of run --on" work nothing

done_testing exec_test
