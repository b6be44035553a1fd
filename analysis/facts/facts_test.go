package facts_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A numbers fact is the literals that are in a definition and in all that it
// names.
type numbers map[string]bool

func (s numbers) Equal(f analysis.Fact) bool { return maps.Equal(s, f.(numbers)) }

func (s numbers) String() string { return strings.Join(slices.Sorted(maps.Keys(s)), " ") }

// A counter is an analyzer for numbers that notes which items it looks at.
type counter struct {
	*analysis.Analyzer
	mu     sync.Mutex
	looked []string
}

func newCounter() *counter {
	c := &counter{}
	c.Analyzer = &analysis.Analyzer{
		Name: "numbers", Doc: "gathers literals",
		Facts: &analysis.Facts{Least: numbers{}, Unknown: numbers{"any": true}},
		Run: func(p *analysis.Pass) any {
			c.mu.Lock()
			c.looked = append(c.looked, p.Item.SourceText(p.Item.Declared()))
			c.mu.Unlock()
			p.ExportFact(c.gather(p))
			return nil
		},
	}
	return c
}

func (c *counter) gather(p *analysis.Pass) numbers {
	found := numbers{}
	for n := syntax.NodeID(1); int(n) < p.Item.Len(); n++ {
		switch p.Item.Kind(n) {
		case syntax.Int:
			found[p.Item.SourceText(n)] = true
		case syntax.Global:
			if o := p.Info.Objects[n]; n != p.Item.Declared() && o != nil {
				maps.Copy(found, p.Fact(p.Analyzer, o).(numbers))
			}
		case syntax.String:
			panic(p.Item.SourceText(n))
		}
	}
	return found
}

// since lists the items looked at since it was asked last.
func (c *counter) since() string {
	defer func() { c.looked = nil }()
	return strings.Join(c.looked, " ")
}

var ops = sync.OnceValue(table.Default)

func module(text string, before *typecheck.Module, imports ...*typecheck.Module) *typecheck.Module {
	file := syntax.ParseFile("a.frac", text)
	if before != nil {
		file = syntax.Reparse(before.File(), edit(before.File().Text(), text))
	}
	return typecheck.NewModule(typecheck.Config{File: file, Ops: ops(), Imports: imports, Before: before})
}

// edit is the one change that makes a text of another.
func edit(old, text string) syntax.Edit {
	start, end := 0, 0
	for start < min(len(old), len(text)) && old[start] == text[start] {
		start++
	}
	for end < min(len(old), len(text))-start && old[len(old)-1-end] == text[len(text)-1-end] {
		end++
	}
	return syntax.Edit{Span: syntax.Span{Start: int32(start), End: int32(len(old) - end)}, NewText: text[start : len(text)-end]}
}

func ask(t *testing.T, s *facts.Store, m *typecheck.Module, a *analysis.Analyzer, name string) string {
	t.Helper()
	f, err := s.Fact(context.Background(), a, m.Value(name, 0))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(f)
}

const program = `def @leaf(%x: int32) -> int32 { %x + 1 }
def @even(%n: int32) -> bool { @odd(@leaf(%n) - 2) }
def @odd(%n: int32) -> bool { @even(%n - 3) }
def @top(%n: int32) -> bool { @even(4) }
def @other(%n: int32) -> int32 { 5 }
`

// TestFacts holds that facts come from callees, that those who call each other
// have theirs together, and that nothing is looked at that nobody asks for.
func TestFacts(t *testing.T) {
	m, c := module(program, nil), newCounter()
	s := facts.Of(m)
	for _, q := range []struct{ name, fact, looked string }{
		{"@leaf", "1", "@leaf"},
		{"@top", "1 2 3 4", "@even @odd @even @top"},
		{"@odd", "1 2 3", ""},
		{"@other", "5", "@other"},
	} {
		if got := ask(t, s, m, c.Analyzer, q.name); got != q.fact {
			t.Errorf("%s: %q, want %q", q.name, got, q.fact)
		}
		if got := sortedWords(c.since()); got != sortedWords(q.looked) && q.name != "@top" {
			t.Errorf("%s: looked at %q, want %q", q.name, got, q.looked)
		}
	}
}

func sortedWords(text string) string {
	words := strings.Fields(text)
	slices.Sort(words)
	return strings.Join(words, " ")
}

