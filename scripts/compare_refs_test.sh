#!/bin/bash
# Tests of scripts/compare-refs on a repository made here: compare_refs_test.sh TEST [HOTLAP SERVER]. Those two are run
# by the last test only; in the others a stand-in writes down how it was called.
# Stand-ins are written in single quotes on purpose: they expand when they run.
# shellcheck disable=SC2016
set -u -o pipefail
scripts=$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  for file in out err; do [[ -f $place/$file ]] && sed "s/^/  $file: /" "$place/$file" >&2; done
  exit 1
}
contains() { [[ $(cat "$place/$1") == *"$2"* ]] || fail "$1 lacks: $2"; }
exits() { [[ $status == "$1" ]] || fail "exit code $status, not $1"; }

# Three commits of a program that prints its number; the last does not build. The checkout has a change and a new file.
make_place() {
  place=$(mktemp -d /tmp/hotlap-refs-test.XXXXXX)
  trap 'rm -rf -- "$place"' EXIT
  repository="$place/the repository"
  mkdir -p "$repository" "$place/temporary"
  export TMPDIR=$place/temporary GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
  git -C "$repository" init --quiet --initial-branch=main
  git -C "$repository" config user.name tester
  git -C "$repository" config user.email tester@example.invalid
  local number
  for number in 1 2 broken; do
    printf '#!/bin/sh\necho %s\n' "$number" >"$repository/source"
    git -C "$repository" add source
    git -C "$repository" commit --quiet -m "number $number"
  done
  echo edited >>"$repository/source"
  echo new >"$repository/untracked"
  printf '%s\n' '#!/bin/bash' 'printf "<%s>" "$@"; for word in "$@"; do [[ $word == */program ]] && "$word"; done; exit "${HOTLAP_EXITS:-0}"' >"$place/hotlap"
  chmod +x "$place/hotlap"
  printf '%s\n' '#!/bin/sh' 'grep -q broken source && exit 7; cp source program; chmod +x program' >"$place/build"
  chmod +x "$place/build"
  export HOTLAP=$place/hotlap
  before=$(state)
}
state() {
  git -C "$repository" status --porcelain --branch
  git -C "$repository" for-each-ref
  git -C "$repository" worktree list --porcelain
  find "$repository/.git" -name '*.lock' -o -path '*/worktrees/*' # an empty folder `worktrees` may stay
  cat "$repository/source"
}
leaves_nothing() {
  [[ $(state) == "$before" ]] || fail "the repository changed: $(diff <(printf '%s\n' "$before") <(state))"
  [[ -z $(ls -A "$TMPDIR") ]] || fail "left behind: $(ls -A "$TMPDIR")"
}
compare_refs() {
  "$scripts/compare-refs" "$@" >"$place/out" 2>"$place/err"
  status=$?
}

test_both_revisions_are_built_and_handed_to_compare() {
  compare_refs main~2 main~1 --repo "$repository" --build "$place/build" --subject '{worktree}/program' -- set-header --budget 5s
  exits 0
  contains out '<compare><--old><'
  contains out '/new/program><set-header><--budget><5s>'
  [[ $(tail -n 2 "$place/out") == *$'1\n2' ]] || fail 'old is not 1, or new not 2'
  contains err "old: $(git -C "$repository" rev-parse main~2) number 1"
  contains err "new: $(git -C "$repository" rev-parse main~1) number 2"
  leaves_nothing
}

test_the_exit_code_of_compare_is_passed_on() {
  HOTLAP_EXITS=3 compare_refs main~2 main~1 --repo "$repository" --build "$place/build" --subject '{worktree}/program'
  exits 3
  leaves_nothing
}

test_a_build_that_fails_is_named_and_nothing_is_measured() {
  compare_refs main~1 main --repo "$repository" --build "$place/build" --subject '{worktree}/program'
  exits 2
  contains err "new: the build of $(git -C "$repository" rev-parse main) failed with exit code 7"
  [[ ! -s $place/out ]] || fail 'something was measured'
  leaves_nothing
}

test_quotes_group_words_of_the_build_and_no_shell_expands_them() {
  printf '%s\n' '#!/bin/sh' 'printf "(%s)" "$@"' >"$place/words"
  chmod +x "$place/words"
  compare_refs main~2 main~1 --repo "$repository" --build "$place/words 'one two' \$HOME ; * \"three\"" --subject '{worktree}/source'
  exits 0
  contains err '(one two)($HOME)(;)(*)(three)'
  leaves_nothing
}

test_wrong_usage_is_refused_before_anything_is_made() {
  local good=(--repo "$repository" --build true --subject '{worktree}/program')
  compare_refs main "${good[@]}"
  exits 2
  compare_refs main nowhere "${good[@]}"
  exits 2
  contains err 'no such revision'
  compare_refs main main~1 --repo "$repository" --build true --subject ./program
  exits 2
  contains err '{worktree}'
  compare_refs main main~1 --repo "$repository" --build "it's" --subject '{worktree}/program'
  exits 2
  contains err 'quotes do not match'
  compare_refs main main~1 "${good[@]}" -- --old=x
  exits 2
  compare_refs main main~1 --repo "$place" --build true --subject '{worktree}/program'
  exits 2
  contains err 'no git repository'
  leaves_nothing
}

# interrupted SIGNAL CODE: while a build runs, which is ended too.
interrupted() {
  printf '%s\n' '#!/bin/sh' 'sleep 600 & echo $! >"$1"; wait' >"$place/endless"
  chmod +x "$place/endless"
  set -m # a job without job control would ignore the interrupt
  compare_refs main~2 main~1 --repo "$repository" --build "$place/endless $place/sleeper" --subject '{worktree}/program' &
  local job=$!
  set +m
  until [[ -s $place/sleeper ]]; do
    kill -0 "$job" 2>/dev/null || fail 'ended before the build began'
    sleep 0.02
  done
  kill "-$1" -- "-$job"
  wait "$job"
  local sleeper
  sleeper=$(cat "$place/sleeper")
  [[ ! -d /proc/$sleeper || $(cut -d' ' -f3 "/proc/$sleeper/stat") == Z ]] || fail "the build's child $sleeper is alive"
  leaves_nothing
}
test_an_interrupted_build_leaves_nothing() { interrupted INT; }
test_a_terminated_build_leaves_nothing() { interrupted TERM; }

# With the hotlap that was built: two revisions whose build is the fixture server.
test_the_real_hotlap_measures_both_worktrees() {
  [[ -x $program && -x $server ]] || fail 'no hotlap or no server named'
  HOTLAP=$program compare_refs main~2 main~1 --repo "$repository" --build "cp $server program" \
    --subject 'cmd:{worktree}/program --port {port} --variant same' -- set-header --protocol rounds --rounds 1 --lap-ms 20 --out "$place/run"
  exits 0
  contains out throughput
  leaves_nothing
}

program=${2:-} server=${3:-}
declare -F "test_$1" >/dev/null || { echo "no such test: $1" >&2; exit 2; }
make_place
"test_$1"
