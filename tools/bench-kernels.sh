#!/bin/sh
# Times kernels beside NumPy (with OpenBLAS) and SciPy, in turns on one thread: the least processor
# time of three rounds each, in ms, which other processes disturb less than the clock. Installs the
# libraries by apt-get where it can. With MODELS, a folder of ONNX models whose input is an image of
# 224x224, it times these beside onnxruntime-web, which npm installs.
set -e
cd "$(dirname "$0")/.."
python=/usr/bin/python3
"$python" -c 'import numpy, scipy' 2>/dev/null || apt-get install -y -qq python3-numpy python3-scipy libopenblas0 >/dev/null 2>&1 || true
"$python" -c 'import numpy' 2>/dev/null || { echo "bench-kernels: python3-numpy is missing" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OPENBLAS_NUM_THREADS=1 GOMAXPROCS=1

# An OpenBLAS that does not know a processor takes the oldest kernels, a quarter as fast.
has() { grep -qw "$1" /proc/cpuinfo 2>/dev/null; }
known=$("$python" interp/testdata/bench/blas.py 2>/dev/null || true)
if [ "$known" = Prescott ] && [ -z "$OPENBLAS_CORETYPE" ]; then
  if has avx512vl; then export OPENBLAS_CORETYPE=SKYLAKEX; elif has avx2; then export OPENBLAS_CORETYPE=HASWELL; fi
fi
grep -m 1 '^model name' /proc/cpuinfo 2>/dev/null || true
used=$("$python" interp/testdata/bench/blas.py 2>/dev/null || true)
if [ -n "$used" ]; then
  echo "NumPy multiplies with OpenBLAS's kernels for $used${OPENBLAS_CORETYPE:+ (OPENBLAS_CORETYPE=$OPENBLAS_CORETYPE; it would take those for $known)}"
else
  echo "NumPy multiplies without OpenBLAS"
fi
echo "load: $(cut -d ' ' -f 1-3 /proc/loadavg 2>/dev/null)"

# table prints the least of each row, ours beside the peer's.
table() {
  printf '%-24s %12s %12s\n' '' fraccheck "$1"
  awk '
    FILENAME ~ /peers$/ { if (!($1 in peer) || $2 < peer[$1]) peer[$1] = $2; next }
    /least-ms/ {
      name = $1; sub("Benchmark(Peers|Models)/", "", name); sub("-[0-9]+$", "", name)
      for (i = 2; i <= NF; i++) if ($i == "least-ms") t = $(i - 1)
      if (!(name in ours)) order[++n] = name
      if (!(name in ours) || t < ours[name]) ours[name] = t
    }
    END { for (i = 1; i <= n; i++) printf "%-24s %12.3f %12s\n", order[i], ours[order[i]], order[i] in peer ? peer[order[i]] : "-" }
  ' "$2/peers" "$2/ours"
}

mkdir "$work/kernels"
${GO:-go} test -c -o "$work/interp.test" ./interp
for _ in 1 2 3; do
  "$python" interp/testdata/bench/kernels.py >>"$work/kernels/peers"
  (cd interp && "$work/interp.test" -test.run '^$' -test.bench Peers -test.benchtime "${BENCHTIME:-0.3s}") >>"$work/kernels/ours"
done
table NumPy "$work/kernels"

[ -n "$MODELS" ] || exit 0
mkdir "$work/models"
: >"$work/models/peers"
cp internal/model/onnx/testdata/bench/onnxruntime.mjs "$work"
(cd "$work" && npm install --silent onnxruntime-web >/dev/null 2>&1) || echo "bench-kernels: npm does not install onnxruntime-web" >&2
${GO:-go} test -c -o "$work/onnx.test" ./internal/model/onnx
export MODELS
for _ in 1 2 3; do
  [ ! -d "$work/node_modules" ] || node "$work/onnxruntime.mjs" "$MODELS"/*.onnx >>"$work/models/peers" 2>/dev/null || true
  (cd internal/model/onnx && "$work/onnx.test" -test.run '^$' -test.bench Models -test.benchtime 3x) >>"$work/models/ours"
done
table onnxruntime-web "$work/models"
