package rewrite_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A counted is how often revisions promised something.
type counted map[string]int

// TestRandomEdits makes random edits of programs and holds what a revision says
// of them against the program that is read and checked afresh, and against what
// it computes: a text with the same outline, up to names or annotations too, gives
// the same values and types.
func TestRandomEdits(t *testing.T) {
	texts := map[string]string{}
	for seed := range uint64(5) {
		texts[fmt.Sprint("seed", seed)] = progen.Make(seed).Text + "\n@main()\n"
	}
	paths, err := filepath.Glob("../refactor/testdata/*.frac")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(path)] = string(text)
	}
	n := counted{}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) { tryEdits(t, text, n) })
	}
	t.Log(n)
	for _, promise := range []string{"sound", "same outline", "same but names", "same but annotations", "improves", "does not improve", "several items"} {
		if n[promise] == 0 {
			t.Errorf("no edit of which it was said: %s", promise)
		}
	}
}

func tryEdits(t *testing.T, text string, n counted) {
	m := checktest.Module("test.frac", text)
	e := &editor{Rand: rand.New(rand.NewPCG(uint64(len(text)), 11)), module: m}
	p := &prior{text: text, module: m, values: values(m), errors: errorCount(m)}
	for range 80 {
		i := e.item()
		p.inPlace(t, i, e.edits(i), n)
	}
	for range 20 {
		i, j := e.item(), e.item()
		p.whole(t, rewrite.Edits{i: e.layout(i), j: e.layout(j)}, n)
	}
	for range 10 {
		i := e.item()
		e.tryMending(t, i, e.lost(i)[0], n)
	}
}

// tryMending makes one edit, and others of the program that it leaves, the one
// that takes it back among them.
func (e *editor) tryMending(t *testing.T, i int, broken syntax.Edit, n counted) {
	file := e.module.File()
	lost := file.Item(i).Text[broken.Span.Start:broken.Span.End]
	at := file.Start(i) + broken.Span.Start
	text := file.Text()[:at] + file.Text()[at+int32(len(lost)):]
	m := checktest.Module("test.frac", text)
	p := &prior{text: text, module: m, values: values(m), errors: errorCount(m)}
	if i = m.File().ItemAt(at); i < 0 {
		return
	}
	at -= m.File().Start(i)
	p.inPlace(t, i, []syntax.Edit{{Span: syntax.Span{Start: at, End: at}, NewText: lost}}, n)
	other := &editor{e.Rand, m}
	if m.File().Item(i).Body() != syntax.NoNode {
		for range 5 {
			p.inPlace(t, i, other.edits(i), n)
		}
	}
}

// A prior is a program before edits.
type prior struct {
	text   string
	module *typecheck.Module
	values []string
	errors int
}

// inPlace holds what is said of edits of item i.
func (p *prior) inPlace(t *testing.T, i int, edits []syntax.Edit, n counted) {
	file := p.module.File()
	item := file.Item(i)
	text := p.text[:file.Start(i)] + syntax.ApplyEdits(item.Text, edits) + p.text[int(file.Start(i))+len(item.Text):]
	fresh := checktest.Module("test.frac", text)
	improves := rewrite.Improves(p.module, i, edits, rewrite.Checked)
	if now := errorCount(fresh); improves != (now < p.errors) && !(improves && now == p.errors && undefinedUses(p.module, i) > 1) {
		t.Errorf("improves: %v, and there were %d errors and are %d: %v", improves, p.errors, now, edits)
	} else if improves {
		n["improves"]++
	} else {
		n["does not improve"]++
	}
	r, err := rewrite.InPlace(p.module, i, edits)
	if err != nil {
		return
	}
	if r.Sound() != nil {
		return
	}
	n["sound"]++
	if now := errorCount(fresh); now > p.errors {
		t.Errorf("sound, and there were %d errors and are %d: %v", p.errors, now, edits)
	}
	p.sameTypes(t, fresh, edits)
	var promised []string
	for promise, err := range map[string]error{
		"same outline":         r.ReadsAs(rewrite.Outline{}),
		"same but names":       r.ReadsAs(rewrite.Outline{Numbered: true}),
		"same but annotations": r.SameButAnnotations(),
	} {
		if err == nil {
			n[promise]++
			promised = append(promised, promise)
		}
	}
	if promised != nil {
		p.sameValues(t, fmt.Sprint(promised), fresh, edits)
	}
}

