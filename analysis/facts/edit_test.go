package facts_test

import (
	"context"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/typecheck"
)

// next is the store of a text after an edit.
func next(m *typecheck.Module, s *facts.Store, text string) (*typecheck.Module, *facts.Store) {
	revision := module(text, m)
	return revision, facts.New(facts.Config{Module: revision, Before: s})
}

// TestEditAfterCancelledDecision holds that what was found while nobody knew yet whether the
// facts of the text before hold is no more certain in the text after.
func TestEditAfterCancelledDecision(t *testing.T) {
	const text = "def @y() -> int32 { 9 }\ndef @x() -> int32 { @d() }\ndef @b() -> int32 {  @x()  }\ndef @d() -> int32 { 1 }\n"
	c := newCounter()
	ctx, cancel := context.WithCancel(context.Background())
	a := *c.Analyzer
	armed := false
	a.Run = func(p *analysis.Pass) any {
		if armed && p.Item.SourceText(p.Item.Declared()) == "@d" {
			cancel()
		}
		return c.Run(p)
	}
	m := module(text, nil)
	s := facts.Of(m)
	ask(t, s, m, &a, "@b")
	ask(t, s, m, &a, "@y")
	edited := strings.NewReplacer("{  @x()  }", "{ (@x()) }", "1 }", "2 }").Replace(text)
	m, s = next(m, s, edited)
	armed = true
	if f, err := s.Fact(ctx, &a, m.Value("@b", 0)); err == nil {
		t.Errorf("got %v", f)
	}
	armed = false
	m, s = next(m, s, strings.Replace(edited, "9", "8", 1))
	if got := ask(t, s, m, &a, "@b"); got != "2" {
		t.Errorf("got %q", got)
	}
}

// TestFactOfEndedContext holds that a caller that does not wait gets no fact that may not hold.
func TestFactOfEndedContext(t *testing.T) {
	c := newCounter()
	m := module(program, nil)
	s := facts.Of(m)
	ask(t, s, m, c.Analyzer, "@top")
	m, s = next(m, s, strings.Replace(program, "%x + 1", "%x + 7", 1))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if f, err := s.Fact(ctx, c.Analyzer, m.Value("@top", 0)); err == nil {
		t.Errorf("got %v", f)
	}
	if got := ask(t, s, m, c.Analyzer, "@top"); got != "2 3 4 7" {
		t.Errorf("got %q", got)
	}
}

// TestEditMendsPanic holds that a definition whose analysis failed is compared with nothing.
func TestEditMendsPanic(t *testing.T) {
	const user = "def @user() -> int32 { @bad() + 1 }\n"
	m, c := module("def @bad() -> int32 { \"x\"; 2 }\n"+user, nil), newCounter()
	s := facts.Of(m)
	if got := ask(t, s, m, c.Analyzer, "@user"); got != "1 any" {
		t.Errorf("got %q", got)
	}
	m, s = next(m, s, "def @bad() -> int32 { 3; 2 }\n"+user)
	if got := ask(t, s, m, c.Analyzer, "@user"); got != "1 2 3" {
		t.Errorf("got %q", got)
	}
}

// TestEditOfImportedBody holds that a file that defines nothing is notified of what changes in those
// that it imports, and that one does whose definition gets a body.
func TestEditOfImportedBody(t *testing.T) {
	for _, e := range []struct{ user, asked, old, new string }{
		{"@f(2)\n", "@f", "def @f(%n: int32) -> int32 { 1 }\n", "def @f(%n: int32) -> int32 { 3 }\n"},
		{"def @g() -> int32 { @f(2) }\n", "@g", "def @f(%n: int32) -> int32\n", "def @f(%n: int32) -> int32 { 3 }\n"},
	} {
		c := newCounter()
		lib := module(e.old, nil)
		m := module(e.user, nil, lib)
		libFacts := facts.Of(lib)
		s := facts.New(facts.Config{Module: m, Seen: []*facts.Store{libFacts}})
		if _, err := s.Fact(context.Background(), c.Analyzer, m.Value(e.asked, 0)); err != nil {
			t.Fatal(err)
		}
		nextLib := module(e.new, lib)
		now := module(e.user, m, nextLib)
		libFacts = facts.New(facts.Config{Module: nextLib, Before: libFacts})
		s = facts.New(facts.Config{Module: now, Seen: []*facts.Store{libFacts}, Before: s})
		if now.IsRevision() && s.Undisturbed(context.Background()) {
			t.Errorf("%q to %q leaves facts as they were", e.old, e.new)
		}
	}
}

// TestFactFoundBetween holds that a store notices a change in an imported file whose fact was found
// for the text before after that file's next store was made: requests for two texts overlap.
func TestFactFoundBetween(t *testing.T) {
	const old, user = "def @f(%n: int32) -> int32 { 1 }\n", "def @g() -> int32 { @f(2) }\n"
	edited := strings.Replace(old, "1", "3", 1)
	c, ctx := newCounter(), context.Background()
	lib := module(old, nil)
	libFacts := facts.Of(lib)
	m := module(user, nil, lib)
	s := facts.New(facts.Config{Module: m, Seen: []*facts.Store{libFacts}})

	nextLib := module(edited, lib)
	nextLibFacts := facts.New(facts.Config{Module: nextLib, Before: libFacts})
	if _, err := s.Fact(ctx, c.Analyzer, m.Value("@g", 0)); err != nil { // finds that of @f
		t.Fatal(err)
	}
	now := module(user, m, nextLib)
	if !now.IsRevision() {
		t.Fatal("the user is no revision")
	}
	got, err := facts.New(facts.Config{Module: now, Seen: []*facts.Store{nextLibFacts}, Before: s}).Fact(ctx, c.Analyzer, now.Value("@g", 0))
	if err != nil {
		t.Fatal(err)
	}
	fresh := module(user, nil, module(edited, nil))
	want, err := facts.Of(fresh).Fact(ctx, c.Analyzer, fresh.Value("@g", 0))
	if err != nil || !got.Equal(want) {
		t.Errorf("got %v, want %v (%v)", got, want, err)
	}
}
