#!/usr/bin/env bash
# Puts the server of VS Code, as npm's code-server carries it, and a library that
# drives a browser into a directory: install.sh DIR. It is some 500 MB.
set -euo pipefail
dir=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$dir"
if [ ! -e ready ]; then
	rm -rf package ./*.tgz
	npm pack --silent code-server@4.100.3 playwright-core@1.65.1 >/dev/null
	# The checksums belong to the versions above. What these packages need in turn is
	# checked by npm against the registry's checksums.
	sha512sum --quiet -c <<-'EOF'
		abf161d833b10913610bf5a21bfeac02148a9e3ed90024d505a79e67ead68e897fff41426e5fea835967e5e719f7d8d871fa8cc59640c9670df98048a340e0a4  code-server-4.100.3.tgz
		86a3e9cfb6e548c3f1595768784d728814b35ec2a254e77693e9230af994cb00f618f3b60ddf477dc5a7abd34dd061db3590c5819f497c116bf97e7f04ba34ab  playwright-core-1.65.1.tgz
	EOF
	tar xzf code-server-4.100.3.tgz
	(cd package/lib/vscode && npm install --ignore-scripts --omit=dev --legacy-peer-deps --silent --no-audit --no-fund)
	npm install --no-save --silent --no-audit --no-fund ./playwright-core-1.65.1.tgz
	rm ./*.tgz
	touch ready
fi
