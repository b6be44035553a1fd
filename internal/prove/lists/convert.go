package lists

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/prove/term"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A converter makes expressions of the terms of a rule.
type converter struct {
	rule    *term.Rule
	kinds   map[*term.Term]types.Type
	reduced map[string]bool // functions that the left side reduces by, which are associative
	right   bool
}

var errNoLaws = errors.New("nothing is known of a function of the rule")

func (c *converter) expr(t *term.Term) (*expr, error) {
	switch t.Kind {
	case term.Variable, term.Constant:
		return newExpr(variable, nameOf(t, c.kinds[t])), nil
	case term.Local:
		return newExpr(variable, "l:"+t.Name), nil
	case term.Number:
		return newExpr(constant, t.Value.String()), nil
	case term.Tuple:
		args, err := c.exprs(t.Args)
		return newExpr(tuple, "", args...), err
	case term.List:
		args, err := c.exprs(t.Args)
		list := newExpr(built, "Nil")
		for i := len(args) - 1; i >= 0 && err == nil; i-- {
			list = newExpr(built, "Cons", args[i], list)
		}
		return list, err
	case term.Project:
		args, err := c.exprs(t.Args)
		return newExpr(project, strconv.Itoa(t.Index), args...), err
	case term.If:
		args, err := c.exprs(t.Args)
		return newExpr(choice, "", args...), err
	case term.Lambda:
		body, err := c.expr(t.Args[0])
		if err != nil {
			return nil, err
		}
		var params []string
		for _, p := range t.Params {
			params = append(params, "l:"+p)
		}
		return newLambda(params, body), nil
	case term.Operator:
		least, most := t.Op.Arity()
		if least != most {
			return nil, errNoLaws
		}
		return c.eta(least, func(args []*expr) (*expr, error) { return c.operator(t, args) })
	case term.Global:
		return c.eta(arities[t.Name], func(args []*expr) (*expr, error) { return c.global(t.Name, args) })
	case term.Constructor:
		return newExpr(built, t.Name), nil
	case term.Apply:
		return c.application(t)
	case term.Call:
		args, err := c.exprs(t.Args)
		if err != nil {
			return nil, err
		}
		return c.operator(t, args)
	}
	return nil, errors.New("a term of the rule has no laws")
}

// nameOf is the name of a variable. Those that are neither lists nor functions begin with z:, since
// hypotheses are generalized over them (isState).
func nameOf(t *term.Term, typ types.Type) string {
	switch types.Head(typ).(type) {
	case *types.Func, *types.Fractal, *types.ADT:
		return t.Name
	}
	return "z:" + t.Name
}

