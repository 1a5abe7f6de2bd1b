# What the commands in scripts/ share: packages, configuring, building. Sourced, never run.
# The caller sets `root` (the checkout) and `me` (the name in front of every note).
# shellcheck shell=bash disable=SC2154

# Everything here speaks on standard error: standard output belongs to the program that is started.
note() { printf '%s: %s\n' "$me" "$*" >&2; }
die() {
  note "$@"
  exit 2
}

# Prints the names in package lists (one a line, # starts a comment).
list_packages() { sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' -- "$@"; }

missing_packages() {
  local installed name
  installed=$'\n'$(LC_ALL=C dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null)$'\n'
  for name in "$@"; do
    [[ $installed == *$'\n'"$name installed"$'\n'* ]] || printf '%s\n' "$name"
  done
}

# Waits until this process alone holds build/NAME.lock; held until the process ends or `unlock`.
lock() {
  { mkdir -p "$root/build" && : >>"$root/build/$1.lock"; } 2>/dev/null ||
    die "$root/build is not writable for $(id -un): run this once as the owner of the checkout, or make the folder writable"
  exec 9>>"$root/build/$1.lock"
  flock -n 9 && return
  note "waiting for another command that holds build/$1.lock"
  flock 9 || die "cannot lock build/$1.lock"
}
unlock() { exec 9>&-; }

# Installs what is missing of the named Debian packages; returns at once when nothing is.
need_packages() {
  local missing
  # Another distribution: nothing to ask. What is not there is named by CMake.
  (($#)) && command -v dpkg-query >/dev/null || return 0
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  local as=()
  if [[ $(id -u) != 0 ]]; then
    if sudo -n true 2>/dev/null; then as=(sudo -n); else refuse_to_install "${missing[@]}"; fi
  fi
  lock packages
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) && install_packages "${missing[@]}"
  unlock
}

refuse_to_install() {
  local as_root='su -c'
  if command -v sudo >/dev/null; then as_root='sudo sh -c'; fi
  note "missing packages: $*"
  note "this is neither root nor sudo without a password. Run this once, then the same again:"
  printf "    %s 'apt-get update && apt-get install -y --no-install-recommends %s'\n" "$as_root" "$*" >&2
  exit 2
}

# Uses `as` of need_packages: the words that make a command root's.
install_packages() {
  local log=$root/build/packages.log started=$SECONDS
  note "installing with apt-get: $*"
  : >"$log"
  # An update that fails need not matter: a foreign source may be down, or the lists may be good enough.
  run_apt update || true
  if ! run_apt install -y --no-install-recommends "$@" || [[ -n $(missing_packages "$@") ]]; then
    note "apt-get could not install them (is there a network?). Its words, all of them in $log:"
    { grep -E '^(E|W):' "$log" || tail -n 3 "$log"; } | sort -u | head -n 6 | sed 's/^/    /' >&2
    exit 2
  fi
  note "installed in $((SECONDS - started)) s"
}

run_apt() {
  local name settings=(DEBIAN_FRONTEND=noninteractive LC_ALL=C)
  for name in http_proxy https_proxy no_proxy; do # sudo drops them
    [[ -n ${!name:-} ]] && settings+=("$name=${!name}")
  done
  # Lock closed: a service that a package starts must not hold it.
  "${as[@]}" env "${settings[@]}" apt-get -q -o DPkg::Lock::Timeout=300 -o Acquire::Languages=none "$@" </dev/null >>"$log" 2>&1 9>&-
}

# build_preset PRESET [TARGET...]: brings build/PRESET up to date, and the targets that are built only when asked. Ninja decides what that takes; it asks every file, so a changed source is never missed.
build_preset() {
  local started=$SECONDS codes targets=()
  (($# > 1)) && targets=(all "${@:2}")
  lock "$1"
  configure_locked "$1"
  LC_ALL=C ninja -C "$root/build/$1" "${targets[@]}" 2>&1 | show_build "$1"
  codes=("${PIPESTATUS[@]}")
  ((codes[0] == 0)) || die "the build failed: $root/build/$1"
  ((codes[1] == 0)) && note "built in $((SECONDS - started)) s"
  unlock
}

# Makes build/PRESET's build files, without building.
configure_preset() {
  lock "$1"
  configure_locked "$1"
  unlock
}

configure_locked() {
  local tree=$root/build/$1
  # Ninja runs CMake again by itself, except when the presets changed, the checkout moved, or nothing is there yet.
  [[ -f $tree/build.ninja && ! $root/CMakePresets.json -nt $tree/build.ninja ]] &&
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$tree/CMakeCache.txt" && return
  note "configuring build/$1"
  cmake --fresh -S "$root" --preset "$1" >/dev/null ||
    die "configuring build/$1 failed; it needs the packages of scripts/packages*.txt: $(list_packages "$root"/scripts/packages.txt | paste -sd' ')"
}

# Reads ninja's lines: steps become a line of progress, the rest (errors) is passed on. Fails when there was no step.
show_build() {
  local line began='' clear=''
  [[ -t 2 ]] && clear=$'\r\e[K'
  while IFS= read -r line; do
    case $line in
      'ninja: Entering directory '* | 'ninja: no work to do.' | '-- '*) ;;
      '['[0-9]*'] Re-checking globbed directories...' | '['[0-9]*'] Re-running CMake...') ;;
      '['[0-9]*/[0-9]*'] '*)
        if [[ -n $clear ]]; then
          printf '%s%s: building build/%s %s' "$clear" "$me" "$1" "${line%%]*}]" >&2
        elif [[ -z $began ]]; then
          note "building build/$1"
        fi
        began=yes
        ;;
      *) printf '%s%s\n' "$clear" "$line" >&2 ;;
    esac
  done
  printf '%s' "$clear" >&2
  [[ -n $began ]]
}
