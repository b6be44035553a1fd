#!/usr/bin/env bash
# Looks at Neovim's screen as a user sees it who has followed `:help fraccheck` and set
# nothing else:
#   FRACCHECK=/path/to/fraccheck screen.sh /path/to/nvim
# It needs tmux; where cc is there, the parser of ../tree-sitter-frac is tried, too.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
nvim=$(realpath "$1")
source "$here/../terminal.sh"

export HOME=$scratch/home XDG_CONFIG_HOME=$scratch/config XDG_CACHE_HOME=$scratch/cache
export XDG_STATE_HOME=$scratch/state XDG_DATA_HOME=$scratch/data
mkdir -p "$HOME" "$XDG_CONFIG_HOME/nvim" "$scratch/bin"
ln -s "${FRACCHECK:-$(command -v fraccheck)}" "$scratch/bin/fraccheck"
export PATH=$scratch/bin:$PATH
cat >"$XDG_CONFIG_HOME/nvim/init.lua" <<LUA
vim.opt.runtimepath:append("$here")
vim.o.shortmess, vim.o.swapfile = vim.o.shortmess .. "I", false
LUA

edit() { start "$nvim" "$@"; }
command_() { put ":$1"; press Enter; }

# in_colour waits until the regular expression is on the screen, with its colours.
matches() { colours | grep -qE -- "$1"; }
in_colour() { waits "the colours $(printf %q "$1")" matches "$1"; }

escape=$'\e''\[[0-9;:]*m'
# coloured waits until the colour of a word ends with it.
coloured() { in_colour "$1$escape"; }

program='def @inc(%x: int32) -> int32 { %x + 1 }

@inc(41)
@inc(1 - 2.0)
'

inc() {
	folder
	printf %s "$program" >a.frac
	edit a.frac
	shows "2 references"
}

mistake() {
	inc
	shows "E "
	in_colour $'\e''\[[0-9;:]*4[0-9;:]*m[^m]*2\.0'
	command_ "lua vim.diagnostic.open_float({ scope = 'buffer' })"
	shows "needs operands of one dtype"
}

lenses() {
	inc
	shows "▶ run"
	press 3 G
	command_ "lua vim.lsp.codelens.run()"
	shows "▶ run = 42"
}

result() {
	inc
	press 3 G
	command_ "Frac run"
	shows "▶ run = 42"
	hides "= 42 : int32"
	command_ "Frac run @inc 5"
	shows "   = 6 : int32" # the lens may precede it, or after
	put "Go# changed"
	press Escape
	hides " = 6 : int32"
}

value() {
	inc
	press 3 G
	command_ "Frac value"
	shows "│42"
	shows "│int32"
	put jj
	hides "│42"
}

hover() {
	inc
	press 3 G
	put K
	shows "@inc : fn(int32) -> int32"
}

words() {
	inc
	coloured def
	command_ "syntax off"
	command_ "checkhealth fraccheck"
	shows "there is no tree-sitter parser of frac"
}

missing() {
	rm "$scratch/bin/fraccheck"
	folder
	printf %s "$program" >a.frac
	PATH=/usr/bin:/bin edit a.frac
	shows "is not on the PATH"
	ln -s "${FRACCHECK:-$(command -v fraccheck)}" "$scratch/bin/fraccheck"
}

# The steps of `:help fraccheck-tree-sitter`.
parser() {
	local to=$XDG_DATA_HOME/nvim/site/parser
	mkdir -p "$to"
	(cd "$here/../tree-sitter-frac" && cc -O2 -shared -fPIC -Isrc src/parser.c src/scanner.c -o "$to/frac.so")
}

queries() {
	folder
	cp "$here/test/queries.frac" a.frac
	edit a.frac
	shows "data Tree"
	command_ "luafile $here/test/queries.lua"
	shows "every query is read, every capture seen and coloured"
}

tree() {
	inc
	command_ "checkhealth fraccheck"
	shows "the tree-sitter parser of frac is there"
	command_ "bdelete"
	command_ "InspectTree"
	shows "name: (global)"
}

document() {
	folder
	printf '# A page\n\n```frac\ndef @inc(%%x: int32) -> int32 { %%x + 1 }\n```\n' >a.md
	edit a.md
	shows "def @inc"
	command_ "lua vim.treesitter.start()"
	coloured def
}

"$nvim" --version | head -n 1
try "a mistake has a sign, a line under it and a message" mistake
try "a lens stands at its line and runs it" lenses
try "the result of a run stands in the lens, that of a call behind the line until the text changes" result
try "a value is shown in a window that goes when the cursor moves" value
try "a hover shows the type" hover
try "words have colours without a parser" words
try "a missing program is told of" missing
if command -v cc >/dev/null 2>&1; then
	try "the parser is built" parser
	try "the queries fit the parser, and all that they mark has a colour" queries
	try "the tree is shown" tree
	try "a program in a document has colours" document
else
	echo "the parser is not tried, cc is missing"
fi
report
