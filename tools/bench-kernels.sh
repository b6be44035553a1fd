#!/bin/sh
# Times kernels beside NumPy (with OpenBLAS) and SciPy, in turns on one thread: the least of three
# rounds each, in ms. Installs the libraries by apt-get where it can.
set -e
cd "$(dirname "$0")/.."
python=/usr/bin/python3
"$python" -c 'import numpy, scipy' 2>/dev/null || apt-get install -y -qq python3-numpy python3-scipy libopenblas0 >/dev/null 2>&1 || true
"$python" -c 'import numpy' 2>/dev/null || { echo "bench-kernels: python3-numpy is missing" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${GO:-go} test -c -o "$work/interp.test" ./interp
export OPENBLAS_NUM_THREADS=1 GOMAXPROCS=1
for _ in 1 2 3; do
  "$python" interp/testdata/bench/kernels.py >>"$work/peers"
  (cd interp && "$work/interp.test" -test.run '^$' -test.bench Peers -test.benchtime "${BENCHTIME:-0.3s}") >>"$work/ours"
done
grep -m 1 '^model name' /proc/cpuinfo 2>/dev/null || true
printf '%-22s %12s %12s\n' '' fraccheck NumPy
awk '
  FILENAME ~ /peers$/ { if (!($1 in peer) || $2 < peer[$1]) peer[$1] = $2; next }
  /least-ms/ {
    name = $1; sub("BenchmarkPeers/", "", name); sub("-[0-9]+$", "", name)
    for (i = 2; i <= NF; i++) if ($i == "least-ms") t = $(i - 1)
    if (!(name in ours)) order[++n] = name
    if (!(name in ours) || t < ours[name]) ours[name] = t
  }
  END { for (i = 1; i <= n; i++) printf "%-22s %12.3f %12s\n", order[i], ours[order[i]], order[i] in peer ? peer[order[i]] : "-" }
' "$work/peers" "$work/ours"
