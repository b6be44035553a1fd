# Drives an editor on a terminal that nobody sees, for the tests that source this
# file. What is waited for is looked for again and again, up to a minute each: on a
# machine that has much to do nothing else is known of time.
#
#   scratch            a folder that goes when the test ends
#   start COMMAND…     opens the terminal
#   press KEY…         presses keys by tmux's names; `put TEXT` types a text
#   shows TEXT         waits until a text is on the screen; `hides TEXT` until it is not
#   file PATH TEXT     waits until a file holds exactly this
#   try NAME FUNCTION  counts; `report` tells and gives the status

scratch=$(cd "$(mktemp -d)" && pwd -P)
socket=$scratch/tmux
passed=0
failed=0
trap 'leave; clean' EXIT

terminal() { tmux -S "$socket" -f /dev/null "$@"; }

# leave ends the terminal, and comes back when the editor has ended too.
leave() {
	local editor
	editor=$(terminal list-panes -a -F '#{pane_pid}' 2>/dev/null) || return 0
	terminal kill-server >/dev/null 2>&1 || true
	for _ in {1..300}; do
		kill -0 "$editor" 2>/dev/null || return 0
		sleep 0.1
	done
	kill -9 "$editor" 2>/dev/null || true
}

# clean removes the folder, into which a server that ends may still write.
clean() {
	for _ in {1..50}; do
		rm -rf "$scratch" 2>/dev/null && return
		sleep 0.1
	done
}

start() {
	leave
	local command
	command=$(printf ' %q' "$@")
	TERM=xterm-256color terminal new-session -d -x 110 -y 34 "exec$command 2>$scratch/stderr"
	# Escape is a key of its own, whatever follows it.
	terminal set-option -s escape-time 0
}

press() { terminal send-keys "$@"; }
put() { terminal send-keys -l -- "$1"; }
screen() { terminal capture-pane -p 2>/dev/null || cat "$scratch/stderr"; }
colours() { terminal capture-pane -p -e; }

# waits runs a command until it succeeds; what it waits for comes first.
waits() {
	local what=$1 deadline=$((SECONDS + ${PATIENCE:-60}))
	shift
	until "$@"; do
		if ((SECONDS >= deadline)); then
			echo "$what did not come"
			return 1
		fi
		sleep 0.1
	done
}

on_screen() { screen | grep -qF -- "$1"; }
off_screen() { ! on_screen "$1"; }
shows() { waits "on the screen, \`$1\`" on_screen "$1"; }
hides() { waits "the end of \`$1\`" off_screen "$1"; }

has_text() { [ "$(cat "$1" 2>/dev/null)" = "$2" ]; }
file() { waits "in $(basename "$1"), \`$2\`" has_text "$1" "$2" || { cat "$1"; return 1; }; }

# folder makes a workspace of its own, and goes there.
folder() {
	work=$(mktemp -d "$scratch/work.XXXXXX")
	: >"$work/fraccheck.toml"
	cd "$work" || return 1
}

# try runs a test; a command of it that fails ends it.
try() {
	local told status
	set +e
	told=$(set -e; "$2" 2>&1)
	status=$?
	set -e
	if [ "$status" = 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAIL %s\n%s\n' "$1" "$told"
		screen
	fi
	leave
}

report() {
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ]
}
