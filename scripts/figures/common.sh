# Shared by the scripts that make the figures: where hotlap is, and how to read its JSON. Needs jq.
# shellcheck shell=bash disable=SC2034
set -u -o pipefail
top=$(cd "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.." && pwd)
hotlap=$top/scripts/hotlap
command -v jq >/dev/null || { echo "jq is missing: apt-get install jq" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

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
