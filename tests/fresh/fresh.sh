#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the README's commands where nothing is installed: in a new minimal root of a Debian release, as a user who may sudo,
# in a clone of HEAD whose path has a space, on a host name that nothing resolves, without a terminal. Usage, as root:
#
#     fresh.sh RELEASE [VERB ARGS]      ./lab VERB ARGS; without, ./lab demo and then ./lab test
#     fresh.sh RELEASE container        as root what the Containerfile runs, and then a job
#
# VERB package: what came of it is then installed in another new root, without the checkout and what builds it, and tried
# there (package_trial.sh); the packages are left in build/fresh-RELEASE. VERB course: the same with what is handed out
# (course_trial.sh).
#
# Mounts are made in a mount namespace of their own (in_root.sh), so that none is left and nothing is deleted through one.
# The root goes away at the end; the base system is kept for the next time.
#
# Exit status: that of the command that failed; 2 if the root could not be made.
# Environment: XBARLAB_MIRROR  where packages come from (http://deb.debian.org/debian)
#              TMPDIR          where the root is made (/var/tmp); it takes about 3 GB
#              XDG_CACHE_HOME  where base systems are kept, in xbarlab/ (~/.cache)
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
readonly here release=$1 checkout=$here/../..
readonly mirror=${XBARLAB_MIRROR:-http://deb.debian.org/debian} cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/xbarlab
shift

say() { printf 'fresh: %s\n' "$*" >&2; }
die() { say "$@"; exit 2; }

work='' child=''
# clean_up: end what runs in the namespaces, and with it their mounts; only then delete
# shellcheck disable=SC2317  # a trap calls it
clean_up() {
  if [[ -n $child ]]; then
    kill -KILL "$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
  fi
  [[ -z $work ]] || rm -rf --one-file-system "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# apart COMMAND...: run it in namespaces of its own, which end with it; without a terminal, and so that signals reach us meanwhile
apart() {
  local status=0
  setsid unshare --mount --uts --pid --mount-proc --fork --kill-child --propagation private "$@" </dev/null &
  child=$!
  wait "$child" || status=$?
  child=''
  return "$status"
}

# git_here ARGS: git in this checkout, whose owner need not be root
git_here() { git -c safe.directory='*' -C "$checkout" "$@"; }

mkdir -p "$cache"
work=$(mktemp -d -p "${TMPDIR:-/var/tmp}" xbarlab-fresh.XXXXXX)
readonly root=$work/root
git_here bundle create --quiet "$work/head.bundle" HEAD || die 'no commit to take here'
[[ -z $(git_here status --porcelain) ]] || say 'changes that are not committed are left out'

proxy=${http_proxy-}
if command -v apt-config >/dev/null; then eval "$(apt-config shell proxy Acquire::http::Proxy)"; fi
export http_proxy=$proxy

readonly base=$cache/$release.tar
if [[ ! -f $base ]]; then
  say "making the base system of $release from $mirror (minutes; kept as $base)"
  apart debootstrap --variant=minbase --include=sudo "$release" "$root" "$mirror" >"$work/log" 2>&1 ||
    { tail -n 20 "$work/log" >&2; die "debootstrap $release failed"; }
  tar -C "$root" --one-file-system --numeric-owner --exclude='./var/cache/apt/archives/*.deb' -cf "$work/base.tar" .
  mv "$work/base.tar" "$base.$$"
  mv "$base.$$" "$base"
  rm -rf --one-file-system "$root"
fi
# new_root: the base system in it
new_root() {
  say "unpacking $base"
  mkdir "$root"
  tar -C "$root" --numeric-owner -xpf "$base"
  [[ -z $proxy ]] || printf 'Acquire::http::Proxy "%s";\n' "$proxy" >"$root/etc/apt/apt.conf.d/proxy"
}
new_root

git -c advice.detachedHead=false clone --quiet "$work/head.bundle" "$root/a checkout"
say "commit $(git_here log -1 --format='%h %s')"

status=0
apart "$here/in_root.sh" "$root" "$@" || status=$?
if ((status == 0)) && [[ ${1-} == @(package|course) ]]; then
  readonly kept=$checkout/build/fresh-$release
  mkdir -p "$kept"
  cp "$root"/home/*/'a checkout'/build/*.deb "$kept"
  mkdir "$work/trial"
  if [[ $1 == package ]]; then cp "$kept"/*.deb "$work/trial"; else mv "$root"/home/*/{course,solutions} "$work/trial"; fi
  cp "$here/$1_trial.sh" "$work/trial/trial.sh"
  rm -rf --one-file-system "$root"
  new_root
  mv "$work/trial" "$root/trial"
  apart "$here/in_root.sh" "$root" || status=$?
fi
say "$release: status $status"
exit "$status"
