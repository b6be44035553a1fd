package fraccheck

import (
	"context"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/output/bounds"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
)

// A Cost is what calling a definition costs at most.
type Cost struct {
	Place  // of its name
	Name   string
	Work   Bound // scalar operations, calls, constructors, projections and branches, one each
	Span   Bound // the same on processors without number: the longest chain
	Memory Bound // bytes
	// Where says of each size in the bounds what it is.
	Where map[string]string
}

// A Bound is a function of the sizes of a call's arguments, that no call exceeds; or why none is
// known.
type Bound struct {
	Exact     string // such as "3·|l| + 2"; empty where no bound is known
	Order     string // such as "O(|l|)"
	Condition string // what the bound rests on besides; empty where it holds for all arguments
	Unknown   string // why no bound is known; empty where one is
}

// Costs bounds the costs of the program's definitions, in its order, where sizes are as its
// configuration assumes. docs/cost.md says what is counted.
func (p *Program) Costs(ctx context.Context) (all []Cost, err error) {
	defer recovered(&err)
	snapshot, path := p.snapshot.For(ctx), p.source.Path
	assumed, err := cost.Assumed(snapshot, path, nil)
	if err != nil {
		return nil, err
	}
	found, err := cost.All(snapshot, path, assumed, complexity.Work, complexity.Span, complexity.Memory)
	if err != nil {
		return nil, err
	}
	for _, c := range found {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		all = append(all, Cost{
			Place: placeOf(c.Place), Name: c.Name, Where: c.Where(),
			Work: boundOf(c, complexity.Work), Span: boundOf(c, complexity.Span), Memory: boundOf(c, complexity.Memory),
		})
	}
	return all, nil
}

func boundOf(c cost.Cost, m complexity.Metric) Bound {
	if !c.Bounded(m) {
		return Bound{Unknown: bounds.ReasonText(c, c.Lost(m))}
	}
	return Bound{Exact: c.Text(m), Order: c.Order(m), Condition: c.Condition(m)}
}
