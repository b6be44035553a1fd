#!/bin/sh
# Says its version as fraccheck does, and ends where it is to serve.
[ "$1" = --version ] && exec echo "fraccheck v0.0.1"
echo "fraccheck: unexpected argument lsp" >&2
exit 2