// whole holds what is said of edits of several items that keep their meaning.
func (p *prior) whole(t *testing.T, edits rewrite.Edits, n counted) {
	r, err := rewrite.Whole(p.module, edits)
	if err != nil {
		return
	}
	n["several items"]++
	fresh := checktest.Module("test.frac", r.After.File().Text())
	if d := errorCount(fresh) - p.errors; len(r.NewErrors(rewrite.Checked)) < d {
		t.Errorf("%v are said to be new, and there are %d more: %v", r.NewErrors(rewrite.Checked), d, edits)
	}
	if r.Sound() == nil && r.SameButAnnotations() == nil {
		p.sameTypes(t, fresh, nil)
		p.sameValues(t, "same but annotations", fresh, nil)
	}
}

func (p *prior) sameTypes(t *testing.T, fresh *typecheck.Module, edits []syntax.Edit) {
	t.Helper()
	after := signatures(fresh)
	for name, typ := range signatures(p.module) {
		if after[name] != typ {
			t.Errorf("%s : %s is %s after %v", name, typ, after[name], edits)
		}
	}
}

func (p *prior) sameValues(t *testing.T, promise string, fresh *typecheck.Module, edits []syntax.Edit) {
	t.Helper()
	if now := values(fresh); !slices.Equal(p.values, now) {
		t.Errorf("%s, and the values are %q, were %q after %v", promise, now, p.values, edits)
	}
}

func signatures(m *typecheck.Module) map[string]string {
	found := map[string]string{}
	for i := range m.File().Len() {
		if name, typ, ok := m.Signature(i); ok {
			found[name] = types.String(typ)
		}
	}
	return found
}

// undefinedUses are the errors of item i that are reported once for several uses of
// a name; in place each use counts.
func undefinedUses(m *typecheck.Module, i int) int {
	in := m.Replacement(i, syntax.ParseFile("test.frac", m.File().Item(i).Text))
	n := 0
	for k := range in.File().Len() {
		for _, d := range in.Check(k).Diagnostics {
			if d.Code == codes.UndefinedName {
				n++
			}
		}
	}
	return n
}

func errorCount(m *typecheck.Module) int {
	n := 0
	for i := range m.File().Len() {
		for _, d := range rewrite.Checked(m, i, m.Check(i)) {
			if d.Severity == codes.Error {
				n++
			}
		}
	}
	return n
}

// values are those of the top-level expressions; nil where the program does not
// run.
func values(m *typecheck.Module) []string {
	p, err := interp.Compile(m, nil)
	if err != nil {
		return nil
	}
	var found []string
	for _, i := range p.Entries() {
		v, _, err := p.Run(context.Background(), interp.Entry{Item: i}, nil, interp.Options{Sequential: true, MaxSteps: 5_000_000, MaxMemory: 1 << 29})
		var f *interp.Fault
		switch {
		case errors.As(err, &f):
			found = append(found, fmt.Sprintf("fails: %v %s", f.Kind, f.Error()))
		case err != nil:
			found = append(found, "fails")
		default:
			found = append(found, value.Text(v))
		}
	}
	return found
}

// An editor makes random edits.
type editor struct {
	*rand.Rand
	module *typecheck.Module
}

// item is one that evaluates something.
func (e *editor) item() int {
	items := e.module.File().List()
	for {
		if i := e.IntN(len(items)); items[i].Body() != syntax.NoNode {
			return i
		}
	}
}

// edits are a few of one kind in an item.
func (e *editor) edits(i int) []syntax.Edit {
	switch e.IntN(6) {
	case 0:
		return e.layout(i)
	case 1:
		return e.renamed(i)
	case 2:
		return e.unannotated(i)
	case 3:
		return e.exchanged(i)
	case 4:
		return e.lost(i)
	}
	return e.copied(i)
}

func (e *editor) node(item *syntax.Item) syntax.NodeID {
	return syntax.NodeID(1 + e.IntN(item.Len()-1))
}

// layout puts blanks, comments, line breaks and parentheses around nodes.
func (e *editor) layout(i int) []syntax.Edit {
	item := e.module.File().Item(i)
	span := item.Span(e.node(item))
	pairs := [][2]string{{" ", " "}, {"/* a */ ", ""}, {"(", ")"}, {"\n", ""}, {"{ ", " }"}, {"", " # b\n"}, {"(\n", "\n)"}}
	pair := pairs[e.IntN(len(pairs))]
	return []syntax.Edit{
		{Span: syntax.Span{Start: span.Start, End: span.Start}, NewText: pair[0]},
		{Span: syntax.Span{Start: span.End, End: span.End}, NewText: pair[1]},
	}
}

