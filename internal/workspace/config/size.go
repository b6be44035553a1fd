package config

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// What a configuration may have of each thing. The decoder keeps the full name of every
// table on the way to a key, so that its memory is the product of these.
const (
	maxConfigKeys  = 10_000
	maxConfigDepth = 8     // parts of a key, and brackets within each other
	maxConfigKey   = 1_000 // bytes of a key, all its parts together
)

// A scan passes over a TOML text before it is decoded, and finds the first place
// at which there is more of something than there may be. It takes brackets, dots and
// equals signs outside of strings and comments for what they are; what else is wrong
// with the text is left to the decoder, which goes no further than its first mistake.
type scan struct {
	text   string
	at     int
	start  int  // of the key that is being passed
	dots   int  // in it
	open   int  // brackets
	valued bool // an equals sign was met on this line, or before the bracket that is open
	header bool // the outermost bracket is that of a table's name
	keys   int
	fault  string
}

// configTooLarge refuses a text that would take the decoder out of proportion.
func configTooLarge(name, text string) error {
	s := &scan{text: text}
	for s.at < len(text) {
		if s.step(); s.fault != "" {
			return s.error(name)
		}
	}
	return nil
}

func (s *scan) error(name string) error {
	before := s.text[:s.at-1] // the step that is refused was taken
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return &Error{name, 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(line), s.fault}
}

func (s *scan) step() {
	switch s.text[s.at] {
	case '#':
		s.at += indexOr(s.text[s.at:], "\n")
		return
	case '"', '\'':
		s.at += stringLength(s.text[s.at:])
		return
	case '.':
		s.dots++
		s.refuse(s.dots >= maxConfigDepth, "a key of more than %d parts", maxConfigDepth)
	case '[', '{':
		s.enter()
	case ']', '}':
		s.leave()
	case '=':
		s.key()
		s.valued = true
	case '\n':
		s.valued = s.valued && s.open > 0
		s.begin()
	case ',':
		s.begin()
	}
	s.at++
}

func (s *scan) begin() { s.start, s.dots = s.at+1, 0 }

func (s *scan) enter() {
	if s.open == 0 {
		s.header = !s.valued
	}
	s.open++
	s.refuse(s.open > maxConfigDepth, "brackets in more than %d others", maxConfigDepth)
	s.begin()
}

func (s *scan) leave() {
	if s.header {
		s.key()
	}
	s.open = max(s.open-1, 0)
	s.begin()
}

// key ends a key, or the name of a table.
func (s *scan) key() {
	s.keys++
	s.refuse(s.keys > maxConfigKeys, "more than %d keys", maxConfigKeys)
	s.refuse(s.at-s.start > maxConfigKey, "a key of more than %d bytes", maxConfigKey)
	s.begin()
}

func (s *scan) refuse(exceeds bool, what string, limit int) {
	if exceeds && s.fault == "" {
		s.fault = "the configuration is too large to read: " + fmt.Sprintf(what, limit)
	}
}

// stringLength is how far a string goes that begins a text, its quotes included: one of
// a single line to the end of the line at most.
func stringLength(text string) int {
	quote := text[:1]
	if !strings.HasPrefix(text, quote+quote+quote) {
		return 1 + closing(text[1:], quote, "\n")
	}
	n := 3 + closing(text[3:], quote+quote+quote, "")
	for more := 0; more < 2 && strings.HasPrefix(text[n:], quote); more++ {
		n++ // quotes that the string ends with
	}
	return n
}

// closing is how far it is to behind the quotes that end a string, or to the text that
// ends it without.
func closing(text, quotes, end string) int {
	for i := 0; i < len(text); i++ {
		switch {
		case strings.HasPrefix(text[i:], quotes):
			return i + len(quotes)
		case end != "" && strings.HasPrefix(text[i:], end):
			return i
		case text[i] == '\\' && quotes[0] == '"':
			i++
		}
	}
	return len(text)
}

// indexOr is where a text first holds a piece, or its end.
func indexOr(text, piece string) int {
	if i := strings.Index(text, piece); i >= 0 {
		return i
	}
	return len(text)
}
