package workspace

import (
	"context"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/ranking"
	trials "github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Cost is what calling a definition costs.
type Cost struct {
	Place     // of the name
	Item  int // of the file
	Name  string
	*complexity.Bound
	// Why is where the reason stands for which there is no bound, if it stands
	// anywhere.
	Why *Place
	// Ends says whether calls end, which may be known without a bound.
	Ends ranking.Verdict

	locate  func(syntax.Place) Place // where what the bound speaks of is in a file
	subject *trials.Subject
	program func() (*treewalk.Program, error)
}

// Try runs the definition on arguments that are invented, and holds what the runs cost
// against the bounds.
func (c *Cost) Try(o trials.Options) *trials.Trial {
	s := *c.subject
	var err error
	if s.Program, err = c.program(); err != nil {
		return &trials.Trial{Reason: err.Error()}
	}
	return trials.Run(&s, o)
}

// Costs bounds the costs of a file's definitions by some metrics, in its order.
func (s *Snapshot) Costs(path string, metrics ...complexity.Metric) ([]Cost, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	t := e.tries(metrics...)
	var found []Cost
	for i := range e.source.File.Items {
		if c := s.triedCost(e, i, t); c != nil {
			found = append(found, *c)
			continue
		}
		c, err := s.printedCost(e, i, metrics...)
		if err != nil {
			return nil, err
		}
		if c != nil {
			found = append(found, *c)
		}
	}
	return found, nil
}

// CostToTry bounds what calling the definition in item i of a file costs, such that it can be
// tried; nil for other items. Nothing of it is kept.
func (s *Snapshot) CostToTry(path string, i int, metrics ...complexity.Metric) (*Cost, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	return s.triedCost(e, i, e.tries(metrics...)), nil
}

// Tries are what the definitions of a file have in common that are tried.
type tries struct {
	analysis *complexity.Analysis
	program  func() (*treewalk.Program, error)
}

func (e *entry) tries(metrics ...complexity.Metric) *tries {
	return &tries{
		complexity.New(e.module.Ops(), func(o *typecheck.Object) *typecheck.Info { return soundTree(e.module, o) }, metrics...),
		sync.OnceValues(func() (*treewalk.Program, error) { return trials.Link(e.module) }),
	}
}

// triedCost is the cost of the definition in item i, nil of others.
func (s *Snapshot) triedCost(e *entry, i int, t *tries) *Cost {
	o := e.module.Object(i)
	if o == nil || o.Kind != typecheck.DefObject {
		return nil
	}
	c := s.placedCost(e, i, o, t.analysis.Of(o))
	if c.Loss != nil {
		c.Ends = ranking.Of(context.Background(), e.facts, o)
	}
	c.program = t.program
	c.subject = &trials.Subject{Object: o, Names: t.analysis.Parameters(o), Bound: c.Bound, Analysis: t.analysis, Item: e.source.File.Items[i]}
	return c
}

// soundTree is the typed tree of a definition without errors, nil of others.
func soundTree(m *typecheck.Module, o *typecheck.Object) *typecheck.Info {
	home, i := m.Owner(o)
	if home == nil {
		return nil
	}
	return soundItem(home, i)
}

// soundItem is the typed tree of an item without errors, nil of others.
func soundItem(m *typecheck.Module, i int) *typecheck.Info {
	r := m.Check(i)
	wrong := func(d syntax.Diagnostic) bool { return d.Severity == codes.Error }
	if slices.ContainsFunc(r.Diagnostics, wrong) || len(r.Item.Errors) > 0 {
		return nil
	}
	return r.Info
}

// lossPlace is where a reason stands, in the file itself.
func (s *Snapshot) lossPlace(e *entry, l *complexity.Loss) *Place {
	if l == nil || l.Item == nil || l.Node == syntax.NoNode {
		return nil
	}
	i := slices.Index(e.source.File.Items, l.Item)
	if i < 0 {
		return nil
	}
	return &Place{e.source, e.source.Absolute(i, l.Item.Span(l.Node))}
}

// PlaceOf is where a reason stands, or what is behind it; nil where that is nowhere.
func (c *Cost) PlaceOf(l *complexity.Loss) *Place {
	if l == nil || l.Item == nil || l.Node == syntax.NoNode {
		return nil
	}
	if p := c.locate(syntax.Place{Item: l.Item, Span: l.Item.Span(l.Node)}); p.Source != nil {
		return &p
	}
	return nil
}

// Steps are the calls from which the leading term of a metric's bound comes
// (Bound.Why), one inside the other; those of the prelude are left out.
func (c *Cost) Steps(m complexity.Metric) []Related {
	var found []Related
	for _, step := range c.Bound.Why(m) {
		if p := c.locate(syntax.Place{Item: step.Item, Span: step.Item.Span(step.Node)}); p.Source != nil {
			found = append(found, Related{p, step.String()})
		}
	}
	return found
}

// Regression is a finding about the cost of a definition, with the severity that its
// file's configuration says; false where that turns it off, or the file suppresses it.
func (s *Snapshot) Regression(c *Cost, message string, notes []string, steps []Related) (Finding, bool) {
	f := Finding{
		Place: c.Place, Item: c.Item, Code: codes.CostRegression, Severity: codes.CostRegression.DefaultSeverity(),
		Message: message, Notes: notes, Related: steps,
	}
	return s.Told(f)
}
