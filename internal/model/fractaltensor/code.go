package fractaltensor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/python"
)

// A code is a piece of the program with its place in Python. Its parts are strings and codes: a
// rope, which is written once at the end, because a piece may become a part of several (the argument
// of a function that is written where it is called) and annotations may be dropped from pieces that
// are parts already (definition.drop).
//
// A code with an empty span has no place of its own: a diagnostic in it is shown at the piece around.
type code struct {
	span  python.Span
	parts []any
	size  int // bytes that it writes, at most sizeLimit
}

// sizeLimit saturates sizes. A code that is a part of several counts in each, so that k doublings
// make a size of 2^k from k pieces: the size is computed before anything is written.
const sizeLimit = 1 << 40

func text(span python.Span, parts ...any) *code {
	c := &code{span: span}
	c.add(parts...)
	return c
}

func (c *code) add(parts ...any) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			c.size += len(p)
		case *code:
			if p != nil {
				c.size = min(c.size+p.size, sizeLimit)
			}
		}
	}
	c.parts = append(c.parts, parts...)
}

func joined(span python.Span, separator string, parts []*code) *code {
	c := &code{span: span}
	for i, p := range parts {
		if i > 0 {
			c.add(separator)
		}
		c.add(p)
	}
	return c
}

// write writes a piece and records its range in the program with that in Python. Inner pieces come
// first; sortSpans gives the order that model.Translation wants.
func (c *code) write(b *strings.Builder, spans *[]model.Translated) {
	start := b.Len()
	for _, p := range c.parts {
		switch p := p.(type) {
		case string:
			b.WriteString(p)
		case *code:
			if p != nil {
				p.write(b, spans)
			}
		}
	}
	if c.span.End > 0 && b.Len() > start {
		*spans = append(*spans, model.Translated{Start: int32(start), End: int32(b.Len()), From: int32(c.span.Start), To: int32(c.span.End)})
	}
}

// sortSpans puts outer ranges before inner ones.
func sortSpans(spans []model.Translated) {
	slices.SortStableFunc(spans, func(a, b model.Translated) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
}

// localName is a variable of Python as one of Frac. `%last(xs)` is a call of what %last holds, and
// `last(xs)` one of the operator: a reader confuses them, and so a variable with the name of an
// operator gets an underscore.
func localName(name string) string {
	name = asciiName(name)
	if operators()[name] != nil {
		name += "_"
	}
	return "%" + name
}

// asciiName spells letters that names in Frac do not have by their code points: `λ` is `u3bb_`. The
// underscore ends the number, so that different names stay different.
func asciiName(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "u%x_", r)
		}
	}
	return b.String()
}

var operators = sync.OnceValue(table.Default)
