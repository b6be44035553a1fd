package checktest_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// calls is a fact made by the manual's recipe: how many calls of definitions
// wait for each other below a definition.
type calls int

func (c calls) Equal(f analysis.Fact) bool { return c == f }

const endless = calls(100)

var depth = &analysis.Analyzer{
	Name: "depth", Doc: "finds how deep calls go",
	Facts: &analysis.Facts{Least: calls(0), Unknown: endless},
	Run: func(p *analysis.Pass) any {
		deepest := calls(0)
		for n, o := range p.Info.Objects {
			if o != nil && o.Kind == typecheck.DefObject && syntax.NodeID(n) != p.Item.Declared() {
				deepest = max(deepest, p.Fact(p.Analyzer, o).(calls)+1)
			}
		}
		p.ExportFact(min(deepest, endless))
		return nil
	},
}

// hidden is a check made by the recipe: it finds statements without an effect,
// and calls that go deep.
var hidden = &analysis.Analyzer{
	Name: "hidden", Doc: "finds what statements and calls do not show",
	Requires: []*analysis.Analyzer{effect.Analyzer, depth},
	Run: func(p *analysis.Pass) any {
		info := p.Result(effect.Analyzer).(*effect.Info)
		for n := syntax.NodeID(1); int(n) < p.Item.Len(); n++ {
			if p.Item.Kind(n) != syntax.Call {
				continue
			}
			if s := info.Of(n); s.Does&effect.Writes != 0 {
				p.Report(syntax.Diagnostic{Code: "hidden-write", Span: p.Item.Span(n), Message: "this call " + s.String()})
			}
			if o := p.Info.Objects[p.Item.Call(n).Callee]; o != nil && p.Fact(depth, o).(calls) > 1 {
				p.Report(syntax.Diagnostic{Code: "deep-call", Span: p.Item.Span(n), Message: "this call goes deep"})
			}
		}
		return nil
	},
}

func TestCheckWithFacts(t *testing.T) {
	p := checktest.Check("a.frac", `def @set(%r : ref(int32)) -> () { ref_write(%r, 1) }
def @twice(%r : ref(int32)) -> () { @set(%r); @set(%r) }
def @thrice(%r : ref(int32)) -> () { @twice(%r) }
def @loop(%n : int32) -> int32 { @loop(%n) }
def @far(%r : ref(int32)) -> int32 { @thrice(%r); @loop(1) }
`, hidden)
	found := map[string]int{}
	for _, f := range p.Found {
		found[string(f.Code)]++
	}
	if found["hidden-write"] != 5 || found["deep-call"] != 3 || len(found) != 2 {
		t.Errorf("found %v", found)
	}
}
