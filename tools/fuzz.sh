#!/usr/bin/env bash
# fuzz.sh TARGET DIR TIME runs one fuzz target with one worker, and prints at the end what it
# said. Where the time ends while a worker is at work, Go up to 1.26 may report "context
# deadline exceeded" as a failure of the target (https://go.dev/issue/75804); that alone is
# none. What a target finds names its input.
set -u
output=$(${GO:-go} test -run '^$' -fuzz "^$1\$" -parallel 1 -fuzztime "$3" -fuzzminimizetime 10x "$2" 2>&1)
status=$?
echo "fuzz: $1 in $2"
if [ "$status" -ne 0 ] &&
	[ "$(grep -A 1 "^--- FAIL: $1 (" <<<"$output" | tail -n 1 | tr -d ' ')" = contextdeadlineexceeded ] &&
	! grep -qE 'Failing input written|panic:|hung or terminated' <<<"$output"; then
	grep '^fuzz: elapsed' <<<"$output"
	echo "fuzz: the time ended and nothing was found in $1 (go.dev/issue/75804)"
	exit 0
fi
printf '%s\n' "$output"
# The file with the input may be gone with the machine: it is printed too.
input=$(grep -oE 'testdata/fuzz/[A-Za-z0-9_]+/[0-9a-f]+' <<<"$output" | head -n 1)
[ -n "$input" ] && [ -f "$2/$input" ] && head -c 20000 "$2/$input"
exit "$status"
