#!/bin/sh
# Runs the programs beside this script in Frac, OCaml's bytecode and CPython,
# the best of five runs each, in seconds. Needs go, ocamlc and python3.
set -e
cd "$(dirname "$0")"
best() { for _ in 1 2 3 4 5; do /usr/bin/env bash -c 'TIMEFORMAT=%U; time "$@" >/dev/null' - "$@" 2>&1; done | sort -n | head -1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ulimit -s unlimited 2>/dev/null || true
frac=$(cd ../.. && GOGC=400 go test -run '^$' -bench Programs -count 5 .)
printf '%-8s %10s %10s %10s\n' program frac ocaml python
for name in fib list tree queens; do
  ocamlc -o "$work/$name" "$name.ml"
  rm -f "$name.cmi" "$name.cmo"
  ours=$(printf '%s\n' "$frac" | awk -v n="BenchmarkPrograms/$name-" 'index($1, n) == 1 && (!m || $3 < m) { m = $3 } END { printf "%.3f", m / 1e9 }')
  printf '%-8s %10s %10s %10s\n' "$name" "$ours" "$(OCAMLRUNPARAM=l=1G best ocamlrun "$work/$name")" "$(best python3 "$name.py")"
done
