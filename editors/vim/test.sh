#!/usr/bin/env bash
# Runs test.vim in a Vim that sees nothing of the user's own:
#   FRACCHECK=/path/to/fraccheck test.sh
# It needs Vim 9 with jobs, and ALE: Debian's package vim-ale, or the folder that ALE names.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
export HOME=$scratch RESULTS=$scratch/results
# Vim ends where there is no more to type: it reads from a pipe that stays open.
mkfifo "$scratch/keys"
exec 3<>"$scratch/keys"
trap 'rm -rf "$scratch"' EXIT
status=0
timeout 300 vim --not-a-term -T dumb -n -N -i NONE -u "$here/test.vim" <&3 >"$scratch/screen" 2>&1 || status=$?
vim --version | head -n 1
cat "$RESULTS" 2>/dev/null || { tail -n 20 "$scratch/screen"; echo "vim: it ended before its tests did"; exit 1; }
exit "$status"
