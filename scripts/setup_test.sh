#!/bin/bash
# Tests of scripts/hotlap and scripts/setup.sh: setup_test.sh TEST runs one, setup_test.sh --list names them.
# Each runs on a copy of the scripts whose apt-get, sudo, cmake and ninja are stand-ins that write down how they were called.
# Exit code 77: cannot be tested here.
# Stand-ins are written in single quotes on purpose: they expand when they run.
# shellcheck disable=SC2016
set -u -o pipefail
scripts=$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  for file in calls out err; do
    [[ -f $place/$file ]] && sed "s/^/  $file: /" "$place/$file" >&2
  done
  exit 1
}
contains() { [[ $(cat "$place/$1") == *"$2"* ]] || fail "$1 lacks: $2"; }
lacks() { [[ $(cat "$place/$1") != *"$2"* ]] || fail "$1 has: $2"; }
exits() { [[ $status == "$1" ]] || fail "exit code $status, not $1"; }

# stand_in NAME: reads the body of a command of that name; its call is written down first.
stand_in() {
  {
    printf '%s\n' '#!/bin/bash' "place=\"$place\"" 'printf "%s %s\n" "${0##*/}" "$*" >>"$place/calls"'
    cat
  } >"$place/bin/$1"
  chmod 755 "$place/bin/$1"
}

# A checkout whose path has a space, in a place that every user can reach, with all packages but `absent-package` installed.
make_place() {
  place=$(mktemp -d /tmp/hotlap-setup-test.XXXXXX)
  trap 'rm -rf -- "$place"' EXIT
  checkout="$place/the checkout"
  mkdir -p "$place/bin" "$checkout/scripts" "$place/elsewhere"
  cp "$scripts/hotlap" "$scripts/setup.sh" "$checkout/scripts/"
  printf '# a list\npresent-package\nabsent-package # and why\n' >"$checkout/scripts/packages.txt"
  printf 'present-package\n' >"$place/all-present"
  touch "$checkout/CMakePresets.json" "$place/calls" "$place/installed"
  stand_in dpkg-query <<<'printf "present-package installed\n"; cat "$place/installed"'
  stand_in sudo <<<'exit 1'
  stand_in apt-get <<<'exit 100'
  stand_in cmake <<<"mkdir -p '$checkout/build/bench'; cd '$checkout/build/bench'
    printf 'CMAKE_HOME_DIRECTORY:INTERNAL=%s\n' '$checkout' >CMakeCache.txt; touch build.ninja"
  stand_in ninja <<<"printf '%s\n' '[1/1] Linking hotlap'
    printf '%s\n' '#!/bin/bash' 'printf \"<%s>\" \"\$PWD\" \"\$@\"' >'$checkout/build/bench/hotlap'
    chmod 755 '$checkout/build/bench/hotlap'"
  chmod -R a+rwX "$place"
}

# Runs scripts/hotlap as a user without rights; run_as_root as one that `id` calls root.
run() {
  local unprivileged=()
  [[ $(id -u) == 0 ]] && unprivileged=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  (cd "$place/elsewhere" && PATH="$place/bin:$PATH" "${unprivileged[@]}" "${command_path:-$checkout/scripts/hotlap}" "$@") \
    >"$place/out" 2>"$place/err"
  status=$?
}
run_as_root() {
  stand_in id <<<'[[ $* == -u ]] && echo 0 || echo root'
  run "$@"
}

test_a_missing_package_without_rights_prints_the_one_command_and_exits_2() {
  run list
  exits 2
  contains err 'missing packages: absent-package'
  contains err "'apt-get update && apt-get install -y --no-install-recommends absent-package'"
  [[ ! -s $place/out ]] || fail 'something on standard output'
  lacks calls apt-get
  lacks calls ninja
}

