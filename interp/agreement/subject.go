package agreement

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A call is how a harness calls a subject, on either side.
type call struct{ before, after string }

// build makes the harness of a round and the calls in it.
func (c *comparison) build(round int) (*harness, call, error) {
	s := c.subject
	h := &harness{instance: newInstance(round), stem: c.stem()}
	if name, t, ok := s.Before.Signature(s.BeforeItem); ok {
		after, _, _ := s.After.Signature(s.AfterItem)
		code, err := h.call("", t, parameterNames(s.Before.File().Item(s.BeforeItem)))
		return h, call{name + code, after + code}, err
	}
	result := s.Before.Check(s.BeforeItem)
	for _, v := range FreeVariables(result.Info) {
		code, err := h.give(v.Name, v.Type)
		if err != nil {
			return nil, call{}, err
		}
		h.bindings = append(h.bindings, "let "+v.Name+" = "+code+";")
	}
	before, after := expression(s.Before, s.BeforeItem), expression(s.After, s.AfterItem)
	t := result.Type(result.Item.TopLevel(result.Item.Root))
	if _, function := types.Head(t).(*types.Func); !function {
		return h, call{before, after}, nil
	}
	code, err := h.call("", t, nil)
	return h, call{"(" + before + ")" + code, "(" + after + ")" + code}, err
}

func expression(m *typecheck.Module, i int) string {
	item := m.File().Item(i)
	return item.SourceText(item.TopLevel(item.Root))
}

// stem is what no name in either program begins with.
func (c *comparison) stem() string {
	stem := "trial"
	for _, m := range []*typecheck.Module{c.subject.Before, c.subject.After} {
		for strings.Contains(m.File().Text(), stem) {
			stem += "_"
		}
	}
	return stem
}

// A Variable of an expression that nothing binds is a parameter of it.
type Variable struct {
	Name string
	Type types.Type
}

// FreeVariables are those of a top-level expression, in the order of the text.
func FreeVariables(info *typecheck.Info) []Variable {
	item := info.Item
	binders := map[syntax.NodeID]bool{}
	var found []Variable
	item.Walk(item.Root, func(n syntax.NodeID) bool {
		switch item.Kind(n) {
		case syntax.Graph:
			binders[item.Graph(n).Name] = true
		case syntax.Local:
			if o := info.Object(n); o != nil && o.Node == n && o.Item == item && !binders[n] {
				found = append(found, Variable{o.Name, o.Type})
			}
		}
		return true
	})
	return found
}
