package main

import (
	"bufio"
	"io"
	"strings"

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