test_micro_benchmarks_are_built_when_they_are_named() {
  export HOTLAP_PACKAGES_FILE=$place/all-present
  mkdir -p "$checkout"/servers/kernels/{emit,header-walk}
  touch "$checkout"/servers/kernels/{emit/emit_bench,header-walk/header_walk_bench}.cpp
  run compare --protocol micro --old emit/rest-args --new=header-walk/keys ./other/bench 'emit' /etc/x
  exits 0
  contains calls 'bench all emit_bench header_walk_bench'
  : >"$place/calls"
  run compare --old emit/rest-args
  lacks calls emit_bench
}

test_nothing_missing_never_calls_apt_and_passes_arguments_as_they_are() {
  export HOTLAP_PACKAGES_FILE=$place/all-present
  run --help 'two words' '' '*'
  exits 0
  [[ $(cat "$place/out") == "<$place/elsewhere><--help><two words><><*>" ]] || fail 'arguments or folder changed'
  lacks calls apt-get
  lacks calls sudo
}

test_a_list_of_no_package_asks_nothing() {
  : >"$place/none"
  export HOTLAP_PACKAGES_FILE=$place/none
  run
  exits 0
  lacks calls dpkg-query
}

test_it_works_through_a_symbolic_link() {
  export HOTLAP_PACKAGES_FILE=$place/all-present
  ln -s "$checkout/scripts/hotlap" "$place/bin/lap"
  command_path=$place/bin/lap run doctor
  exits 0
  contains out '<doctor>'
}

test_root_updates_then_installs_only_what_is_missing() {
  stand_in apt-get <<<'[[ $DEBIAN_FRONTEND == noninteractive ]] || exit 1
    [[ $* != *install* ]] || echo "absent-package installed" >"$place/installed"'
  run_as_root list
  exits 0
  contains out '<list>'
  grep 'apt-get' "$place/calls" >"$place/apt"
  [[ $(sed -n 1p "$place/apt") == *' update' ]] || fail 'no update first'
  [[ $(sed -n 2p "$place/apt") == *' install -y --no-install-recommends absent-package' ]] || fail 'not the one package'
  [[ $(wc -l <"$place/apt") == 2 ]] || fail 'more calls of apt-get'
  lacks calls sudo
}

test_sudo_without_a_password_is_used() {
  stand_in sudo <<<'[[ $1 == -n ]] && shift && exec "$@"'
  stand_in apt-get <<<'[[ $* != *install* ]] || echo "absent-package installed" >"$place/installed"'
  run list
  exits 0
  contains calls 'sudo -n env DEBIAN_FRONTEND=noninteractive'
  contains calls 'install -y --no-install-recommends absent-package'
}

test_a_failed_installation_says_the_errors_of_apt_and_exits_2() {
  stand_in apt-get <<<'echo "Reading package lists..."; echo "E: Unable to fetch some archives"; exit 100'
  run_as_root list
  exits 2
  contains err 'E: Unable to fetch some archives'
  lacks err 'Reading package lists'
  lacks calls ninja
}

test_a_package_still_missing_after_a_cheerful_apt_is_an_error() {
  stand_in apt-get <<<'exit 0'
  run_as_root list
  exits 2
  contains err 'could not install'
}

test_a_failed_update_alone_does_not_stop_the_installation() {
  stand_in apt-get <<<'[[ $* == *install* ]] || exit 100; echo "absent-package installed" >"$place/installed"'
  run_as_root list
  exits 0
}

test_a_failed_build_shows_its_errors_and_starts_nothing() {
  export HOTLAP_PACKAGES_FILE=$place/all-present
  run
  exits 0
  stand_in ninja <<<'echo "[1/2] Building a.o"; echo "a.cpp:1: error: no"; echo "ninja: build stopped: subcommand failed."; exit 1'
  run
  exits 2
  contains err 'a.cpp:1: error: no'
  contains err 'the build failed'
  lacks err 'built in'
  [[ ! -s $place/out ]] || fail 'something on standard output'
}

