#!/bin/bash
# Runs every command of the README's sh blocks, in its order, each made short: readme_test.sh README HOTLAP
set -u -o pipefail
readme=$(readlink -f -- "$1") program=$(readlink -f -- "$2")
scripts=$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")
place=$(mktemp -d /tmp/hotlap-readme-test.XXXXXX)
trap 'rm -rf -- "$place"' EXIT
mkdir -p "$place"/scripts "$place"/{old,new}/bin

# What the commands name: hotlap itself, made short, and two builds each of node and of a server in Python.
cat >"$place/scripts/hotlap" <<END
#!/bin/bash
short=()
case "\$1 \$*" in
  *'--protocol micro'*) short=(--rounds 1 --lap-ms 1) ;;
  doctor*) short=(--no-measure) ;;
  compare* | run* | plan*) short=(--protocol rounds --rounds 1 --lap-ms 20) ;;  # without warm-up
esac
exec "$program" "\$@" "\${short[@]}"
END
chmod +x "$place/scripts/hotlap"
ln -s "$scripts/plot" "$place/scripts/plot"
ln -s "$(dirname "$readme")/analysis" "$place/analysis"  # results and tables to read
node=$(command -v node) || { echo 'node is not installed' >&2; exit 1; }
for build in old new; do
  ln -s "$node" "$place/$build/bin/node"
  cat >"$place/$build/server.py" <<'END'
import http.server, sys
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")
    def log_message(self, *_):
        pass
class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128  # fifty connections come at once
Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
END
done

# shellcheck disable=SC2016
mapfile -t commands < <(sed -n '/^```sh$/,/^```$/{/^```/d; p}' "$readme")
((${#commands[@]} >= 10)) || { echo "only ${#commands[@]} commands found in $readme" >&2; exit 1; }
failed=0
for command in "${commands[@]}"; do
  if [[ $command == ./scripts/test ]]; then
    [[ -x $scripts/test ]] && continue  # it is what runs this
  fi
  (cd "$place" && eval "$command") >"$place/out" 2>"$place/err"
  status=$?
  # With --fail-on a verdict has an exit code of its own.
  case $status:$command in
    0:*' >'*) continue ;;  # the next command reads it
    0:* | [13]:*--fail-on*) [[ -s $place/out ]] && continue ;;
  esac
  printf 'FAILED with %s: %s\n' "$status" "$command" >&2
  cat "$place/out" "$place/err" >&2
  failed=1
done
exit "$failed"