// TestEdits holds what is looked at after edits: the item itself, and those
// above whose callees' facts changed.
func TestEdits(t *testing.T) {
	c := newCounter()
	m := module(program, nil)
	s := facts.Of(m)
	ask(t, s, m, c.Analyzer, "@top")
	ask(t, s, m, c.Analyzer, "@other")
	c.since()
	text := program
	for _, e := range []struct{ old, new, fact, looked string }{
		{"%x + 1", "1 + %x", "1 2 3 4", "@leaf"},
		{"1 + %x", "7 + %x", "2 3 4 7", "@even @leaf @odd @top"},
		{"5", "6", "2 3 4 7", "@other"},
		{"@even(4)", "@even(8)", "2 3 7 8", "@top"},
		{"@even(%n - 3)", "@leaf(%n - 3) == 7", "2 3 7 8", "@even @odd"},
		{"def @other", "def @more(%n: int32) -> int32 { 9 }\ndef @other", "2 3 7 8", ""},
		{"@leaf(%n) - 2", "@more(%n) - 2", "2 3 7 8 9", "@even @more @top"},
	} {
		text = strings.Replace(text, e.old, e.new, 1)
		next := module(text, m)
		s = facts.New(facts.Config{Module: next, Before: s})
		m = next
		if got := ask(t, s, m, c.Analyzer, "@top"); got != e.fact {
			t.Errorf("%s → %s: %q, want %q", e.old, e.new, got, e.fact)
		}
		if got := distinct(c.since()); got != e.looked {
			t.Errorf("%s → %s: looked at %q, want %q", e.old, e.new, got, e.looked)
		}
	}
	if got := ask(t, s, m, c.Analyzer, "@other"); got != "6" || c.since() != "@other" {
		t.Errorf("@other: %q", got)
	}
}

