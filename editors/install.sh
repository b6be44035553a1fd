#!/usr/bin/env bash
# Puts a newer program than the machine's into a directory of its own, out of
# Debian's packages, and prints the path of its executable:
#   install.sh DIR SUITE PACKAGE COMMAND
#   install.sh bin/neovim/trixie trixie neovim nvim      (0.10; forky has 0.12)
# Nothing is installed on the machine. Packages are downloaded with apt from the
# mirror that the machine uses, and unpacked; the executable is made to load the
# C library that came with it. No checksums stand here: apt takes nothing that the
# lists do not name by checksum, and no lists that Debian's key did not sign. The
# directory must not be moved afterwards.
set -euo pipefail

dir=$(mkdir -p "$1" && cd "$1" && pwd)
suite=$2
package=$3
command=$dir/root/usr/bin/$4
if [ -x "$command" ] && "$command" --version >/dev/null 2>&1; then
	echo "$command"
	exit
fi

# mirror is the address that the machine gets Debian's packages from.
mirror() {
	cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null |
		sed -n 's/^URIs: *\([^ ]*\/debian\)\/\{0,1\} *$/\1/p; s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\/debian\)\/\{0,1\} .*/\2/p'
}

from=$(mirror | head -n 1 || true)
[ -n "$from" ] || { echo "install.sh: this machine's apt names no mirror of Debian" >&2; exit 1; }

apt=$dir/apt
rm -rf "$dir/root" "$apt"
mkdir -p "$dir/root" "$apt/lists/partial" "$apt/archives/partial" "$apt/etc/preferences.d" "$apt/etc/apt.conf.d" "$apt/etc/trusted"
: >"$apt/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $from $suite main" >"$apt/sources.list"
cp /etc/apt/apt.conf.d/*proxy* "$apt/etc/apt.conf.d/" 2>/dev/null || true
cat >"$apt/apt.conf" <<EOF
Dir::State "$apt";
Dir::State::status "$apt/status";
Dir::State::Lists "$apt/lists";
Dir::Cache "$apt";
Dir::Cache::Archives "$apt/archives";
Dir::Etc "$apt/etc";
Dir::Etc::SourceList "$apt/sources.list";
Dir::Etc::SourceParts "-";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Check-Valid-Until "false";
Acquire::Retries "3";
EOF

quietly() { "$@" >"$apt/log" 2>&1 || { tail -n 5 "$apt/log" >&2; exit 1; }; }
export APT_CONFIG=$apt/apt.conf
quietly apt-get update -qq
quietly apt-get install -qq -y --download-only "$package" patchelf
for deb in "$apt"/archives/*.deb; do
	dpkg-deb -x "$deb" "$dir/root"
done

# The libraries and the loader stand in the directory, or were moved to usr/.
root=$dir/root
libraries=$(find "$root" -type d -name '*-linux-gnu*' -path '*/lib/*' -prune | paste -sd:)
loader=$(find "$root" -name 'ld-linux*.so*' | sort | head -n 1)
[ -n "$loader" ] || { echo "install.sh: the packages hold no loader" >&2; exit 1; }
patchelf() { "$loader" --library-path "$libraries" "$root/usr/bin/patchelf" "$@"; }
patchelf --set-interpreter "$loader" --set-rpath "$libraries" "$command"
rm -rf "$apt"
"$command" --version >/dev/null
echo "$command"
