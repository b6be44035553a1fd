package lists

import (
	"errors"

	"github.com/fraccheck/fraccheck/internal/prove/term"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Prove proves a rule whose variables have the types given; the error says what is missing.
// Conditions of the rule are left out: a proof without them is one of more than is asked.
func Prove(r *term.Rule, kinds map[*term.Term]types.Type) error {
	c := &converter{rule: r, kinds: kinds, reduced: map[string]bool{}}
	left, err := c.expr(r.Left)
	if err != nil {
		return err
	}
	c.right = true
	right, err := c.expr(r.Right)
	if err != nil {
		return err
	}
	p := &prover{exact: r.Source.Exact, laws: table()}
	vars := map[string]types.Type{}
	for _, v := range r.Variables {
		if v.Kind == term.Number {
			continue
		}
		switch t := types.Head(kinds[v]).(type) {
		case *types.Fractal:
			p.lists = append(p.lists, v.Name)
			vars[v.Name] = t
		case *types.ADT:
			if t.Decl.Name == "List" {
				p.lists = append(p.lists, v.Name)
			}
			vars[v.Name] = t
		}
	}
	if !p.equal(left, right) {
		return errors.New("no induction over a list proves the sides equal")
	}
	if why := keeps(left, right, vars, r.Source.Exact); why != "" {
		return errors.New(why)
	}
	return nil
}
