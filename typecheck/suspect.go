package typecheck

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// A declaration of a wrong type contradicts each use of what it declares. An error names the
// declarations that it contradicts (syntax.Suspect), and of the errors with a common one the
// first is reported. An error that has a fix has a cause of its own, such as a literal of
// another dtype, and accuses of what its operands come from only the results of other
// definitions.

// suspects are the declarations that a clash of types contradicts: of the value, and what
// asks for another type.
func (c *checker) suspects(n syntax.NodeID, clash *infer.Clash, why reason, fixed bool) (found []syntax.Suspect) {
	add := func(s syntax.Suspect, ok bool, other types.Type) {
		if ok {
			s.Aspect = contradiction(clash.Code, other)
			found = append(found, s)
		}
	}
	switch why.kind {
	case argumentReason:
		s, ok := c.parameterSuspect(why)
		add(s, ok, clash.Got)
	case resultReason:
		s, ok := resultSuspect(c.Item)
		add(s, ok, clash.Got)
		add(s, ok, types.ErrorType) // whatever it is contradicted by, here
	case branchReason, clauseReason, elementReason: // the first may be the one that differs
		add(syntax.Suspect{Item: c.Item, Span: c.Item.Span(why.node), First: true}, why.node != syntax.NoNode, clash.Got)
	}
	if s, ok := c.declaredBy(n); ok && (!fixed || c.elsewhere(s)) {
		add(s, true, clash.Want)
	}
	return found
}

// accusing adds the declarations that the operands of a call come from, one of which its
// relation contradicts, to an error that no attribute is at fault for.
func (c *checker) accusing(k *infer.Constraint, attribute string, d syntax.Diagnostic) syntax.Diagnostic {
	if attribute != "" {
		return d
	}
	for i, n := range k.Nodes {
		if n == syntax.NoNode || i >= len(k.Args) {
			continue
		}
		other := slices.IndexFunc(k.Args, func(t types.Type) bool { return dtypeOf(t) != dtypeOf(k.Args[i]) })
		if s, ok := c.declaredBy(n); ok && (len(d.Fixes) == 0 || c.elsewhere(s)) {
			s.Aspect = contradiction(d.Code, nil)
			if other >= 0 {
				s.Aspect = contradiction(d.Code, k.Args[other])
			}
			d.Suspects = append(d.Suspects, s)
			if dtypeErrors[d.Code] {
				c.showDeclaration(n, s, &d)
			}
		}
	}
	return d
}

// elsewhere reports whether the declaration is the result of another definition. An error that
// contradicts one follows only from an error in that definition, so that a fix for the use speaks
// for no cause of its own.
func (c *checker) elsewhere(s syntax.Suspect) bool { return s.Item != c.Item && !s.Shared }

// showDeclaration shows where the type of an operand is written, if that is on another line.
func (c *checker) showDeclaration(n syntax.NodeID, s syntax.Suspect, d *syntax.Diagnostic) {
	place := syntax.Place{Item: s.Item, Span: s.Span}
	if s.Item == c.Item {
		if !c.annotated(n) || !strings.Contains(c.Item.Text[min(s.Span.End, d.Span.Start):d.Span.Start], "\n") {
			return
		}
		place.Item = nil
	}
	d.Related = append(d.Related, syntax.Related{Place: place, Message: "the type of `" + excerpt.Of(c.Item.SourceText(n), longestDense) + "` is declared here"})
}

// dtypeErrors are the errors by which a dtype contradicts another.
var dtypeErrors = map[codes.Code]bool{codes.DtypeMismatch: true, codes.SuspectOperand: true}

// contradiction says in what an error contradicts a declaration: by which dtype, or otherwise.
func contradiction(code codes.Code, other types.Type) string {
	if dtypeErrors[code] {
		return dtypeOf(other)
	}
	return "shape"
}

func dtypeOf(t types.Type) string {
	if tensor, ok := types.Head(t).(*types.Tensor); ok {
		return tensor.Dtype.String()
	}
	return ""
}

