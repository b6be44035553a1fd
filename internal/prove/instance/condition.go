package instance

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/condition"
	"github.com/fraccheck/fraccheck/internal/prove/term"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Holds reports whether the conditions of the rule hold, as far as types are chosen.
func (in *Instance) Holds() condition.Truth {
	all := condition.Yes
	for _, c := range in.Rule.Where {
		switch condition.Decide(c, in.ask) {
		case condition.No:
			return condition.No
		case condition.Maybe:
			all = condition.Maybe
		}
	}
	for _, c := range in.Rule.Checks {
		switch in.check(c) {
		case condition.No:
			return condition.No
		case condition.Maybe:
			all = condition.Maybe
		}
	}
	return all
}

func (in *Instance) check(c term.Check) condition.Truth {
	t, err := in.Type(c.Of)
	if err != nil {
		return condition.Maybe
	}
	tensor, ok := t.(*types.Tensor)
	if !ok {
		return condition.No
	}
	if c.Dtype != "" {
		return condition.TruthOf(tensor.Dtype.String() == c.Dtype || in.wide)
	}
	if c.Shape == nil {
		return condition.Maybe
	}
	n := len(c.Shape.Extents)
	if len(tensor.Shape) < n || !c.Shape.Open && len(tensor.Shape) != n {
		return condition.No
	}
	for i, e := range c.Shape.Extents {
		if e != pattern.AnyExtent && !tensor.Shape[i].IsConst(e) {
			return condition.No
		}
	}
	return condition.Yes
}

func (in *Instance) ask(c *pattern.Condition) op.Value {
	of := in.Rule.Names[c.Operands[0].Name]
	if of == nil {
		return condition.Unknown
	}
	q := &term.Question{Word: c.Name, Of: of, Index: -1}
	switch c.Name {
	case "attr":
		q.Attr = c.Operands[1].Value.Str
	case "uses":
		return op.Int(1)
	case "is_pure":
		return op.Boolean(true)
	case "depth":
		t, err := in.Type(of)
		if err != nil {
			return condition.Unknown
		}
		return condition.Depth(t)
	}
	v, err := in.Answer(q)
	if err != nil {
		return condition.Unknown
	}
	if in.wide && c.Name == "dtype" {
		return condition.Unknown
	}
	return v
}
