package convert

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// definition writes the definition of a row of blocks, with the names of its first block as far as
// they are those of all.
func (f *folder) definition(c *fold, name string) string {
	first := &c.blocks[0]
	renamed, taken := map[string]string{}, map[string]bool{}
	rename := func(text, wanted string) {
		for base, n := wanted, 2; taken[wanted]; n++ {
			wanted = base + "_" + strconv.Itoa(n)
		}
		renamed[text], taken[wanted] = wanted, true
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// Statements that %s repeats %d times.\ndef %s", f.item.SourceText(f.item.Declared()), c.count, name)
	if len(first.sizes) > 0 {
		b.WriteString("<" + strings.Join(first.sizes, ", ") + ">")
	}
	b.WriteByte('(')
	for i, o := range first.outer {
		rename(o.text, commonName(c, func(b *block) string { return b.outer[i].text }))
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(renamed[o.text] + ": " + o.typ)
	}
	for i, text := range first.bound {
		rename(text, commonName(c, func(b *block) string { return b.bound[i] }))
	}
	b.WriteByte(')')
	if t, ok := f.resultType(first); ok {
		b.WriteString(" -> " + t)
	}
	b.WriteString(" {\n")
	for i := c.start; i < c.start+c.period; i++ {
		b.WriteString("  " + f.statements[i].renamed(renamed, rename) + ";\n")
	}
	results := make([]string, len(first.results))
	for i, r := range first.results {
		results[i] = renamed[first.bound[r]]
	}
	b.WriteString("  " + tupled(results) + "\n}\n")
	return b.String()
}

// resultType is the type of what a block gives, if the size variables of its parameters are enough
// to write it.
func (f *folder) resultType(b *block) (string, bool) {
	parts := make([]types.Type, len(b.results))
	for i, r := range b.results {
		parts[i] = f.types[b.bound[r]]
	}
	t := parts[0]
	if len(parts) > 1 {
		t = &types.Tuple{Elems: parts}
	}
	closed := true
	types.Walk(t, func(t types.Type) bool {
		tensor, ok := t.(*types.Tensor)
		if !ok {
			return true
		}
		for _, d := range tensor.Shape {
			if e, ok := d.Symbolic(); ok {
				e.Symbols(func(s *symbolic.Symbol) { closed = closed && slices.Contains(b.sizes, s.Name) })
			}
		}
		return true
	})
	text := types.String(t)
	return text, closed && isWritten(t) && !strings.Contains(text, "?")
}

// union gives the first block the results of all: what one of them gives and nothing reads is `_`.
func (f *folder) union(c *fold) {
	all := map[int]bool{}
	for _, b := range c.blocks {
		for _, r := range b.results {
			all[r] = true
		}
	}
	c.blocks[0].results = slices.Sorted(maps.Keys(all))
}

// renamed is the text of a statement with other names. What it binds inside of itself keeps its
// name, unless another value has that.
func (s *letStatement) renamed(names map[string]string, rename func(text, wanted string)) string {
	var b strings.Builder
	at := int32(0)
	for k, t := range s.tokens {
		text := s.text[t.Start:t.End]
		switch t.Kind {
		case syntax.TokLocal:
			if names[text] == "" {
				rename(text, text)
			}
		case syntax.TokMeta:
			text = constantText(s, k)
		default:
			continue
		}
		b.WriteString(s.text[at:t.Start] + names[text])
		at = t.Start + int32(len(text))
	}
	return b.String() + s.text[at:]
}

// calls writes the calls that stand for a row of blocks.
func (f *folder) calls(c *fold, name string) string {
	var out strings.Builder
	for k := range c.blocks {
		b := &c.blocks[k]
		end := c.start + (k+1)*c.period
		results := make([]string, len(c.blocks[0].results))
		for i, r := range c.blocks[0].results {
			if results[i] = b.bound[r]; f.lastUse[b.bound[r]] < end {
				results[i] = "_"
			}
		}
		args := make([]string, len(b.outer))
		for i, o := range b.outer {
			args[i] = o.text
		}
		if k > 0 {
			out.WriteString("  ")
		}
		fmt.Fprintf(&out, "let %s = %s(%s);\n", tupled(results), name, strings.Join(args, ", "))
	}
	return out.String()
}

// tupled is one part, or the tuple of several.
func tupled(parts []string) string {
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// commonName is what the names of a value in all blocks have in common: the parts between
// underscores that are equal, and else those that are equal but for the digits at their end.
func commonName(c *fold, of func(*block) string) string {
	if !strings.HasPrefix(of(&c.blocks[0]), "%") {
		return "%constant"
	}
	name := commonParts(c, func(b *block) []string { return strings.Split(of(b)[1:], "_") })
	if name == "" {
		name = commonParts(c, func(b *block) []string {
			parts := strings.Split(of(b)[1:], "_")
			for i, part := range parts {
				parts[i] = strings.TrimRight(part, "0123456789")
			}
			return parts
		})
	}
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "v" + name
	}
	return "%" + name
}

// commonParts are the parts that the blocks have in common at the same place, if all have as many.
func commonParts(c *fold, of func(*block) []string) string {
	kept := of(&c.blocks[0])
	for k := range c.blocks {
		other := of(&c.blocks[k])
		if len(other) != len(kept) {
			return ""
		}
		for i := range kept {
			if kept[i] != other[i] {
				kept[i] = ""
			}
		}
	}
	return strings.Join(slices.DeleteFunc(kept, func(part string) bool { return part == "" }), "_")
}
