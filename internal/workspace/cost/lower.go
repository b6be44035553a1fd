package cost

import (
	"context"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/lower"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Lower is what a call costs at least, for some arguments of every size, by metric, as far as
// that is known.
type Lower map[complexity.Metric]lower.Bound

// lowered are the metrics that are bounded from below.
var lowered = map[int]complexity.Metric{lower.Work: complexity.Work, lower.Tick: complexity.Tick, lower.Memory: complexity.Memory}

// BoundBelow bounds the costs of calling the definition from below, in the session of a command.
func (c *Cost) BoundBelow(ctx context.Context, session *lower.Session) Lower {
	f, ok := types.Head(c.subject.Object.Type).(*types.Func)
	if !ok || len(f.Where) > 0 || c.Assumed() != nil {
		return nil
	}
	program, err := c.program()
	if err != nil {
		return nil
	}
	s := &lower.Subject{
		Item: c.subject.Item, Type: f, Names: c.subject.Names, Sizes: c.Sizes, Program: program, Info: c.info, Symbol: c.Symbol,
		Numbers: c.subject.Analysis.Written(c.subject.Object),
	}
	for m, metric := range lowered {
		s.Wanted[m] = c.wanted[metric]
	}
	found := Lower{}
	enough := func(m int, e *symbolic.Expr) bool {
		most := c.Expr(lowered[m])
		return !c.wanted[lowered[m]] || most != nil && (c.Number(lowered[m]) != nil || e != nil && e.Asymptotic(most) == symbolic.Equal)
	}
	for m, b := range lower.Of(ctx, s, session, enough) {
		if b.Expr != nil && c.wanted[lowered[m]] {
			found[lowered[m]] = b
		}
	}
	return found
}

// Meets reports whether a bound from below grows as the one from above.
func (c *Cost) Meets(m complexity.Metric, b lower.Bound) bool {
	most := c.Expr(m)
	return most != nil && b.Expr != nil && b.Expr.Asymptotic(most) == symbolic.Equal
}

// infos gives the typed trees of the items that a module sees; nil for those with errors.
func infos(main *typecheck.Module, tree func(*typecheck.Object) *typecheck.Info) func(*syntax.Item) *typecheck.Info {
	var found map[*syntax.Item]*typecheck.Object
	return func(item *syntax.Item) *typecheck.Info {
		if found == nil {
			found = objects(main)
		}
		if o := found[item]; o != nil {
			return tree(o)
		}
		return nil
	}
}

// objects are the declarations that a module sees, by item.
func objects(main *typecheck.Module) map[*syntax.Item]*typecheck.Object {
	found, met := map[*syntax.Item]*typecheck.Object{}, map[*typecheck.Module]bool{}
	for queue := []*typecheck.Module{main}; len(queue) > 0; queue = queue[1:] {
		m := queue[0]
		if m == nil || met[m] {
			continue
		}
		met[m] = true
		for i, item := range m.File().All() {
			if o := m.Object(i); o != nil {
				found[item] = o
			}
		}
		queue = append(append(queue, m.Imports()...), m.Prelude())
	}
	return found
}