func distinct(text string) string {
	words := strings.Fields(text)
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

// TestImports holds that facts of an imported file reach those who import it,
// also when only a body in it changed.
func TestImports(t *testing.T) {
	c := newCounter()
	lib := module("def @one() -> int32 { 1 }\n", nil)
	m := module("def @two() -> int32 { @one() + 2 }\n", nil, lib)
	libFacts := facts.Of(lib)
	s := facts.New(facts.Config{Module: m, Seen: []*facts.Store{libFacts}})
	if got := ask(t, s, m, c.Analyzer, "@two"); got != "1 2" {
		t.Errorf("got %q", got)
	}
	for _, e := range []struct{ body, fact, looked string }{{"1 + 1", "1 2", "@one"}, {"3", "2 3", "@one @two"}} {
		c.since()
		nextLib := module("def @one() -> int32 { "+e.body+" }\n", lib)
		next := module(m.File().Text(), m, nextLib)
		libFacts = facts.New(facts.Config{Module: nextLib, Before: libFacts})
		s = facts.New(facts.Config{Module: next, Seen: []*facts.Store{libFacts}, Before: s})
		lib, m = nextLib, next
		if got := ask(t, s, m, c.Analyzer, "@two"); got != e.fact {
			t.Errorf("%s: %q, want %q", e.body, got, e.fact)
		}
		if got := distinct(c.since()); got != e.looked {
			t.Errorf("%s: looked at %q, want %q", e.body, got, e.looked)
		}
	}
}

// TestPanic holds that a panic in an analysis is the fact Unknown, and known.
func TestPanic(t *testing.T) {
	m, c := module("def @bad() { zeros(shape=[1], dtype=\"float32\") }\ndef @user() { let %x = @bad(); 1 }\n", nil), newCounter()
	s := facts.Of(m)
	if p := s.Panics(0); p != nil {
		t.Errorf("nobody asked: got %v", p)
	}
	if got := ask(t, s, m, c.Analyzer, "@user"); got != "1 any" {
		t.Errorf("got %q", got)
	}
	if p := s.Panics(0); len(p) != 1 || !strings.Contains(p[0].Value, "float32") || p[0].Stack == "" {
		t.Errorf("got %v", p)
	}
	if p := s.Panics(1); p != nil {
		t.Errorf("got %v", p)
	}
}

// TestNoRest holds that facts that grow for ever come to an end.
func TestNoRest(t *testing.T) {
	a := &analysis.Analyzer{Name: "growing", Facts: &analysis.Facts{Least: size(0), Unknown: size(-1)}, Run: func(p *analysis.Pass) any {
		most := size(0)
		for n, o := range p.Info.Objects {
			if o != nil && o.Kind == typecheck.DefObject && syntax.NodeID(n) != p.Item.Declared() {
				most = max(most, p.Fact(p.Analyzer, o).(size))
			}
		}
		p.ExportFact(most + 1)
		return nil
	}}
	m := module(program, nil)
	s := facts.Of(m)
	for name, want := range map[string]string{"@leaf": "1", "@odd": "-1", "@even": "-1", "@top": "1"} {
		if got := ask(t, s, m, a, name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

type size int

func (s size) Equal(f analysis.Fact) bool { return s == f }

// TestCancelled holds that an ended context gives no fact, and spoils none.
func TestCancelled(t *testing.T) {
	m, c := module(program, nil), newCounter()
	ctx, cancel := context.WithCancel(context.Background())
	looked := atomic.Int32{}
	a := *c.Analyzer
	a.Run = func(p *analysis.Pass) any {
		if looked.Add(1) == 2 {
			cancel()
		}
		return c.Run(p)
	}
	s := facts.Of(m)
	if f, err := s.Fact(ctx, &a, m.Value("@top", 0)); err == nil {
		t.Errorf("got %v", f)
	}
	if got := ask(t, s, m, &a, "@top"); got != "1 2 3 4" {
		t.Errorf("got %q", got)
	}
}

// TestReaders asks from many goroutines.
func TestReaders(t *testing.T) {
	m, c := module(program, nil), newCounter()
	s := facts.Of(m)
	var wg sync.WaitGroup
	for range 8 {
		for name, want := range map[string]string{"@leaf": "1", "@odd": "1 2 3", "@top": "1 2 3 4", "@other": "5"} {
			wg.Go(func() {
				if f, err := s.Fact(context.Background(), c.Analyzer, m.Value(name, 0)); err != nil || fmt.Sprint(f) != want {
					t.Errorf("%s: %v, want %s", name, f, want)
				}
			})
		}
	}
	wg.Wait()
}

// TestDeep asks for the end of a long chain, and of a long cycle.
func TestDeep(t *testing.T) {
	const length = 20_000
	var chain, cycle strings.Builder
	for i := range length {
		fmt.Fprintf(&chain, "def @f%d() -> int32 { @f%d() }\n", i, min(i+1, length-1))
		fmt.Fprintf(&cycle, "def @f%d() -> int32 { @f%d() }\n", i, (i+1)%length)
	}
	for _, text := range []string{chain.String(), cycle.String()} {
		m, c := module(text, nil), newCounter()
		if got := ask(t, facts.Of(m), m, c.Analyzer, "@f0"); got != "" {
			t.Errorf("got %q", got)
		}
	}
}

// TestSingleDefinition holds that nobody looks at a definition that is by itself where its fact is
// known for that, and that edits which make and break circles are noticed.
func TestSingleDefinition(t *testing.T) {
	c := newCounter()
	c.Facts.NonRecursive = numbers{"alone": true}
	texts := []struct{ text, fact, looked string }{
		{"def @f() { @g() }\ndef @g() { 1 }\ndef @h() { @h() }\n", "alone", ""},
		{"def @f() { @g() }\ndef @g() { @f() + 2 }\ndef @h() { @h() }\n", "2", "@f @g"},
		{"def @f() { @g() }\ndef @g() { 3 }\ndef @h() { @h() }\n", "alone", ""},
	}
	var m *typecheck.Module
	var s *facts.Store
	for i, step := range texts {
		if m = module(step.text, m); s == nil {
			s = facts.Of(m)
		} else {
			s = s.Next(m)
		}
		got, self := ask(t, s, m, c.Analyzer, "@f"), ask(t, s, m, c.Analyzer, "@h")
		looked := slices.Compact(strings.Fields(sortedWords(c.since())))
		if got != step.fact || self != "alone" || strings.Join(looked, " ") != step.looked {
			t.Errorf("text %d: %q and %q, looked at %q", i, got, self, looked)
		}
	}
}
