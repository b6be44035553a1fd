#!/usr/bin/env bash
# Puts the server of VS Code, as npm's code-server carries it, and a library that
# drives a browser into a directory: install.sh DIR. It is some 500 MB.
set -euo pipefail
dir=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$dir"
if [ ! -e ready ]; then
	rm -rf package ./*.tgz
	npm pack --silent code-server@4.100.3 >/dev/null
	tar xzf code-server-*.tgz && rm code-server-*.tgz
	(cd package/lib/vscode && npm install --ignore-scripts --omit=dev --legacy-peer-deps --silent --no-audit --no-fund)
	npm install --no-save --silent --no-audit --no-fund playwright-core@1.65.1
	touch ready
fi
