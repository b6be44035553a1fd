package fill

import (
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

func symbolVar(p types.Param) *symbolic.Expr { return symbolic.Var(p.Sym) }

// findDirect finds the sites whose value is the value of a run that reaches them: those in the place of the
// result of a definition that each example calls, and that names nothing else from which a hole may be
// reached. What is wanted of such a site is what the comment says.
func (p *probe) findDirect() {
	reaching := p.reaching()
	for _, s := range p.sites {
		item := p.module.File().Item(s.item)
		if s.header != "" || item.Kind(item.Root) != syntax.ItemDef {
			continue
		}
		name := item.SourceText(item.Def(item.Root).Name)
		body := item.Def(item.Root).Body
		s.direct = inResult(item, body, s.node) && !mentions(item, body, reaching, 0)
		for _, e := range p.examples {
			s.direct = s.direct && callsFirst(p.module.File().Item(e.item), name, reaching)
		}
	}
}

// reaching are the names of the definitions from which a hole may be reached: the least set that has those
// with a hole and those that name one of it.
func (p *probe) reaching() map[string]bool {
	names := map[string]bool{}
	for again := true; again; {
		again = false
		for i, item := range p.module.File().All() {
			if item.Kind(item.Root) != syntax.ItemDef {
				continue
			}
			name := item.SourceText(item.Def(item.Root).Name)
			if names[name] {
				continue
			}
			for _, s := range p.sites {
				names[name] = names[name] || s.item == i
			}
			if names[name] = names[name] || mentions(item, item.Root, names, item.Def(item.Root).Name); names[name] {
				again = true
			}
		}
	}
	return names
}

// mentions reports whether a tree names one of some definitions, besides at a node.
func mentions(item *syntax.Item, root syntax.NodeID, names map[string]bool, but syntax.NodeID) (found bool) {
	item.Walk(root, func(n syntax.NodeID) bool {
		found = found || n != but && item.Kind(n) == syntax.Global && names[item.SourceText(n)]
		return !found
	})
	return found
}

// callsFirst reports whether an example is the call of a definition, and its arguments reach no hole.
func callsFirst(item *syntax.Item, name string, reaching map[string]bool) bool {
	if item.Kind(item.Root) != syntax.ItemExpr {
		return false
	}
	n := item.TopLevel(item.Root)
	for item.Kind(n) == syntax.Paren || item.Kind(n) == syntax.Block {
		kids := item.Kids(n)
		if len(kids) != 1 {
			return false
		}
		n = kids[0]
	}
	if item.Kind(n) != syntax.Call {
		return false
	}
	call := item.Call(n)
	return item.SourceText(call.Callee) == name && !mentions(item, n, reaching, call.Callee)
}

// inResult reports whether a node is, when it is reached, the result of a body.
func inResult(item *syntax.Item, n, hole syntax.NodeID) bool {
	switch item.Kind(n) {
	case syntax.Paren:
		return inResult(item, item.Inner(n), hole)
	case syntax.Block:
		b := item.Block(n)
		return b.Result != syntax.NoNode && inResult(item, b.Result, hole)
	case syntax.If:
		b := item.If(n)
		if contains(item, b.Then, hole) {
			return inResult(item, b.Then, hole)
		}
		return b.Else != syntax.NoNode && inResult(item, b.Else, hole)
	case syntax.Match:
		for _, kid := range item.Kids(n) {
			if kid != syntax.NoNode && item.Kind(kid) == syntax.Clause && contains(item, kid, hole) {
				return inResult(item, item.Clause(kid).Body, hole)
			}
		}
		return false
	}
	return n == hole
}

func contains(item *syntax.Item, root, node syntax.NodeID) (found bool) {
	item.Walk(root, func(n syntax.NodeID) bool {
		found = found || n == node
		return !found
	})
	return found
}

// owned are the indices of the variables that a filling of a site should use: the parameters of the function
// whose whole body it is, of the definition or of the function literal that the hole becomes, whose parameters
// come first; and the data that a clause binds, which a recursion visits.
func (p *probe) owned(s *site) (indices []int) {
	item := p.module.File().Item(s.item)
	n := len(s.params)
	if s.header == "" && item.Kind(item.Root) == syntax.ItemDef && wholeBody(item, item.Def(item.Root).Body, s.node) {
		n = len(s.vars)
	}
	for i, v := range s.vars {
		if _, data := s.ins[i].(*types.ADT); i < n || v.matched && data {
			indices = append(indices, i)
		}
	}
	return indices
}

// wholeBody reports whether a body is a hole and nothing else.
func wholeBody(item *syntax.Item, body, hole syntax.NodeID) bool {
	for item.Kind(body) == syntax.Block && item.Block(body).Result != syntax.NoNode && len(item.Kids(body)) == 1 {
		body = item.Block(body).Result
	}
	return body == hole
}
