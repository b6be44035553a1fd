#!/bin/sh
# verdict.sh REPORT STATUS [STAMP] prints a report and ends with its status.
set -eu
code=$(cat "$2")
[ "$code" = 0 ] && [ $# = 3 ] || cat "$1"
[ $# -lt 3 ] || : >"$3"
exit "$code"
