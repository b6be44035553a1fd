#!/usr/bin/env bash
# Holds that subjects of commits have at most 72 characters and no closing full stop, for all
# commits since this script was added. Merges are left out: git writes their subjects.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! since=$(git log --diff-filter=A --format=%H -n 1 -- tools/subjects.sh 2>/dev/null) || [ -z "$since" ]; then
	echo "subjects: left out, this is no clone with its history"
	exit 0
fi
wrong=$(git log --no-merges --format='%h %s' "$since..HEAD" | awk '{ s = substr($0, index($0, " ") + 1) } length(s) > 72 || s ~ /\.$/')
if [ -n "$wrong" ]; then
	echo "subjects of commits that have over 72 characters or end with a full stop:"
	echo "$wrong"
	exit 1
fi
