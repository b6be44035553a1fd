#!/usr/bin/env bash
# Sees to it that there is a Chromium, and a font for it: installs Debian's where it may.
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] && exit 0
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
if grep -qs '^ID=debian' /etc/os-release; then
	echo "installing chromium"
	{ as_root apt-get update -qq &&
		DEBIAN_FRONTEND=noninteractive as_root apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } </dev/null >/dev/null 2>&1 && exit 0
fi
echo "test-vscode: left out, there is no Chromium; CHROMIUM names one"
exit 1