// renamed gives a variable another name everywhere, which may be one that is
// there.
func (e *editor) renamed(i int) []syntax.Edit {
	r := e.module.Check(i)
	tree := rewrite.NewTree(r.Info)
	var bound, names []syntax.NodeID
	for n := range r.Objects {
		if o := r.Objects[n]; o != nil && o.Kind == typecheck.LocalObject && o.Item == r.Item && o.Node == syntax.NodeID(n) {
			bound = append(bound, o.Node)
		}
	}
	if len(bound) == 0 {
		return nil
	}
	o := r.Objects[bound[e.IntN(len(bound))]]
	name := "%renamed"
	if e.IntN(3) == 0 {
		name = r.Objects[bound[e.IntN(len(bound))]].Name
	}
	names = append(tree.Uses(o), o.Node)
	var edits []syntax.Edit
	for _, n := range names {
		edits = append(edits, syntax.Edit{Span: tree.OwnSpan(n), NewText: name})
	}
	return rewrite.Merged(edits)
}

// unannotated takes one annotation away.
func (e *editor) unannotated(i int) []syntax.Edit {
	item := e.module.File().Item(i)
	for range 50 {
		n := e.node(item)
		front, typ := item.Param(n).Pattern, item.Param(n).Type
		if k := item.Kind(n); k != syntax.Param && k != syntax.Let || typ == syntax.NoNode {
			continue
		}
		return []syntax.Edit{{Span: syntax.Span{Start: item.Span(front).End, End: item.Span(typ).End}}}
	}
	return nil
}

// exchanged lets two children of a node change places.
func (e *editor) exchanged(i int) []syntax.Edit {
	item := e.module.File().Item(i)
	for range 50 {
		kids := slices.DeleteFunc(slices.Clone(item.Kids(e.node(item))), func(n syntax.NodeID) bool { return n == syntax.NoNode })
		if len(kids) < 2 {
			continue
		}
		k := e.IntN(len(kids) - 1)
		return []syntax.Edit{
			{Span: item.Span(kids[k]), NewText: item.SourceText(kids[k+1])},
			{Span: item.Span(kids[k+1]), NewText: item.SourceText(kids[k])},
		}
	}
	return nil
}

// lost takes a few bytes away.
func (e *editor) lost(i int) []syntax.Edit {
	text := e.module.File().Item(i).Text
	start := e.IntN(len(text))
	return []syntax.Edit{{Span: syntax.Span{Start: int32(start), End: int32(min(len(text), start+1+e.IntN(3)))}}}
}

// copied writes one expression in the place of another.
func (e *editor) copied(i int) []syntax.Edit {
	item := e.module.File().Item(i)
	return []syntax.Edit{{Span: item.Span(e.node(item)), NewText: item.SourceText(e.node(item))}}
}

// TestImproves holds that what removes an error improves a module, where the type of
// the item stays, where it comes to be, and where the text falls into other items.
func TestImproves(t *testing.T) {
	for _, c := range []struct {
		text, old, new string
		want           bool
	}{
		{"def @f(%x: int32) -> int32 { %x + %y }", "%y", "%x", true},
		{"def @f(%x: int32) -> int32 { %x + %y }", "%y", "%z", false},
		{"def @f(%x) { %x.1 + 1 }\n\n@f((1, (2, 3)))", "%x.1", "%x.1.0", true},
		{"def @f(%x) { %x.1.1 }\n\n@f((1, 2))\n@f((3, 4))", ".1.1", ".1", true},
		{"def @f(%x) { %x }\n\n@f(1) + 1", "{ %x }", "{ (%x, 1) }", false},
		{"def @f(%x: int32) -> int32 { %x + 1\n\ndef @g(%x: int32) -> int32 { @f(%x) }", "+ 1", "+ 1 }", true},
		{"def @f(%x: int32) -> int32 { @g(%x) }", "@g(%x)", "%x", true},
	} {
		m := checktest.Module("test.frac", c.text)
		i, at := 0, int32(strings.Index(c.text, c.old))
		edit := syntax.Edit{Span: syntax.Span{Start: at, End: at + int32(len(c.old))}, NewText: c.new}
		if got := rewrite.Improves(m, i, []syntax.Edit{edit}, rewrite.Checked); got != c.want {
			t.Errorf("%s for %s in\n%s\nimproves: %v", c.new, c.old, c.text, got)
		}
	}
}
