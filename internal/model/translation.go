package model

import (
	"sort"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
)

// A Translation is a program that represents a text in another language. Its diagnostics are shown
// in that text.
type Translation struct {
	Text  string       // of the program, in Frac
	Spans []Translated // by Start; an inner one follows the one around it
	Notes []TextFinding
	// Reads are the paths at which imported modules were looked for. A change of one of them, or
	// one that comes, may change the program.
	Reads []string
	// Names are those of functions of the text, by the names of the definitions that represent them.
	Names map[string]string
}

// A Translated is a range of the program, and the range of the text that it represents, in bytes.
type Translated struct {
	Start, End int32 // of the program
	From, To   int32 // of the text
}

// A TextFinding is a diagnostic of the text itself.
type TextFinding struct {
	Code     codes.Code
	Severity codes.Severity
	From, To int32
	Message  string
	Notes    []string
}

// At returns the range of the text that a range of the program represents: that of the innermost
// expression around it, or nothing.
func (t *Translation) At(start, end int32) (from, to int32) {
	i := sort.Search(len(t.Spans), func(i int) bool { return t.Spans[i].Start > start }) - 1
	for ; i >= 0; i-- {
		if s := t.Spans[i]; s.Start <= start && end <= s.End {
			return s.From, s.To
		}
	}
	return 0, 0
}

// quotedName is a variable or a definition in a message.
var quotedName = lazyregexp.New("`[%@][A-Za-z_0-9]+`")

// InText writes the names of a message as the text has them.
func (t *Translation) InText(message string) string {
	return quotedName().ReplaceAllStringFunc(message, func(quoted string) string {
		name := quoted[2 : len(quoted)-1]
		if written, ok := t.Names[name]; ok && quoted[1] == '@' {
			name = written
		}
		return "`" + name + "`"
	})
}
