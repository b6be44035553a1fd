#!/usr/bin/env bash
# Runs test.lua in a Neovim that sees nothing of the user's own settings:
#   FRACCHECK=/path/to/fraccheck test.sh /path/to/nvim
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_STATE_HOME=$scratch/state XDG_DATA_HOME=$scratch/data XDG_CONFIG_HOME=$scratch/config XDG_CACHE_HOME=$scratch/cache
"$1" --version | head -n 1
timeout 300 "$1" --clean -u NONE -l "$here/test.lua"
