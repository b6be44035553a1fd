package console

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// A Console is where a command prints.
type Console struct {
	Stdout *bytes.Buffer // written when the command is done, so that a fault leaves nothing half-written
	Stderr io.Writer
	Colour bool
	// Terminal reports whether standard output is one, Columns how wide it is: 0 where that is
	// not known.
	Terminal bool
	Columns  int
}

// Palette is that of standard output: nil, which colours nothing, where it shows no colours.
func (c *Console) Palette() Palette {
	if c.Colour {
		return colours
	}
	return nil
}

// Program is the text of a program, or of a part of one, to be printed: on a terminal as it may
// show it.
func (c *Console) Program(text string) string {
	if !c.Terminal {
		return text
	}
	return string(AsShown([]byte(text), false))
}

// Flush writes what was printed.
func (c *Console) Flush(to io.Writer) error {
	printed := c.Stdout.Bytes()
	if c.Terminal {
		printed = AsShown(printed, c.Colour)
	}
	_, err := to.Write(printed)
	c.Stdout.Reset()
	return err
}

// A Tone is how a word of a report looks.
type Tone int

const (
	Bold Tone = iota
	Red
	Yellow
	Blue
	Cyan
)

// A Palette gives each tone its terminal sequence.
type Palette map[Tone]string

// colours are the palette of a terminal.
var colours = Palette{Bold: "\x1b[1m", Red: "\x1b[1;31m", Yellow: "\x1b[1;33m", Blue: "\x1b[34m", Cyan: "\x1b[36m"}

// uncoloured ends a tone.
const uncoloured = "\x1b[0m"

// Paint is a text in a tone.
func (p Palette) Paint(t Tone, text string) string {
	if p[t] == "" || text == "" {
		return text
	}
	return p[t] + text + uncoloured
}

// AsShown is a text as a terminal may see it: each character that a terminal would obey is the
// replacement character, but for line ends and tabs. Own sequences are those of the palette,
// which stay where they are meant to.
func AsShown(text []byte, own bool) []byte {
	if !bytes.ContainsFunc(text, Obeyed) {
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
		case Obeyed(r):
			shown = utf8.AppendRune(shown, utf8.RuneError)
		default:
			shown = append(shown, text[:size]...)
		}
		text = text[size:]
	}
	return shown
}

// Obeyed reports whether a terminal does something else with a character than to show it.
func Obeyed(r rune) bool { return r != '\n' && r != '\t' && Unshowable(r) }

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

// Screen is a writer to a terminal that shows text of users; colour is whether it shows the
// palette's own sequences.
func Screen(to io.Writer, colour bool) io.Writer { return screen{to, colour} }

type screen struct {
	to     io.Writer
	colour bool
}

func (s screen) Write(text []byte) (int, error) {
	if _, err := s.to.Write(AsShown(text, s.colour)); err != nil {
		return 0, err
	}
	return len(text), nil
}
