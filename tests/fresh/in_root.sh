#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# in_root.sh ROOT [VERB ARGS]: fresh.sh's part within the namespaces: mounts what a system has mounted, names the host, and
# runs the commands as a new user. Where ROOT has a trial instead of a checkout, its packages are installed, and it is run.
# Ends with the status of the first one that fails.
set -euo pipefail

readonly root=$1 user=tester name=nowhere.invalid
shift

hostname "$name"
mount --bind "$root" "$root"
cd "$root"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs tmpfs dev
for node in null zero full random urandom tty; do
  : >"dev/$node"
  mount --bind "/dev/$node" "dev/$node"
done
mkdir dev/shm dev/pts
mount -t tmpfs tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd

rm -f etc/resolv.conf
cat /etc/resolv.conf >etc/resolv.conf
echo "$name" >etc/hostname
echo '127.0.0.1 localhost' >etc/hosts
printf '%s ALL=(ALL) NOPASSWD: ALL\n' "$user" >etc/sudoers.d/tester
chroot . useradd --create-home --shell /bin/bash "$user"
if chroot . getent hosts "$name" >/dev/null; then echo "fresh: $name resolves here" >&2; exit 2; fi

# as_user SCRIPT ARGS: by bash
as_user() { chroot . setpriv --reuid "$user" --regid "$user" --init-groups --reset-env bash -c "$1" lab "${@:2}"; }

if [[ -d trial ]]; then
  chroot . apt-get -qq update
  if compgen -G 'trial/*.deb' >/dev/null; then
    chroot . env DEBIAN_FRONTEND=noninteractive bash -c 'apt-get -qq install -y --no-install-recommends /trial/*.deb >/dev/null'
  fi
  as_user /trial/trial.sh
  exit
fi
mv 'a checkout' "home/$user/a checkout"
chroot . chown -R "$user:" "/home/$user/a checkout"

if [[ ${1-} == container ]]; then
  # As the Containerfile has it, and then as a job does.
  mv "home/$user/a checkout" opt/xbarlab
  chroot . /opt/xbarlab/pipeline/container.sh
  cp -r opt/xbarlab/waves/golden opt/xbarlab/examples/quad-switch root
  du -sh opt/xbarlab >&2
  chroot . env -C /root GOLDEN=golden DEVICE=quad-switch/quad_switch.toml CHECK='--ports 4' xbarlab-pipeline
  exit
fi

# lab ARGS: the launcher as the user
lab() {
  printf 'fresh: ./lab %s\n' "$*" >&2
  # shellcheck disable=SC2016  # for the inner shell
  as_user 'cd ~/"a checkout" && exec ./lab "$@"' "$@"
}
if [[ $# == 1 && $1 == course ]]; then
  lab package
  # shellcheck disable=SC2016  # for the inner shell
  as_user 'cd ~/"a checkout" && ./lab course ~/course --instructor tests/labs/instructor --source build/xbarlab_[0-9]*.deb &&
    . tests/labs/lib.sh "$PWD/lab" && mkdir ~/solutions && for one in 1-hol-blocking 2-islip; do submission "$one" ~/solutions/"$one"; done'
  exit
fi
if (($#)); then lab "$@"; exit; fi
lab demo
lab test