// declaredBy finds the declaration that gives an expression its type: that of a variable, of the
// field that a pattern reads, or of the result of the definition that is called.
func (c *checker) declaredBy(n syntax.NodeID) (s syntax.Suspect, ok bool) {
	const maxAliases = 16
	for range maxAliases {
		n = c.sameDtype(c.resultNode(n))
		if c.Item.Kind(n) == syntax.Global {
			return c.resultOf(c.info.Objects[n])
		}
		if c.Item.Kind(n) != syntax.Local || len(c.Item.Kids(n)) > 0 {
			return c.calledResult(n)
		}
		o := c.info.Objects[n]
		if o == nil || o.Item != c.Item {
			return s, false
		}
		if s, ok := c.fieldRead(o.Node); ok {
			return s, true
		}
		value := c.boundValue(o)
		if _, called := c.calledResult(value); !called && (value == syntax.NoNode || c.Item.Kind(value) != syntax.Local) {
			return syntax.Suspect{Item: c.Item, Span: c.Item.Span(o.Node)}, true
		}
		n = value
	}
	return s, false
}

// sameDtype is the call of a definition from which a call of an elementwise operator has its type,
// where it is one of the operands; else the node itself.
func (c *checker) sameDtype(n syntax.NodeID) syntax.NodeID {
	if c.Item.Kind(n) != syntax.Call {
		return n
	}
	call := c.Item.Call(n)
	o := c.m.config.Ops[c.Item.SourceText(call.Callee)]
	if o == nil || o.Kind != op.Elementwise && o.Kind != op.Broadcast {
		return n
	}
	for _, arg := range call.Args {
		if _, ok := c.calledResult(arg); ok {
			return arg
		}
	}
	return n
}

// calledResult is the declared result of the definition that an expression calls.
func (c *checker) calledResult(n syntax.NodeID) (s syntax.Suspect, ok bool) {
	if n == syntax.NoNode || c.Item.Kind(n) != syntax.Call {
		return s, false
	}
	o := c.info.Objects[c.Item.Call(n).Callee]
	if o != nil && o.Kind == typed.LocalObject && o.Item == c.Item {
		return syntax.Suspect{Item: c.Item, Span: c.Item.Span(o.Node)}, c.annotated(c.Item.Call(n).Callee)
	}
	return c.resultOf(o)
}

// resultOf is the declared result of a definition.
func (c *checker) resultOf(o *typed.Object) (s syntax.Suspect, ok bool) {
	if o == nil || o.Kind != typed.DefObject || o.Item == nil {
		return s, false
	}
	return resultSuspect(o.Item)
}

// aritySuspects are the declarations that a wrong number of arguments contradicts: of a
// constructor, and of a function that is a parameter.
func (c *checker) aritySuspects(o *typed.Object, given int) []syntax.Suspect {
	switch {
	case o == nil || o.Item == nil:
	case o.Kind == typed.ConstructorObject && !(c.m.config.Prelude != nil && c.m.config.Prelude.owns(o)):
		return []syntax.Suspect{{Item: o.Item, Span: o.Item.Span(o.Node), Shared: true, First: true, Arity: given}}
	case o.Kind == typed.LocalObject && o.Item == c.Item:
		return []syntax.Suspect{{Item: o.Item, Span: o.Item.Span(o.Node), First: true, Aspect: contradiction(codes.ArityMismatch, nil)}}
	}
	return nil
}

func resultSuspect(item *syntax.Item) (s syntax.Suspect, ok bool) {
	if item.Len() == 0 || item.Kind(item.Root) != syntax.ItemDef {
		return s, false
	}
	result := item.Def(item.Root).Result
	if result == syntax.NoNode {
		return s, false
	}
	return syntax.Suspect{Item: item, Span: item.Span(result)}, true
}

