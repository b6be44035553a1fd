#!/usr/bin/env bash
# Drives Helix, with the configuration beside this file and nothing of the user's own:
#   FRACCHECK=/path/to/fraccheck test.sh /path/to/hx
# It needs tmux, and cc for the grammar.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
hx=$(realpath "$1")
source "$here/../terminal.sh"

export HOME=$scratch/home XDG_CONFIG_HOME=$scratch/config XDG_CACHE_HOME=$scratch/cache XDG_DATA_HOME=$scratch/data
config=$XDG_CONFIG_HOME/helix
mkdir -p "$HOME" "$XDG_CACHE_HOME" "$scratch/bin" "$config/runtime/queries" "$config/runtime/grammars"
ln -s "${FRACCHECK:-$(command -v fraccheck)}" "$scratch/bin/fraccheck"
export PATH=$scratch/bin:$PATH
# Debian's package has the runtime beside the program.
[ ! -d "$(dirname "$hx")/runtime" ] || export HELIX_RUNTIME=$(dirname "$hx")/runtime

# The steps of docs/editors.md.
sed "s|/path/to/fraccheck|$(cd "$here/../.." && pwd)|" "$here/languages.toml" >"$config/languages.toml"
ln -s "$here/queries/frac" "$here/queries/frac-config" "$config/runtime/queries/"
"$hx" --grammar build >"$scratch/build" 2>&1 || true

edit() { start "$hx" --log "$scratch/log" -v "$@"; }
# wrote saves, and waits for what is in the file then.
wrote() { put ":write"; press Enter; file "$1" "$2"; }

# normal ends inserting, and waits until it has: a key after Escape at once is taken with Alt.
normal() { press Escape; shows " NOR "; }

health() {
	[ -f "$config/runtime/grammars/frac.so" ] || { grep frac "$scratch/build"; return 1; }
	"$hx" --health frac >"$scratch/health"
	! grep -E '✘|parser:.*None|servers:.*None' "$scratch/health"
	"$hx" --health fracrule | grep -q '✓.*fraccheck'
	"$hx" --health frac-config >"$scratch/health"
	grep -q '✓.*fraccheck' "$scratch/health" && ! grep -E 'Highlight queries:.*✘' "$scratch/health"
}

colour() {
	folder
	printf 'data Coin { Heads  Tails }\n# A comment.\ndef @f(%%x: int32) -> int32 { %%x + 1 }\n' >a.frac
	edit a.frac
	shows "data Coin"
	# In the theme for terminals keywords are magenta, and functions blue.
	keyword() { colours | grep -qE $'\e''\[35m('$'\e''\[[0-9;]*m)*ata'; }
	function_() { colours | grep -qE $'\e''\[34m('$'\e''\[[0-9;]*m)*@f'; }
	waits "the colour of \`data\`" keyword
	waits "the colour of \`@f\`" function_
	! grep -E 'ERROR.*(quer|grammar|syntax)' "$scratch/log"
}

# inc is a definition with its calls, and a mistake at the end that tells when the server is ready.
inc() {
	folder
	printf 'def @inc(%%x: int32) -> int32 { %%x + 1 }\n\n@inc(41)\n@inc(2)\n@gone()\n' >a.frac
	edit a.frac
	shows "● 1"
}

mistake() {
	folder
	printf 'def @inc(%%x: int32) -> int32 {\n  %%x + 1f\n}\n' >a.frac
	edit a.frac
	shows "● 1"
	put "2gggl"
	shows "needs operands of one dtype"
	put " a"
	shows "write \`1\`"
	press Enter
	hides "● 1"
	wrote a.frac $'def @inc(%x: int32) -> int32 {\n  %x + 1\n}'
}

hover() {
	inc
	put "3gg k"
	shows "fn(int32) -> int32"
}

definition() {
	inc
	put "3gggd"
	shows "1:5"
}

references() {
	inc
	put "3gggr"
	shows "a.frac:4"
}

renamed() {
	inc
	printf 'import "a.frac"\n@inc(1)\n' >b.frac
	put "3gg r"
	shows "rename-to"
	press C-u
	put "plus"
	press Enter
	shows "@plus(41)"
	put ":write-all"
	press Enter
	file a.frac $'def @plus(%x: int32) -> int32 { %x + 1 }\n\n@plus(41)\n@plus(2)\n@gone()'
	file b.frac $'import "a.frac"\n@plus(1)'
}

completed() {
	inc
	put "4ggo@in"
	shows "@inc function"
	press Tab Escape
	wrote a.frac $'def @inc(%x: int32) -> int32 { %x + 1 }\n\n@inc(41)\n@inc(2)\n@inc()\n@gone()'
}

formatted() {
	folder
	printf 'def @f( %%x:int32 )->int32{\n%%x+True }\n' >a.frac
	edit a.frac
	shows "● 1"
	put ":format"
	press Enter
	shows "%x + True"
	wrote a.frac $'def @f(%x: int32) -> int32 {\n  %x + True\n}'
}

indented() {
	folder
	printf 'def @f(%%x: int32) -> int32 {\n}\n' >a.frac
	edit a.frac
	shows "def @f"
	put "o%x + 1"
	normal
	wrote a.frac $'def @f(%x: int32) -> int32 {\n  %x + 1\n}'
}

rules() {
	folder
	printf 'rewrite same {\n  var x\n  match x + 0\n  with y\n}\n' >a.fracrule
	edit a.fracrule
	shows "● 1"
}

# Hints are asked for in Helix's own settings, the costs among them in the server's.
hints() {
	cp -r "$XDG_CONFIG_HOME" "$scratch/hints"
	export XDG_CONFIG_HOME=$scratch/hints
	printf '[editor.lsp]\ndisplay-inlay-hints = true\n' >"$scratch/hints/helix/config.toml"
	sed -i 's/^# config = /config = /' "$scratch/hints/helix/languages.toml"
	folder
	cat >a.frac <<-'FRAC'
		def @sum(%x: List[int32]) -> int32 {
		  match (%x) { Nil => 0, Cons(%h, %t) => { let %s = @sum(%t); %h + %s } }
		}
		@gone()
	FRAC
	edit a.frac
	shows "● 1"
	# Helix asks for hints when the cursor moves.
	put l
	shows "let %s : int32 ="
	shows "O(|x|)"
}

try "the configuration, the server, the parser and the queries are in good health" health
try "words have colours" colour
try "a mistake is shown, and mended by a code action" mistake
try "a hover shows the type" hover
try "a definition is gone to" definition
try "references are listed" references
try "a rename changes two files" renamed
try "a name is completed" completed
try "a document is formatted" formatted
try "a new line is indented" indented
try "hints and settings" hints
try "a file of rules has findings" rules
report
