# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A private Slurm of three nodes on this machine: nothing in /etc, no systemd, any user. Sourced after lib.sh.
# shellcheck disable=SC2154,SC2034  # scratch, mark: of that; daemon: for those who source this
PATH=$PATH:/usr/sbin
for tool in munged slurmctld slurmd sbatch; do
  command -v "$tool" >/dev/null || { echo "skipped: no $tool here"; exit 77; }
done
readonly slurm=$scratch/slurm nodes=(n1 n2 n3)
declare -A daemon=() # pids

# with_mark COMMAND...: in the background, away from our standard input and output
with_mark() {
  env "$mark" "$@" </dev/null >>"$slurm/out.log" 2>&1 &
  disown
}
start_controller() {
  with_mark slurmctld -D -i -f "$SLURM_CONF" -L "$slurm/slurmctld.log" "$@"
  daemon[slurmctld]=$!
}
start_node() {
  with_mark slurmd -D -N "$1" -f "$SLURM_CONF" -L "$slurm/slurmd.$1.log"
  daemon[$1]=$!
}

free_port() {
  local port
  while port=$((20000 + RANDOM % 12000)); (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
  echo "$port"
}
all_idle() { [ "$(sinfo -h -N -o '%T' 2>/dev/null | sort | uniq -c | tr -s ' ')" = " ${#nodes[@]} idle" ]; }
socket_is_there() { [ -S "$slurm/munge.sock" ]; }
answers() { squeue -h >/dev/null 2>&1; }
# with_nodes COMMAND...: with all nodes in use again. A controller that is killed before it has written down a task that it has
# started starts it once more, and drains the node that has it.
with_nodes() {
  if sinfo -h -N -o '%T' 2>/dev/null | grep -q drain; then
    scontrol update "NodeName=$(IFS=,; echo "${nodes[*]}")" State=RESUME >/dev/null 2>&1 || true
  fi
  "$@"
}

# configure: slurm.conf for this machine
configure() {
  local name host
  host=$(hostname -s)
  cat <<EOT
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$slurm/munge.sock,cred_expire=5
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=2,bf_interval=2
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=5
KillWait=2
SlurmdParameters=config_overrides
StateSaveLocation=$slurm/state
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.%n.pid
SlurmdSpoolDir=$slurm/spool.%n
EOT
  for name in "${nodes[@]}"; do
    echo "NodeName=$name NodeHostname=$host NodeAddr=127.0.0.1 Port=$(free_port) CPUs=1 State=UNKNOWN"
  done
  echo "PartitionName=all Nodes=$(IFS=,; echo "${nodes[*]}") Default=YES MaxTime=INFINITE State=UP"
}

# start_slurm: all of it, idle
start_slurm() {
  local name address
  mkdir -m 700 "$slurm" "$slurm/state"
  address=$(getent hosts "$(hostname -s)" | head -1)
  if [[ $address != 127.* ]]; then # the name has to be this machine's loopback
    printf '127.0.0.1 %s %s localhost\n' "$(hostname -s)" "$(hostname)" >"$slurm/hosts"
    export LD_PRELOAD=libnss_wrapper.so NSS_WRAPPER_HOSTS=$slurm/hosts
  fi
  head -c 128 /dev/urandom >"$slurm/munge.key"
  chmod 400 "$slurm/munge.key"
  export SLURM_CONF=$slurm/slurm.conf
  configure >"$SLURM_CONF"
  [[ $(slurmctld -V) =~ \ (2[0-2]|23\.02) ]] || # 23.11 on need it, 22.05 refuses it
    echo CgroupPlugin=disabled >"$slurm/cgroup.conf"

  with_mark munged --foreground --force --key-file="$slurm/munge.key" --socket="$slurm/munge.sock" \
    --pid-file="$slurm/munged.pid" --log-file="$slurm/munged.log" --seed-file="$slurm/munged.seed"
  until_true 'munged' socket_is_there
  start_controller -c
  for name in "${nodes[@]}"; do start_node "$name"; done
  until_true 'all nodes idle' all_idle
}

# tasks [SQUEUE_ARGUMENT...]: of studies, in the queue, as JOB_TASK STATE
tasks() { squeue --noheader --array --format '%i %T' "$@" | sort; }

# tasks_of NODE: processes of its jobs: each slurmstepd, which would tell of the end of its task, before what it has started
tasks_of() {
  local pid parent
  for pid in $(ours ''); do
    tr '\0' '\n' 2>/dev/null <"/proc/$pid/environ" | grep -qx "SLURMD_NODENAME=$1" || continue
    parent=$(cut -d' ' -f4 "/proc/$pid/stat")
    if grep -q slurmstepd "/proc/$parent/comm"; then echo "$parent"; fi
    echo "$pid"
  done
}
