# Shared by the scripts that make the figures: where hotlap is, and how to read its JSON. Needs jq.
# shellcheck shell=bash disable=SC2034
set -u -o pipefail
top=$(cd "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.." && pwd)
hotlap=$top/scripts/hotlap
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# build_target NAME: brings a program of the release tree up to date that is built only when asked for.
build_target() {
  if ! { "$hotlap" --version >/dev/null && cmake --build "$top/build/bench" --target "$1" >/dev/null; }; then
    echo "could not build $1" >&2
    exit 2
  fi
}

# need PROGRAM PACKAGE: a program that the figures need beyond what hotlap needs.
need() { command -v "$1" >/dev/null || { echo "$1 is missing: apt-get install $2" >&2; exit 2; }; }

# flips BASE: BASE+HOT_PATH=VARIANT for every single flip of BASE (before or after) that the reference server has.
flips() { "$top/build/bench/servers/reference/reference-server" --list-sets | grep "^$1+"; }

# row METRIC FILE FILTER: FILTER of the row of METRIC in a comparison; `r` rounds to two decimals.
row() { jq -r --arg metric "$1" "def r: . * 100 | round / 100; .rows[] | select(.metric == \$metric) | $3" "$2"; }

# median: of the numbers on standard input, one a line.
median() { sort -g | awk '{v[NR]=$1} END {if (NR==0) exit 1; print (NR%2) ? v[(NR+1)/2] : (v[NR/2]+v[NR/2+1])/2}'; }

# spread: "median (min .. max, n = N)" of the numbers on standard input.
spread() {
  sort -g | awk '{v[NR]=$1} END {if (NR==0) exit 1
    m = (NR%2) ? v[(NR+1)/2] : (v[NR/2]+v[NR/2+1])/2
    printf "%.4g (%.4g .. %.4g, n = %d)\n", m, v[1], v[NR], NR}'
}

need jq jq
