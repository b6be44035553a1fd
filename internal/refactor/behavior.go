package refactor

import (
	"context"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A behavior is what evaluating an expression may do besides giving a value.
type behavior struct {
	effect  bool // makes, reads or writes a reference, or does what is not known
	partial bool // fails or does not end
}

// unknown is the behavior of what cannot be seen.
var unknown = behavior{true, true}

func (b behavior) and(c behavior) behavior {
	return behavior{b.effect || c.effect, b.partial || c.partial}
}

// total reports whether b gives a value and does nothing else.
func (b behavior) total() bool { return !b.effect && !b.partial }

// of is the behavior of an expression; of a variable of the graph, that of its
// value, which may be worked out there.
func (t *Target) of(n syntax.NodeID) behavior {
	if t.effects == nil {
		t.effects = effect.Of(t.unit())
	}
	return behaves(t.effects.Of(n))
}

// ofDefinition is the behavior of a definition's calls.
func (t *Target) ofDefinition(o *typecheck.Object) behavior {
	return behaves(effect.OfDefinition(t.Context, t.Facts, o))
}

func behaves(s effect.Summary) behavior { return behavior{!s.Pure(), !s.Total()} }

// unit is the item, to be looked at by analyzers.
func (t *Target) unit() *analysis.Unit {
	return analysis.NewUnit(t.Context, t.Module, t.Index, t.Result, t.Facts)
}

// ofBodies is the behavior of expressions in which calls of a definition do
// nothing.
func (t *Target) ofBodies(but *typecheck.Object, bodies ...syntax.NodeID) (b behavior) {
	unit := t.unit()
	unit.Reader = assumed{t.Facts, but}
	info := effect.Of(unit)
	for _, n := range bodies {
		b = b.and(behaves(info.Of(n)))
	}
	return b
}

// assumed answers that one definition does nothing.
type assumed struct {
	analysis.Reader
	of *typecheck.Object
}

func (a assumed) Fact(ctx context.Context, analyzer *analysis.Analyzer, of *typecheck.Object) (analysis.Fact, error) {
	if of == a.of && analyzer == effect.Analyzer {
		return effect.Summary{}, nil
	}
	return a.Reader.Fact(ctx, analyzer, of)
}
