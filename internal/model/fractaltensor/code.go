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

// A code is a piece of the program with the place in Python that it stands for. Its parts are
// strings and codes.
type code struct {
	span  python.Span
	parts []any
	size  int // bytes that it writes, at most sizeLimit: a code that is a part of several is written several times
}

const sizeLimit = 1 << 40

func text(span python.Span, parts ...any) *code {
	c := &code{span: span}
	c.add(parts...)
	return c
}

// add appends parts.
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

// joined puts separators between codes.
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

// write writes a piece and records the ranges.
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

// sortSpans puts outer ranges in front of inner ones.
func sortSpans(spans []model.Translated) {
	slices.SortStableFunc(spans, func(a, b model.Translated) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
}

// localName is a variable of Python in Frac, where the name of an operator calls what a variable of
// that name holds.
func localName(name string) string {
	name = asciiName(name)
	if operators()[name] != nil {
		name += "_"
	}
	return "%" + name
}

// asciiName spells letters that names in Frac do not have.
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
