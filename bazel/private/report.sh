#!/bin/sh
# report.sh REPORT STATUS COMMAND... keeps what a command prints and its status. That
# something is found is a result, which is kept and shared like any other; that
# nothing could be looked at is none.
set -eu
report=$1 status=$2
shift 2
code=0
"$@" >"$report" 2>&1 || code=$?
if [ "$code" -gt 1 ]; then
	cat "$report" >&2
	exit "$code"
fi
echo "$code" >"$status"
