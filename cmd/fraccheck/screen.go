package main

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// A text of a user may hold what a terminal obeys instead of showing it: sequences that move
// the cursor, rename the window, or put text where the program did not write. Messages and
// excerpts have none of it wherever they are printed (printable). Programs and patches are
// printed as they are, since other programs read them; on a terminal they go through
// asShown, and so does all that is printed there.

// asShown is a text as a terminal may see it: each character that a terminal would obey is the
// replacement character, but for line ends and tabs. Own sequences are those of the palette,
// which stay where they are meant to.
func asShown(text []byte, own bool) []byte {
	if !bytes.ContainsFunc(text, obeyed) {
		return text
	}
	shown := make([]byte, 0, len(text)+len(text)/8)
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		sequence := ""
		if r == 0x1b && own {
			sequence = ownSequence(text)
		}
		switch {
		case sequence != "":
			shown, size = append(shown, sequence...), len(sequence)
		case r == '\r' && bytes.HasPrefix(text, []byte("\r\n")):
			shown = append(shown, '\r')
		case obeyed(r):
			shown = utf8.AppendRune(shown, utf8.RuneError)
		default:
			shown = append(shown, text[:size]...)
		}
		text = text[size:]
	}
	return shown
}

// obeyed reports whether a terminal does something else with a character than to show it.
func obeyed(r rune) bool { return r != '\n' && r != '\t' && unshowable(r) }

// ownSequence is the sequence of the palette that a text begins with; empty for none.
func ownSequence(text []byte) string {
	for _, sequence := range colours {
		if bytes.HasPrefix(text, []byte(sequence)) {
			return sequence
		}
	}
	if bytes.HasPrefix(text, []byte(uncoloured)) {
		return uncoloured
	}
	return ""
}

// program is the text of a program, or of a part of one, to be printed: on a terminal as it may
// see it.
func (env *environment) program(text string) string {
	if !env.terminal {
		return text
	}
	return string(asShown([]byte(text), false))
}

// flush writes what was printed.
func (env *environment) flush(to io.Writer) error {
	printed := env.stdout.Bytes()
	if env.terminal {
		printed = asShown(printed, env.colour)
	}
	_, err := to.Write(printed)
	env.stdout.Reset()
	return err
}

// A screen is a terminal that shows text of users.
type screen struct {
	to     io.Writer
	colour bool
}

func (s screen) Write(text []byte) (int, error) {
	if _, err := s.to.Write(asShown(text, s.colour)); err != nil {
		return 0, err
	}
	return len(text), nil
}
