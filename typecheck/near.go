package typecheck

import (
	"fmt"
	"math/bits"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// nearest gives the candidates that a misspelt name may mean, best first, at
// most three.
func nearest(name string, candidates []string) []string {
	type hit struct {
		name     string
		distance int
	}
	var hits []hit
	limit := 1 + len(name)/4
	set := letters(name)
	for _, candidate := range candidates {
		if candidate == name || len(candidate) < len(name)-limit || len(candidate) > len(name)+limit || !alike(set, letters(candidate), limit) {
			continue
		}
		if d := distance(strings.ToLower(name), strings.ToLower(candidate), limit); d <= limit {
			hits = append(hits, hit{candidate, d})
		}
	}
	sort.Slice(hits, func(i, j int) bool {
		if hits[i].distance != hits[j].distance {
			return hits[i].distance < hits[j].distance
		}
		return hits[i].name < hits[j].name
	})
	var out []string
	for _, h := range hits {
		if len(out) == 3 || len(out) > 0 && out[len(out)-1] == h.name {
			continue
		}
		out = append(out, h.name)
	}
	return out
}

// letters is the set of a word's letters, as bits.
func letters(word string) (set uint64) {
	for i := range len(word) {
		set |= 1 << (word[i] & 31)
	}
	return set
}

// alike tells whether words of such letters may be within a distance: each
// step brings in one letter at most and takes one away.
func alike(a, b uint64, limit int) bool {
	return bits.OnesCount64(a&^b) <= limit && bits.OnesCount64(b&^a) <= limit
}

// maxWord bounds the words that are compared.
const maxWord = 64

// distance is Damerau and Levenshtein's (adjacent swaps count one); above a
// limit it need not be exact.
func distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit || max(len(a), len(b)) > maxWord {
		return limit + 1
	}
	var rows [3][maxWord + 1]int
	for j := range len(b) + 1 {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, above, row := &rows[(i+2)%3], &rows[i%3], &rows[(i+1)%3]
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+differs(a[i-1], b[j-1]))
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > limit+1 { // a swap may still gain one on it
			return least
		}
	}
	return rows[(len(a)+1)%3][len(b)]
}

func differs(a, b byte) int {
	if a == b {
		return 0
	}
	return 1
}

// suggest adds "did you mean" and, where there is one candidate, the fix.
func suggest(d *syntax.Diagnostic, names []string) {
	if len(names) == 0 {
		return
	}
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = "`" + name + "`"
		d.Fixes = append(d.Fixes, syntax.Replace("write `"+name+"`", d.Span, name))
	}
	d.Notes = append(d.Notes, "Did you mean "+strings.Join(quoted, " or ")+"?")
}

// maxSearches is how many undefined names of one item are compared with all
// that are declared; where there are more, near names do not help.
const maxSearches = 100

// near gives the candidates that an undefined name may mean.
func (c *checker) near(name string, candidates func() []string) []string {
	if c.searches++; c.searches > maxSearches {
		return nil
	}
	return nearest(name, candidates())
}

// globals are the names of all functions that are visible.
func (m *Module) globals() []string {
	m.spelled.globals.Do(func() { m.spelled.functions = m.valueNames(DefObject, DeclaredObject) })
	return m.spelled.functions
}

// constructors are the names of all constructors that are visible.
func (m *Module) constructors() []string {
	m.spelled.constructors.Do(func() { m.spelled.builders = m.valueNames(ConstructorObject) })
	return m.spelled.builders
}

// A spelling keeps the names that undefined ones are compared with, once asked
// for.
type spelling struct {
	globals, constructors sync.Once
	functions, builders   []string
}

// valueNames are the globals (sigil "@") or the constructors that are visible.
func (m *Module) valueNames(kind ...ObjectKind) []string {
	var out []string
	add := func(n names, hidden bool) {
		for name, o := range n.values {
			for _, k := range kind {
				if o.Kind == k && (!hidden || m.visible(o)) {
					out = append(out, name)
				}
			}
		}
	}
	add(m.names, false)
	for _, imported := range m.config.Imports {
		if imported != nil {
			add(imported.names, false)
		}
	}
	if m.config.Prelude != nil {
		add(m.config.Prelude.names, true)
	}
	return out
}

func (m *Module) nearTypes(name string, params *paramScope) []string {
	candidates := append([]string{"Tensor", "Array", "FractalTensor"}, dtypeNames...)
	for s := params; s != nil; s = s.outer {
		for _, p := range s.params {
			candidates = append(candidates, p.name)
		}
	}
	for n := range m.names.types {
		candidates = append(candidates, n)
	}
	if m.config.Prelude != nil {
		for n := range m.config.Prelude.names.types {
			candidates = append(candidates, n)
		}
	}
	if len(name) == 1 {
		return nil
	}
	return nearest(name, candidates)
}

