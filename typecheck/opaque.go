package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// Operators of vendors. Compilers add operators to Relay, and their dumps say the types of
// the calls in comments. A call of an operator that nothing declares has the type that its
// comment claims: it is typed, and nothing else is known of it, which everything that
// reads op.Op expects (no kernel, no cost, any effect).

// opaqueCall types a call of an unknown operator by its comment; nil where there is none,
// or where the name is likely misspelt.
func (c *checker) opaqueCall(n, callee syntax.NodeID) types.Type {
	name := c.Item.SourceText(callee)
	if c.m.config.Partial || len(c.Item.TypeComments) == 0 || library.IsClause(name) {
		return nil
	}
	claim := c.claim(n)
	if claim == nil || !c.isUnknownOperator(callee, name) {
		return nil
	}
	args, _ := c.withoutAttributes(c.Item.Call(n).Args)
	o := opaqueOperator(name, c.Item, args, claim)
	ops, _ := c.operands(n, o, args)
	attrs, _ := op.Bind(o, ops.named)
	c.info.RecordCall(n, &typed.OperatorCall{Op: o, Args: ops.nodes, Attrs: attrs, Places: ops.places})
	c.info.Objects[callee] = c.operator(name)
	for _, arg := range ops.nodes {
		c.expr(arg, nil, reason{})
	}
	if c.claimed == nil {
		c.claimed = map[types.Type]bool{}
	}
	c.claimed[claim] = true
	c.info.RecordClaim(n, claim)
	return claim
}

// isUnknownOperator reports whether a name that is called is no misspelling of another
// one, and warns of it, once in an item.
func (c *checker) isUnknownOperator(callee syntax.NodeID, name string) bool {
	unknown, seen := c.unknownNames[name]
	if seen {
		return unknown
	}
	if c.unknownNames == nil {
		c.unknownNames = map[string]bool{}
	}
	elsewhere := syntax.Diagnostic{Span: c.Item.Span(callee)}
	unknown = c.m.value("@"+name, c.unit.block) == nil && c.scope.findBare(name) == nil &&
		!c.behindDashes(elsewhere.Span)
	if unknown && c.foreignName(name, &elsewhere) {
		// A family of Relay in a printed call: what printed it had such an operator.
		unknown = c.m.lenient && c.m.config.Ops.HasFamily(name)
	} else if unknown {
		unknown = !c.isMisspelt(name)
	}
	c.unknownNames[name] = unknown
	if unknown {
		notes := []string{fmt.Sprintf("A table `[operators.%q]` in fraccheck.toml declares it.", name)}
		for i, fix := range elsewhere.Fixes {
			notes = append(notes, fmt.Sprintf("Other libraries call `%s` so.", fix.Edits[0].NewText))
			elsewhere.Fixes[i].Confidence = codes.Sketch // whose operator it is, the file does not say
		}
		c.Report(syntax.Diagnostic{
			Code: codes.UnknownOperator, Severity: codes.Warning, Span: c.Item.Span(callee),
			Message: fmt.Sprintf("there is no operator `%s`; its calls have the types that their comments claim", name),
			Notes:   append(notes, elsewhere.Notes...),
			Fixes:   elsewhere.Fixes,
		})
	}
	return unknown
}

// isMisspelt reports whether a name is near that of an operator. A name of a family that no
// operator has is a vendor's, though it may end as another one does (`nbu.conv2d`), unless
// the family alone is misspelt by a letter (`n.relu`, `imag.resize2d`).
func (c *checker) isMisspelt(name string) bool {
	if !strings.Contains(name, ".") || c.m.config.Ops.HasFamily(name) {
		return len(c.nearBare(name)) > 0
	}
	if !c.worthProposing() {
		return false
	}
	return slices.ContainsFunc(message.Alike(name, c.m.spelled.callable().Near(name)), func(near string) bool {
		family, _, _ := strings.Cut(name, ".")
		known, _, _ := strings.Cut(near, ".")
		return spelling.Distance(family, known, 1) <= 1
	})
}

// opaqueOperator is an operator with the arguments and attributes of a call, of which
// nothing is known but the result's type.
func opaqueOperator(name string, item *syntax.Item, args []syntax.NodeID, result types.Type) *op.Op {
	o := &op.Op{
		Name: name, Impure: true, Doc: "An operator that nothing declares.", Rule: "the result has the type that the type comment claims",
		Relation: func(*op.Call) op.Answer { return op.Done(result) },
	}
	for _, arg := range args {
		if item.Kind(arg) != syntax.NamedArg {
			o.Params = append(o.Params, op.Param{Name: fmt.Sprintf("argument%d", len(o.Params)+1)})
		}
	}
	o.Attrs = writtenAttrs(item, args)
	return o
}

// writtenAttrs are the attributes that a call gives, of any type.
func writtenAttrs(item *syntax.Item, args []syntax.NodeID) (attrs []op.Attr) {
	for _, arg := range args {
		if item.Kind(arg) != syntax.NamedArg {
			continue
		}
		name := item.SourceText(item.NamedArg(arg).Name)
		if !slices.ContainsFunc(attrs, func(a op.Attr) bool { return a.Name == name }) {
			attrs = append(attrs, op.Attr{Name: name, Type: op.AnyAttr})
		}
	}
	return attrs
}

// declaredCall types a call of an operator that a configuration declares: a function of
// its type, which takes any attributes besides.
func (c *checker) declaredCall(n syntax.NodeID, declared *op.Op) types.Type {
	args, _ := c.withoutAttributes(c.Item.Call(n).Args)
	o := *declared
	o.Attrs = writtenAttrs(c.Item, args)
	ops, ok := c.operands(n, &o, args)
	if !ok {
		return c.failedCall(n)
	}
	attrs, _ := op.Bind(&o, ops.named)
	c.info.RecordCall(n, &typed.OperatorCall{Op: &o, Args: ops.nodes, Attrs: attrs, Places: ops.places})
	f := o.Signature
	if len(f.Params) == 0 && len(f.Where) == 0 {
		c.checkArguments(ops.nodes, parameters{in: f.In}, o.Name)
		return f.Out
	}
	s := c.FreshArguments(f.Params)
	if !c.checkArguments(ops.nodes, parameters{in: f.In, s: &s}, o.Name) {
		return types.ErrorType
	}
	c.Require(f.Where, &s, n)
	c.Solve()
	return s.Apply(f.Out)
}