// parameterSuspect is the declaration of the parameter, or of the field, that an argument is for.
func (c *checker) parameterSuspect(why reason) (s syntax.Suspect, ok bool) {
	o, n := c.parameterNode(why)
	switch {
	case n == syntax.NoNode:
		return s, false
	case o.Kind == typed.ConstructorObject:
		return c.fieldSuspect(o, why.index-1)
	}
	return syntax.Suspect{Item: o.Item, Span: o.Item.Span(o.Item.Param(n).Pattern)}, true
}

// fieldRead is the declaration of the field that the variable of a pattern reads.
func (c *checker) fieldRead(binder syntax.NodeID) (s syntax.Suspect, ok bool) {
	n := c.parent(binder)
	if n == syntax.NoNode || c.Item.Kind(n) != syntax.PatCons {
		return s, false
	}
	return c.fieldSuspect(c.info.Objects[n], slices.Index(c.Item.PatCons(n).Args, binder))
}

// fieldSuspect is the declaration of a field. One of a type with parameters has as many types as
// there are uses.
func (c *checker) fieldSuspect(o *typed.Object, i int) (s syntax.Suspect, ok bool) {
	if o == nil || o.Item == nil || o.Cons == nil || len(o.Cons.Of.Params) > 0 || c.m.config.Prelude != nil && c.m.config.Prelude.owns(o) {
		return s, false
	}
	fields := fieldNodes(o)
	if i < 0 || i >= len(fields) {
		return s, false
	}
	return syntax.Suspect{Item: o.Item, Span: o.Item.Span(fields[i]), Shared: true}, true
}

// annotated reports whether the type of a variable is written where it is bound.
func (c *checker) annotated(variable syntax.NodeID) bool {
	o := c.info.Objects[c.resultNode(variable)]
	if o == nil || o.Item != c.Item {
		return false
	}
	switch n := c.parent(o.Node); c.Item.Kind(n) {
	case syntax.Param:
		return c.Item.Param(n).Type != syntax.NoNode
	case syntax.Let:
		return c.Item.Let(n).Type != syntax.NoNode
	}
	return false
}

// parent is the node that a node of the current item is a child of.
func (c *checker) parent(n syntax.NodeID) syntax.NodeID {
	if c.unit.parents == nil {
		c.unit.parents = make([]syntax.NodeID, c.Item.Len())
		for outer := syntax.NodeID(1); int(outer) < c.Item.Len(); outer++ {
			for _, kid := range c.Item.Kids(outer) {
				if kid != syntax.NoNode {
					c.unit.parents[kid] = outer
				}
			}
		}
	}
	return c.unit.parents[n]
}

// withoutFollowing leaves out the errors of an item that follow from others, and shows their
// places with those.
func withoutFollowing(item *syntax.Item, all []syntax.Diagnostic) []syntax.Diagnostic {
	var at []int
	var accusing []syntax.Accusation
	for i, d := range all {
		if d.Severity == codes.Error && len(d.Suspects) > 0 {
			at = append(at, i)
			accusing = append(accusing, syntax.Accusation{Item: item, Suspects: d.Suspects, Fixed: len(d.Fixes) > 0})
		}
	}
	if len(at) < 2 {
		return all
	}
	all = slices.Clone(all)
	causes := syntax.Causes(accusing)
	for first, shown := range syntax.Following(causes) {
		d := &all[at[first]]
		d.Related = slices.Clip(d.Related)
		for _, other := range shown {
			place := syntax.Place{Item: item, Span: all[at[other.Error]].Span}
			if s := other.Declaration; s != nil {
				place = syntax.Place{Item: s.Item, Span: s.Span}
			}
			if place.Item == item {
				place.Item = nil
			}
			if !slices.ContainsFunc(d.Related, func(r syntax.Related) bool { return r.Place == place }) {
				d.Related = append(d.Related, syntax.Related{Place: place, Message: other.Message})
			}
		}
	}
	kept, next := all[:0], 0
	for i, d := range all {
		accuses := next < len(at) && at[next] == i
		if !accuses || causes[next].Error < 0 {
			kept = append(kept, d)
		}
		if accuses {
			next++
		}
	}
	return kept
}