// undefinedLocal reports `%x` that nothing binds. In a document's top-level
// expression it is a parameter instead.
func (c *checker) undefinedLocal(n syntax.NodeID) types.Type {
	text := c.item.SourceText(n)
	kids := c.item.Kids(n)
	if len(kids) > 0 {
		text = c.item.Text[c.item.Span(n).Start:c.item.Span(kids[0]).Start]
	}
	if c.m.config.Implicit && c.item.Kind(c.item.Root) == syntax.ItemExpr {
		return c.segments(n, c.implicitParam(text, n), kids)
	}
	d := syntax.Diagnostic{Code: syntax.UndefinedName, Span: c.item.Span(n), Message: fmt.Sprintf("there is no variable `%s` here", text)}
	d.Span.End = d.Span.Start + int32(len(text))
	switch {
	case c.m.value("@"+text[1:], c.unit.block) != nil:
		suggest(&d, []string{"@" + text[1:]})
	default:
		suggest(&d, c.near(text, c.scope.names))
	}
	c.report(d)
	return types.ErrorType
}

// implicitParam makes a free local of a document's expression a parameter.
func (c *checker) implicitParam(name string, n syntax.NodeID) types.Type {
	if c.implicit == nil {
		c.implicit = map[string]*Object{}
	}
	o := c.implicit[name]
	if o == nil {
		o = &Object{Kind: LocalObject, Name: name, Item: c.item, Node: n, Type: c.fresh()}
		c.implicit[name] = o
	}
	c.info.Objects[n] = o
	return o.Type
}

func (s *scope) names() []string {
	out := make([]string, 0, len(s.index))
	for name := range s.index {
		out = append(out, name)
	}
	return out
}

func (c *checker) undefinedSegment(n, segment syntax.NodeID) {
	text := c.item.SourceText(segment)
	whole := c.item.Text[c.item.Span(n).Start:c.item.Span(segment).End]
	d := syntax.Diagnostic{Code: syntax.UndefinedName, Span: c.item.Span(segment), Message: fmt.Sprintf("there is no variable `%s` here", whole)}
	if text[0] == '.' {
		d.Notes = []string{"Parts of a tuple are numbered: `" + c.item.Text[c.item.Span(n).Start:c.item.Span(segment).Start] + ".0`."}
	}
	suggest(&d, c.near(whole, c.scope.names))
	if len(d.Fixes) > 0 {
		d.Span = c.item.Span(n)
		for i := range d.Fixes {
			d.Fixes[i].Edits[0].Span = d.Span
		}
	}
	c.report(d)
}

// undefinedGlobal reports `@f` that nothing defines; it says so where the
// prelude's `@f` is hidden by a type of the file.
func (c *checker) undefinedGlobal(n syntax.NodeID) {
	text := c.item.SourceText(n)
	d := syntax.Diagnostic{Code: syntax.UndefinedName, Span: c.item.Span(n), Message: fmt.Sprintf("there is no function `%s`", text)}
	if p := c.m.config.Prelude; p != nil {
		if o := p.names.values[text]; o != nil {
			if decl := c.m.shadowedType(o); decl != nil {
				d.Notes = append(d.Notes, fmt.Sprintf("The prelude's `%s` works on the prelude's `%s`, and this file defines a type `%s` of its own.", text, decl.Name, decl.Name))
			}
		}
	}
	near := c.near(text, c.m.globals)
	if len(near) == 0 && c.scope.find("%"+text[1:]) != nil {
		near = []string{"%" + text[1:]}
	}
	if len(near) == 0 && c.m.config.Ops[text[1:]] != nil {
		near = []string{text[1:]}
	}
	suggest(&d, near)
	c.report(d)
}

// undefinedName reports a bare name in an expression: often a sigil is missing.
func (c *checker) undefinedName(n syntax.NodeID) {
	text := c.item.SourceText(n)
	d := syntax.Diagnostic{Code: syntax.UndefinedName, Span: c.item.Span(n), Message: fmt.Sprintf("there is no operator, constructor or variable `%s`", text)}
	switch {
	case c.m.value("@"+text, c.unit.block) != nil:
		d.Notes = []string{"Functions are written with `@`."}
		suggest(&d, []string{"@" + text})
	case c.scope.find("%"+text) != nil:
		d.Notes = []string{"Variables are written with `%`."}
		suggest(&d, []string{"%" + text})
	default:
		suggest(&d, c.nearBare(text))
	}
	c.report(d)
}

func (c *checker) nearBare(text string) []string {
	if name := c.m.family(text); name != "" {
		return []string{name}
	}
	return c.near(text, func() []string {
		candidates := slices.Clone(c.m.constructors())
		for name, o := range c.m.config.Ops {
			if !o.Internal {
				candidates = append(candidates, name)
			}
		}
		return candidates
	})
}

// family finds an operator that was written without its family or with one
// too many: `dense` for `nn.dense`, `nn.add` for `add`. Of several, the
// shortest name is the best known.
func (m *Module) family(text string) (found string) {
	for name, o := range m.config.Ops {
		if o.Internal || !strings.HasSuffix(name, "."+text) && !strings.HasSuffix(text, "."+name) {
			continue
		}
		if found == "" || len(name) < len(found) || len(name) == len(found) && name < found {
			found = name
		}
	}
	return found
}

func (c *checker) undefinedConstructor(n syntax.NodeID, text string) {
	d := syntax.Diagnostic{Code: syntax.UndefinedName, Span: c.item.Span(n), Message: fmt.Sprintf("there is no constructor `%s`", text)}
	near := c.near(text, c.m.constructors)
	suggest(&d, near)
	if len(near) == 0 && c.item.Kind(n) == syntax.PatName {
		d.Notes = []string{fmt.Sprintf("If a variable is meant, write `%%%s`.", text)}
	}
	c.report(d)
}