func (c *converter) exprs(terms []*term.Term) ([]*expr, error) {
	var all []*expr
	for _, t := range terms {
		e, err := c.expr(t)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// eta is a function of n arguments by what it gives.
func (c *converter) eta(n int, of func([]*expr) (*expr, error)) (*expr, error) {
	if n == 0 {
		return nil, errNoLaws
	}
	var params []string
	var args []*expr
	for i := range n {
		params = append(params, fmt.Sprintf("e:%d", i))
		args = append(args, newExpr(variable, params[i]))
	}
	body, err := of(args)
	if err != nil {
		return nil, err
	}
	return newLambda(params, body), nil
}

func (c *converter) application(t *term.Term) (*expr, error) {
	args, err := c.exprs(t.Args[1:])
	if err != nil {
		return nil, err
	}
	switch f := t.Args[0]; f.Kind {
	case term.Global:
		return c.global(f.Name, args)
	case term.Constructor:
		return newExpr(built, f.Name, args...), nil
	case term.Operator:
		return c.operator(f, args)
	}
	f, err := c.expr(t.Args[0])
	return newExpr(apply, "", append([]*expr{f}, args...)...), err
}

// arities are the numbers of arguments of the prelude's functions that have laws.
var arities = map[string]int{
	"@id": 1, "@map": 2, "@filter": 2, "@foldl": 3, "@foldr": 3, "@concat": 2, "@length": 1, "@rev": 1, "@sum": 1, "@zip": 2,
	"@hd": 1, "@tl": 1, "@flatten": 1, "@tmap": 2, "@size": 1, "@compose": 2, "@flip": 1,
}

// prelude are the names of those whose arguments come in the same order here.
var prelude = map[string]string{
	"@map": "map", "@filter": "filter", "@foldl": "foldl", "@foldr": "foldr", "@concat": "concat", "@length": "length", "@rev": "rev",
	"@sum": "sum", "@zip": "zip", "@hd": "first", "@tl": "tail", "@flatten": "flatten", "@tmap": "tmap", "@size": "size",
}

func (c *converter) global(name string, args []*expr) (*expr, error) {
	if n, ok := arities[name]; ok && n != len(args) && !(name == "@compose" || name == "@flip") {
		return nil, errNoLaws
	}
	switch name {
	case "@id":
		return args[0], nil
	case "@compose":
		if len(args) < 2 {
			return nil, errNoLaws
		}
		f := newLambda([]string{"e:x"}, newExpr(apply, "", args[0], newExpr(apply, "", args[1], newExpr(variable, "e:x"))))
		if len(args) == 3 {
			return newExpr(apply, "", f, args[2]), nil
		}
		return f, nil
	case "@flip":
		x, y := newExpr(variable, "e:x"), newExpr(variable, "e:y")
		return newLambda([]string{"e:y", "e:x"}, newExpr(apply, "", args[0], x, y)), nil
	}
	if own := prelude[name]; own != "" {
		return newExpr(call, own, args...), nil
	}
	return nil, fmt.Errorf("nothing is known of `%s` in proofs", name)
}

// operator is a call of an operator: those on sequences by the names of the laws, others
// by their own.
func (c *converter) operator(t *term.Term, args []*expr) (*expr, error) {
	switch name := t.Op.Name; {
	case name == "map" && len(args) == 2, name == "filter" && len(args) == 2:
		if name == "map" && args[0].kind == lambda && args[0].args[0].kind == tuple {
			return nil, errors.New("a map whose function gives a tuple gives a tuple of sequences")
		}
		return newExpr(call, name, args...), nil
	case (name == "foldl" || name == "fold") && len(args) == 3:
		return newExpr(call, "foldl", args[0], args[2], args[1]), nil
	case name == "foldr" && len(args) == 3:
		x, s := newExpr(variable, "e:x"), newExpr(variable, "e:s")
		return newExpr(call, "foldr", newLambda([]string{"e:x", "e:s"}, newExpr(apply, "", args[0], s, x)), args[2], args[1]), nil
	case (name == "scanl" || name == "scan") && len(args) == 3:
		return newExpr(call, "scanl", args[0], args[2], args[1]), nil
	case name == "reduce" && len(args) == 3:
		return c.reduction(args)
	case name == "join" && len(args) == 2:
		return newExpr(call, "concat", args...), nil
	case name == "zip" && len(args) == 2:
		return newExpr(call, "pairs", args...), nil
	case name == "length", name == "last", name == "first", name == "tail":
		return newExpr(call, name, args...), nil
	case name == "head":
		return newExpr(call, "first", args...), nil
	case t.Op.Relation == nil || t.Op.Impure || t.Op.Name == parallel.Element.Name:
		return nil, fmt.Errorf("nothing is known of `%s` in proofs", name)
	}
	return c.plain(t, args)
}

// reduction is a fold from the left. The language asks of reduce's function that it is associative,
// which a program on the left side is trusted with; the right side may reduce only by a function that
// the left side reduces by, or that is known to be associative.
func (c *converter) reduction(args []*expr) (*expr, error) {
	if c.rule.Source.Exact {
		return nil, errors.New("a reduction to the bit depends on how its elements are grouped")
	}
	key := args[0].key()
	body := args[0]
	known := body.kind == lambda && body.args[0].kind == call && associative[body.args[0].name]
	if c.right && !c.reduced[key] && !known {
		return nil, errors.New("the right side reduces by a function that may not be associative")
	}
	c.reduced[key] = true
	return newExpr(call, "foldl", args[0], args[2], args[1]), nil
}

var associative = map[string]bool{"add": true, "multiply": true, "maximum": true, "minimum": true, "logical_and": true, "logical_or": true}

// plain is an operator on tensors, whose attributes are a part of its name.
func (c *converter) plain(t *term.Term, args []*expr) (*expr, error) {
	name := t.Op.Canonical()
	if functions[name] && name != "add" {
		name = "op." + name
	}
	for _, a := range t.Given {
		if a.Asked != nil {
			return nil, errors.New("an attribute that is asked for has no laws")
		}
		name += "{" + a.Name + "=" + a.Value.String() + "}"
	}
	if t.Pattern && len(t.Op.Attrs) > len(t.Given) || len(t.PassedOn) > 0 {
		return nil, errors.New("attributes of any value have no laws here")
	}
	return newExpr(call, name, args...), nil
}

// total are operators that have a value of all operands that fit.
var total = map[string]bool{
	"add": true, "subtract": true, "multiply": true, "negative": true, "maximum": true, "minimum": true, "less": true, "less_equal": true,
	"greater": true, "greater_equal": true, "equal": true, "not_equal": true, "logical_and": true, "logical_or": true, "logical_not": true,
	"abs": true, "tanh": true, "exp": true, "sigmoid": true, "nn.relu": true,
}
