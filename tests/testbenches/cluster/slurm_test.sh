#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A study on a private Slurm, of which tasks, the controller and the runner are killed: the same bytes as of a local run, and no
# finished point runs again. With `nodes`, a node is killed: Slurm takes half a minute to see it.
# Usage: slurm_test.sh PROGRAM [nodes]
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/testbenches/program/lib.sh
. "$here/../program/lib.sh"
# shellcheck source=tests/testbenches/cluster/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/testbenches/cluster/slurm.sh
. "$here/slurm.sh"
start_slurm

mkdir 'a 100% place'
cd 'a 100% place' || exit
cat >study.toml <<'TOML'
engine = "fast"
ports = 4
cycles = 100000
load = [0.3, 0.6, 0.9]
seeds = 40
TOML
study=(study.toml --on slurm --chunk 0.3)
expect 0 run study.toml --out local --quiet

queue_is_empty() { [ -z "$(tasks)" ]; }
has_waiting() { tasks --states=PENDING | grep -q .; }
# victims_of COMMAND...: takes the processes that it names; whether there are any
victims_of() {
  mapfile -t victims < <("$@")
  ((${#victims[@]} > 0))
}
# more NUMBER [COMMAND]: wait until so many more points have begun since `remember`; COMMAND asks for it
more() {
  until_true "$1 more points" ended_or "${@:2}" executed $((begun + $1))
  ! gone "$run" || fail "the study has ended before it was disturbed: $(cat stderr)"
}
# as_ever WHAT: `run` ends with the result of the local run
as_ever() {
  ends 0 "$1"
  is_whole out local "$1"
  none_again "$1"
}

if [ "${2-}" = nodes ]; then
  begun=$(executions)
  start "${study[@]}" --out out
  more 5
  remember out
  node=n1
  until_true 'tasks of the node' ended_or victims_of tasks_of "$node"
  kill_hard "${daemon[$node]}" "${victims[@]}"
  as_ever 'a node killed'
  done_testing 'slurm_test nodes'
  exit
fi

# --- undisturbed: each point once, then none ------------------------------------------------------------------------------

sed 's/seeds = 40/seeds = 5/; s/100000/1000/' study.toml >small.toml
expect 0 run small.toml --out small-local --quiet
begun=$(executions)
expect 0 run small.toml --on slurm --out small
says stdout '15 of 15 points done, 0 failed; results in small'
is_whole small small-local 'undisturbed'
[ "$(executions)" = $((begun + 15)) ] || fail "$(executions) executions instead of $((begun + 15))"
grep -q '"chunk": "xb-' small/points/*/provenance.json || fail 'provenance does not name the chunk'
grep -q '"cpu_seconds": ' small/points/*/provenance.json || fail 'provenance has no CPU time'
expect 0 run small.toml --on slurm --out small --quiet
[ -z "$(cat stdout stderr)" ] || fail "--quiet said something: $(cat stdout stderr)"
[ "$(executions)" = $((begun + 15)) ] || fail 'a finished point ran again'

# --- disturbed, one after the other ---------------------------------------------------------------------------------------

begun=$(executions)
start "${study[@]}" --out out
more 5

remember out # tasks are killed
until_true 'tasks to kill' ended_or victims_of ours '--shard='
kill_hard "${victims[@]}"
more 5

remember out # the controller is killed, and remembers
kill_hard "${daemon[slurmctld]}"
start_controller
until_true 'the controller answers' answers
none_again 'tasks killed'
more 5 with_nodes

remember out # it is killed, and has forgotten all
kill_hard "${daemon[slurmctld]}"
echo FirstJobId=1000 >>"$SLURM_CONF" # a node that is given a number which still runs there is drained
start_controller -c
until_true 'the controller answers' answers
none_again 'the controller killed'
more 5

remember out # tasks are held
until_true 'tasks wait' ended_or has_waiting
scontrol hold "$(tasks --states=PENDING | cut -d' ' -f1 | paste -sd,)"
none_again 'the controller without memory'
more 5

remember out # the runner is killed: what it has left in the queue is taken over
kill_hard "$run"
wait "$run" 2>/dev/null
none_again 'tasks held'
start "${study[@]}" --out out
more 5

remember out # an interrupt
kill -INT "$run"
ends 130 'an interrupt'
says stderr 'interrupted: waiting for the points that run'
says stderr 'to resume, repeat the command: ./lab run study.toml ... --out out'
until_true 'an empty queue' queue_is_empty
none_again 'an interrupt'

start "${study[@]}" --out out
as_ever 'the rest'

# --- the end at once -----------------------------------------------------------------------------------------------------

begun=$(executions)
start small.toml --set cycles=1000000000000 --on slurm --out endless
more 3
kill -INT "$run"
until_true 'the first interrupt' says_so 'once more to stop now'
kill -INT "$run"
ends 130 'two interrupts'
until_true 'an empty queue' queue_is_empty
is_empty 'two interrupts' endless/aside endless/points

# --- what is refused ------------------------------------------------------------------------------------------------------

expect 1 run small.toml --on slurm --slurm-args '--partition=nowhere' --out refused
says stderr 'Slurm refuses: sbatch: error: '
says stderr 'invalid partition specified: nowhere'
queue_is_empty || fail "refused jobs are in the queue: $(tasks)"
[ ! -e refused/chunks ] || fail 'left refused/chunks'

done_testing slurm_test
