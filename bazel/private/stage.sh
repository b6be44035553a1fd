#!/bin/sh
# stage.sh MANIFEST FRACCHECK ARGUMENT... runs fraccheck on files of a target.
#
# The manifest has a line for each file: "own" for one that is looked at, "seen" for one
# that is only imported, or a configuration, "signatures" for one that stands for imported
# ones, "emit" for the signatures that are to be written; then where it is, and its path in
# the workspace. What is read is copied to these paths in a tree of its own: Bazel shows
# links to files, and an import that led on from where a link leads would find what is not
# among the inputs.
set -eu
manifest=$1 fraccheck=$2
shift 2
case $fraccheck in
/*) ;;
*) fraccheck=$PWD/$fraccheck ;;
esac
tree=$(mktemp -d "${TEST_TMPDIR:-$PWD}/frac.XXXXXX")
trap 'rm -rf "$tree"' EXIT

tab=$(printf '\t')
while IFS=$tab read -r kind path name; do
	case $kind in
	signatures) set -- "$@" --signatures "$name" ;;
	emit) set -- "$@" --emit-signatures "$PWD/$path" ;;
	esac
done <"$manifest"

set -- "$@" --
while IFS=$tab read -r kind path name; do
	[ "$kind" != emit ] || continue
	[ "$kind" != own ] || set -- "$@" "$name"
	[ ! -e "$tree/$name" ] || continue
	case $name in
	*/*) mkdir -p "$tree/${name%/*}" ;;
	esac
	cp -L "$path" "$tree/$name"
done <"$manifest"

# Neither a configuration nor a repository above the tree is to be found.
[ -e "$tree/fraccheck.toml" ] || : >"$tree/fraccheck.toml"
: >"$tree/.git"
cd "$tree"
"$fraccheck" "$@"
