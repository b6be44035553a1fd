package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/reeflective/readline"
	"github.com/reeflective/readline/inputrc"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/repl"
)

// plainLines reads a session's input from what is no terminal.
type plainLines struct{ lines *bufio.Reader }

func newPlainLines(r io.Reader) *plainLines { return &plainLines{bufio.NewReader(r)} }

// read gives the next lines that make a whole, as a terminal takes them.
func (p *plainLines) read() (string, error) {
	var text strings.Builder
	for {
		line, err := p.lines.ReadString('\n')
		text.WriteString(line)
		switch {
		case err == io.EOF && text.Len() > 0:
			return text.String(), nil
		case err != nil:
			return "", err
		case whole(text.String()):
			return text.String(), nil
		}
	}
}

// whole tells whether a text is taken as it is: a command, what lacks nothing, or
// what an empty line ends.
func whole(text string) bool {
	return strings.HasPrefix(strings.TrimSpace(text), ":") || strings.HasSuffix(text, "\n\n") || repl.Complete(text)
}

// A lineEditor reads a session's input from a terminal.
type lineEditor struct{ shell *readline.Shell }

func newLineEditor(env *environment, s *repl.Session) *lineEditor {
	shell := readline.NewShell()
	shell.Prompt.Primary(func() string { return env.Palette().Paint(console.Blue, "frac>") + " " })
	shell.AcceptMultiline = func(line []rune) bool { return whole(string(line) + "\n") }
	shell.Completer = func(line []rune, cursor int) readline.Completions { return completions(s, line, cursor) }
	// The first Tab writes what all candidates have in common and lists them, the
	// next ones go through them.
	shell.Config.Vars["menu-complete-display-prefix"] = true
	for _, keys := range []string{"emacs", "emacs-standard", "vi-insert"} {
		if shell.Config.Binds[keys] != nil {
			shell.Config.Binds[keys]["\t"] = inputrc.Bind{Action: "menu-complete"}
		}
	}
	if path := historyFile(); path != "" {
		shell.History.AddFromFile("sessions", path)
	}
	return &lineEditor{shell}
}

func (e *lineEditor) read() (string, error) {
	text, err := e.shell.Readline()
	switch {
	case err == nil:
		return text, nil
	case errors.Is(err, io.EOF):
		return "", io.EOF
	case errors.Is(err, readline.ErrInterrupt):
		return "", errAbandoned
	}
	return "", err
}

// historyFile is where lines are kept from session to session; "" for nowhere.
func historyFile() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	dir = filepath.Join(dir, "fraccheck")
	if os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	path := filepath.Join(dir, "repl-history")
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return ""
	}
	return path
}

// completions lists what an editor would, and the session's own commands.
func completions(s *repl.Session, line []rune, cursor int) readline.Completions {
	text, at := string(line), len(string(line[:cursor]))
	if strings.HasPrefix(text, ":") && !strings.Contains(text[:at], " ") {
		return commandCompletions(text[:at])
	}
	if rest, ok := strings.CutPrefix(text, ":load "); ok {
		const lead = `import "`
		return offered(s.Completions(lead+rest, len(lead)+at-len(":load ")))
	}
	if strings.HasPrefix(text, ":") {
		skip := strings.Index(text, " ") + 1
		text, at = text[skip:], at-skip
	}
	return offered(s.Completions(text, at))
}

func offered(word string, found []repl.Completion) readline.Completions {
	var pairs []string
	for _, c := range found {
		pairs = append(pairs, c.Text, c.Detail)
	}
	list := readline.CompleteValuesDescribed(pairs...).NoSpace('*').NoSort()
	list.PREFIX = word
	return list
}

func commandCompletions(typed string) readline.Completions {
	var pairs []string
	for _, a := range replActions() {
		pairs = append(pairs, ":"+a.name, a.help)
	}
	list := readline.CompleteValuesDescribed(pairs...)
	list.PREFIX = typed
	return list
}
