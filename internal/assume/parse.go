package assume

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// An Error says what is wrong with a text, and at which byte.
type Error struct {
	Text    string
	Offset  int
	Message string
}

func (e *Error) Error() string {
	column := 1 + utf8.RuneCountInString(e.Text[:min(e.Offset, len(e.Text))])
	return fmt.Sprintf("`%s`, column %d: %s", e.Text, column, e.Message)
}

// What one text may hold: bytes, and equations and relations of all texts together.
const (
	maxText       = 1000
	maxStatements = 64
)

// unknownExtent represents every extent that has no expression.
const unknownExtent = "?"

// A side of an equation or a relation, with its place in the text.
type side struct {
	text   string
	offset int
}

// A statement is two sides and the sign between them.
type statement struct {
	text        string // all of which this is a part
	sign        string
	left, right side
}

// signs are those between two sides; of two that begin alike the longer one is first.
var signs = []string{"<=", ">=", "==", "≤", "≥", "<", ">", "="}

// meaning is one sign for those that mean the same.
var meaning = map[string]string{"==": "=", "≤": "<=", "≥": ">="}

func (s statement) fault(at int, format string, args ...any) *Error {
	return &Error{s.text, at, fmt.Sprintf(format, args...)}
}

// statements cuts a text at the commas outside of parentheses, and each part at its signs:
// `k <= n <= m` is two statements.
func statements(text string) ([]statement, error) {
	if len(text) > maxText {
		return nil, &Error{strings.ToValidUTF8(text[:40], "") + "…", 0, fmt.Sprintf("what is assumed has up to %d bytes; give several", maxText)}
	}
	var all []statement
	sides, between := []side{}, []string{}
	depth, start := 0, 0
	end := func(at int) { sides = append(sides, trimmed(text, start, at)) }
	finish := func(at int) error {
		end(at)
		if len(between) == 0 {
			return &Error{text, sides[0].offset, "expected an equation or a relation between sizes, such as `N=1` or `n >= m`"}
		}
		for i, sign := range between {
			all = append(all, statement{text, sign, sides[i], sides[i+1]})
		}
		sides, between = sides[:0:0], between[:0:0]
		return nil
	}
	for i := 0; i < len(text); {
		switch sign := signAt(text[i:]); {
		case sign != "" && depth == 0:
			end(i)
			if name, ok := meaning[sign]; ok {
				between = append(between, name)
			} else {
				between = append(between, sign)
			}
			i += len(sign)
			start = i
			continue
		case text[i] == '(':
			depth++
		case text[i] == ')':
			depth--
		case text[i] == ',' && depth == 0:
			if err := finish(i); err != nil {
				return nil, err
			}
			start = i + 1
		}
		i++
	}
	return all, finish(len(text))
}

func signAt(text string) string {
	for _, s := range signs {
		if strings.HasPrefix(text, s) {
			return s
		}
	}
	return ""
}

// trimmed is a piece of a text without the spaces around it.
func trimmed(text string, from, to int) side {
	piece := strings.TrimLeft(text[from:to], " \t\n")
	return side{strings.TrimRight(piece, " \t\n"), to - len(piece)}
}

// expr reads a side; names become symbols of the set.
func (s *Set) expr(st statement, of side) (*symbolic.Expr, error) {
	if strings.Contains(of.text, unknownExtent) {
		at := of.offset + strings.Index(of.text, unknownExtent)
		return nil, st.fault(at, "`?` stands for extents without a name; write `?=` and a number, such as `?=1`")
	}
	e, err := symbolic.Parse(of.text, s.symbol)
	if mistake := (*symbolic.ParseError)(nil); errors.As(err, &mistake) {
		return nil, st.fault(of.offset+min(mistake.Offset, len(of.text)), "%s", mistake.Message)
	}
	s.note(e, st.text)
	return e, err
}
