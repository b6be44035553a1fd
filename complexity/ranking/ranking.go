package ranking

import (
	"context"
	"strings"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Analyzer gives the Verdict of each definition as a fact.
var Analyzer = &analysis.Analyzer{
	Name:     "ranking",
	Doc:      "finds why recursion ends",
	Requires: []*analysis.Analyzer{Steps},
	Facts:    &analysis.Facts{Least: Verdict{}, Unknown: Verdict{Reason: NotSeen}},
	Run:      run,
}

// A Verdict says whether every call of a definition ends, whatever its arguments
// are, if the functions among them do.
type Verdict struct {
	Reason Reason
	// Measure says what gets smaller in recursion, for readers; "" where there is
	// none, and where it is not known whether the calls end.
	Measure string
	// Assumes is set where integers are taken to stay in the range of their types.
	Assumes bool
	// Item and Call are the call at fault: a call in one of the definitions that
	// are recursive together. Nil and NoNode where there is none.
	Item *syntax.Item
	Call syntax.NodeID
}

// A Reason says why it is unknown whether calls end.
type Reason uint8

const (
	Ends           Reason = iota // they do
	NothingSmaller               // nothing is known to get smaller in some cycle of calls
	Escapes                      // a function of the cycle is passed to where it may be called later
	Unfollowed                   // a function is called of which nothing is known
	TooComplex                   // there are too many ways
	CalleeUnknown                // a definition is called of which it is unknown
	NotSeen                      // there is no body, or one with errors
)

var reasons = [...]string{
	Ends: "ends", NothingSmaller: "nothing is known to get smaller on the way to `%s`", Escapes: "`%s` is passed to where it may be called later",
	Unfollowed: "`%s` is a function of which nothing is known", TooComplex: "there are too many ways to `%s`",
	CalleeUnknown: "it is not known whether `%s` ends", NotSeen: "its body cannot be followed",
}

// Equal makes a Verdict a fact.
func (v Verdict) Equal(f analysis.Fact) bool { return v == f }

// Of is the Verdict of a definition.
func Of(ctx context.Context, facts analysis.Reader, of *typecheck.Object) Verdict {
	if f, err := facts.Fact(ctx, Analyzer, of); err == nil {
		return f.(Verdict)
	}
	return Verdict{Reason: NotSeen}
}

// Returns reports whether calls of a definition end if those of all do that it is not
// recursive with, whatever integers do at the ends of their ranges. It is for passes
// that require Steps.
func Returns(pass *analysis.Pass, of *typecheck.Object) bool {
	g := pass.Fact(Steps, of).(*group)
	if g.unknown {
		return false
	}
	v := g.verdict(function{of.Item, graph.Body})
	return v.Reason == Ends && !v.Assumes
}

func run(pass *analysis.Pass) any {
	own := pass.Info.Object(pass.Item.Declared())
	if own == nil || own.Kind != typecheck.DefObject {
		return nil
	}
	g := pass.Fact(Steps, own).(*group)
	if pass.Faulty || g.unknown {
		return nil
	}
	v := g.verdict(function{pass.Item, graph.Body})
	for n, o := range pass.Info.Objects {
		if v.Reason != Ends {
			break
		}
		if o == nil || o.Kind != typecheck.DefObject || o == own {
			continue
		}
		callee := pass.Fact(pass.Analyzer, o).(Verdict) // of the same cycle: what it calls besides
		v.Assumes = v.Assumes || callee.Assumes
		if callee.Reason != Ends {
			v = Verdict{Reason: CalleeUnknown, Item: pass.Item, Call: syntax.NodeID(n)}
		}
	}
	pass.ExportFact(v)
	return nil
}

// verdict is what the functions come to that a function may call, itself among
// them.
func (g *group) verdict(start function) Verdict {
	found := g.find()
	v := Verdict{}
	todo, met := []function{start}, map[function]bool{start: true}
	for len(todo) > 0 {
		f := found[todo[0]]
		todo = todo[1:]
		if f.reason != Ends {
			return Verdict{Reason: f.reason, Item: f.blame.from.item, Call: f.blame.node}
		}
		v.Assumes = v.Assumes || f.assumes
		if v.Measure == "" {
			v.Measure = f.words
		}
		for _, next := range f.next {
			if !met[next] {
				met[next] = true
				todo = append(todo, next)
			}
		}
	}
	for _, s := range g.order {
		if s.kind == wild && met[s.from] {
			return Verdict{Reason: Unfollowed, Item: s.from.item, Call: s.node}
		}
	}
	return v
}

// Text says a Verdict in words.
func (v Verdict) Text() string {
	switch {
	case v.Reason == Ends && v.Measure == "":
		return "ends"
	case v.Reason == Ends && v.Assumes:
		return "ends: " + v.Measure + ", if no integer leaves its range"
	case v.Reason == Ends:
		return "ends: " + v.Measure
	}
	return "may not end: " + v.why()
}

// Explains reports whether the Verdict says by itself why recursion ends, or what is missing
// for that: not where there is no recursion, nor where another definition is at fault.
func (v Verdict) Explains() bool {
	switch v.Reason {
	case Ends:
		return v.Measure != ""
	case NothingSmaller, Escapes:
		return v.Item != nil
	}
	return false
}

func (v Verdict) why() string {
	if v.Item == nil {
		return reasons[NotSeen]
	}
	return strings.Replace(reasons[v.Reason], "%s", excerpt.Line(v.Item.SourceText(v.Call), maxQuoted), 1)
}

// maxQuoted is how many characters of a call are shown.
const maxQuoted = 60