test_a_build_that_does_nothing_says_nothing() {
  export HOTLAP_PACKAGES_FILE=$place/all-present
  run
  contains err 'building build/bench'
  stand_in ninja <<<'echo "ninja: Entering directory x"; echo "[0/2] Re-checking globbed directories..."; echo "ninja: no work to do."'
  run
  exits 0
  [[ ! -s $place/err ]] || fail 'words for nothing'
}

test_cmake_runs_again_only_when_presets_change_or_the_checkout_moved() {
  export HOTLAP_PACKAGES_FILE=$place/all-present
  run
  run
  [[ $(grep -c '^cmake' "$place/calls") == 1 ]] || fail 'configured twice'
  touch -d '+1 hour' "$checkout/CMakePresets.json"
  run
  [[ $(grep -c '^cmake' "$place/calls") == 2 ]] || fail 'a changed preset was missed'
  touch -d '-1 hour' "$checkout/CMakePresets.json"
  printf 'CMAKE_HOME_DIRECTORY:INTERNAL=/moved\n' >"$checkout/build/bench/CMakeCache.txt"
  run
  [[ $(grep -c '^cmake' "$place/calls") == 3 ]] || fail 'a moved checkout was missed'
  contains calls "cmake --fresh -S $checkout --preset bench"
}

test_a_build_tree_that_cannot_be_written_is_said_and_exits_2() {
  export HOTLAP_PACKAGES_FILE=$place/all-present
  mkdir "$checkout/build"
  chmod 555 "$checkout/build"
  run
  exits 2
  contains err "$checkout/build is not writable"
}

test_two_at_once_build_one_after_the_other() {
  export HOTLAP_PACKAGES_FILE=$place/all-present
  run
  # The second build must find the first one's folder gone; the first waits until the second was started.
  stand_in ninja <<<'mkdir "$place/busy" || { touch "$place/overlap"; exit 1; }
    for ((i = 0; i < 100; ++i)); do grep -q "waiting for another" "$place"/err.* && break; sleep 0.1; done; rmdir "$place/busy"'
  chmod a+rx "$place/bin/ninja"
  touch "$place/err.1" "$place/err.2"
  local unprivileged=()
  [[ $(id -u) == 0 ]] && unprivileged=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  for i in 1 2; do
    PATH="$place/bin:$PATH" "${unprivileged[@]}" "$checkout/scripts/hotlap" >"$place/out.$i" 2>"$place/err.$i" &
    eval "pid_$i=$!"
  done
  # shellcheck disable=SC2154
  wait "$pid_1" || fail "the first: $(cat "$place/err.1")"
  # shellcheck disable=SC2154
  wait "$pid_2" || fail "the second: $(cat "$place/err.2")"
  [[ ! -e $place/overlap ]] || fail 'both built at the same time'
  grep -q 'waiting for another' "$place"/err.? || fail 'nobody waited'
}

shell_scripts() {
  local file
  for file in "$scripts"/* "$scripts"/*/* "$scripts"/../.ci/run; do
    [[ -f $file ]] && [[ $file == *.sh || $(head -n 1 "$file") == '#!'*sh ]] && printf '%s\n' "$file"
  done
  return 0
}

test_every_script_parses() {
  local file files
  mapfile -t files < <(shell_scripts)
  for file in "${files[@]}"; do bash -n "$file" || fail "$file"; done
}

test_every_script_passes_shellcheck() {
  command -v shellcheck >/dev/null || exit 77
  local files
  mapfile -t files < <(shell_scripts)
  (cd "$scripts/.." && shellcheck -x -P SCRIPTDIR:. "${files[@]}") || fail 'shellcheck'
}

if [[ ${1-} == --list ]]; then
  declare -F | sed -n 's/^declare -f test_//p'
  exit 0
fi
umask 022
unset HOTLAP_PACKAGES_FILE
make_place
declare -F "test_${1-}" >/dev/null || fail "no such test: ${1-}"
"test_$1"
