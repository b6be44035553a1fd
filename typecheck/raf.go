package typecheck

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/raf"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// Programs of RAF. Their text is Relay's, but for operators with a prefix, attributes by
// place, and literals that have their dtype in front (package op/raf). A name with RAF's
// prefix shows alone that a program is RAF's.

// rafMessage is what is said of a file whose calls are RAF's.
const rafMessage = "this is text of RAF, and is read as RAF reads it"

// rafNull is how RAF prints an argument that is left out.
const rafNull = "nullptr"

// raf reports whether the item has calls of RAF's operators.
func (c *checker) raf() bool {
	if c.unit.raf == nil {
		is := raf.Mentions(c.Item.Text)
		c.unit.raf = &is
	}
	return *c.unit.raf
}

// rafCall types a call of one of RAF's operators; ok is false where it is none.
func (c *checker) rafCall(n syntax.NodeID, name string) (t types.Type, ok bool) {
	if !c.raf() || !raf.Known(name) {
		return nil, false
	}
	call := c.Item.Call(n)
	args, ok := c.rafArgs(call.Args)
	if !ok {
		return nil, false
	}
	r := raf.Read(name, args, c.m.config.Ops)
	if r == nil {
		return nil, false
	}
	ops := operands{call: n, named: r.Attrs}
	for _, place := range r.Operands {
		if place < 0 {
			ops.nodes = append(ops.nodes, syntax.NoNode)
		} else {
			ops.nodes = append(ops.nodes, call.Args[place])
		}
	}
	for len(ops.nodes) < len(r.Op.Params) {
		ops.nodes = append(ops.nodes, syntax.NoNode)
	}
	c.info.Objects[call.Callee] = c.operator(r.Op.Name)
	for i, p := range r.Op.Params {
		if !p.Optional && ops.nodes[i] == syntax.NoNode {
			c.Errorf(call.Callee, codes.ArityMismatch, "`%s` needs an operand `%s`, which this call leaves out", r.Op.Name, p.Name)
			return c.failedCall(n), true
		}
	}
	return c.rafTyped(n, r, &ops), true
}

// rafTyped types a call as it is read.
func (c *checker) rafTyped(n syntax.NodeID, r *raf.Reading, ops *operands) types.Type {
	entry := r.Op
	if key := entry.Attr(op.TypeKey); key >= 0 && len(ops.named) > 0 {
		ops.named = append(ops.named, op.Named{Name: op.TypeKey, Value: op.Text(entry.Attrs[key].Allowed[0])})
	}
	attrs, errs := c.m.bind(entry, ops.named)
	for i := range errs {
		c.attributeError(n, ops.places, &errs[i])
	}
	var bound []syntax.NodeID // variables whose literals are attributes: they are used all the same
	for _, arg := range c.Item.Call(n).Args {
		if c.Item.Kind(arg) == syntax.Local && !slices.Contains(ops.nodes, arg) {
			bound = append(bound, arg)
		}
	}
	c.info.RecordCall(n, &typed.OperatorCall{Old: true, Op: entry, Args: ops.nodes, Extra: bound, Attrs: attrs, Places: ops.places})
	args := make([]types.Type, len(ops.nodes))
	for i, arg := range ops.nodes {
		if arg != syntax.NoNode {
			args[i] = c.expr(arg, nil, reason{})
		}
	}
	for _, arg := range bound {
		c.expr(arg, nil, reason{})
	}
	callee := c.Item.Call(n).Callee
	c.readOld(callee, oldSpelling{at: c.Item.Span(callee), today: rafToday, edits: c.rafEdits(n, r, ops)})
	if len(errs) > 0 {
		return badType
	}
	return c.Relate(entry, args, attrs, n, ops.nodes)
}

// rafArgs are the places of a call; ok is false where one is named.
func (c *checker) rafArgs(nodes []syntax.NodeID) (args []raf.Arg, ok bool) {
	args = make([]raf.Arg, len(nodes))
	for i, arg := range nodes {
		if c.Item.Kind(arg) == syntax.NamedArg {
			return nil, false
		}
		args[i] = c.rafArg(arg)
	}
	return args, true
}

// rafArg is what stands at one place of a call.
func (c *checker) rafArg(n syntax.NodeID) raf.Arg {
	switch c.Item.Kind(n) {
	case syntax.Int:
		v := literal.IntValue(c.Item.NumberText(n))
		return raf.Arg{Value: v, Null: v.Int == raf.Missing}
	case syntax.Float:
		return raf.Arg{Value: literal.FloatValue(c.Item.NumberText(n))}
	case syntax.Meta:
		return raf.Arg{Value: op.Value{Kind: op.MetaValue}}
	case syntax.Bool, syntax.String:
		return raf.Arg{Value: c.attrValue(n)}
	case syntax.List:
		return raf.Arg{Value: c.rafList(n)}
	case syntax.Name:
		text := c.Item.SourceText(n)
		return raf.Arg{Value: op.Value{Kind: op.ExprValue}, Null: text == rafNull || text == "None"}
	case syntax.Call:
		if inner := c.rafConverted(n); inner != syntax.NoNode {
			return c.rafArg(inner)
		}
	case syntax.Local:
		if o := c.findLocal(c.Item.SourceText(n)); o != nil && o.Kind == typed.LocalObject {
			if literal := c.rafBound()[o.Node]; literal != syntax.NoNode {
				return c.rafArg(literal)
			}
		}
	}
	return raf.Arg{Value: op.Value{Kind: op.ExprValue}}
}

// rafBound are the literals that variables are bound to, by the nodes of the variables' names: RAF's
// passes bind each constant, as in `let %a2 = int64(1)`.
func (c *checker) rafBound() map[syntax.NodeID]syntax.NodeID {
	if c.unit.rafBound != nil {
		return c.unit.rafBound
	}
	bound := map[syntax.NodeID]syntax.NodeID{}
	for n := syntax.NodeID(1); int(n) < c.Item.Len(); n++ {
		name, value := syntax.NoNode, syntax.NoNode
		switch c.Item.Kind(n) {
		case syntax.Let:
			name, value = c.Item.Let(n).Pattern, c.Item.Let(n).Value
		case syntax.Graph:
			name, value = c.Item.Graph(n).Name, c.Item.Graph(n).Value
		default:
			continue
		}
		literal := false
		switch c.Item.Kind(value) {
		case syntax.Int, syntax.Float, syntax.Bool, syntax.String, syntax.List:
			literal = true
		case syntax.Call:
			literal = c.rafConverted(value) != syntax.NoNode
		}
		if literal && !c.mentionsLocal(value) {
			bound[name] = value
		}
	}
	c.unit.rafBound = bound
	return bound
}

// mentionsLocal reports whether a variable is in an expression: `%a = [%a]` is no literal.
func (c *checker) mentionsLocal(root syntax.NodeID) (found bool) {
	c.Item.Walk(root, func(n syntax.NodeID) bool {
		found = found || c.Item.Kind(n) == syntax.Local
		return !found
	})
	return found
}

// rafConverted is the literal in `TupleValue([…])` and `bool(1)`.
func (c *checker) rafConverted(n syntax.NodeID) syntax.NodeID {
	call := c.Item.Call(n)
	if len(call.Args) != 1 || c.Item.Kind(call.Callee) != syntax.Name {
		return syntax.NoNode
	}
	switch callee, kind := c.Item.SourceText(call.Callee), c.Item.Kind(call.Args[0]); {
	case callee == "TupleValue" && kind == syntax.List, callee == "bool" && kind == syntax.Int:
		return call.Args[0]
	}
	return syntax.NoNode
}

// rafList is a list of literals; an ExprValue where an element is none.
func (c *checker) rafList(n syntax.NodeID) op.Value {
	list := op.Value{Kind: op.ListValue}
	for _, elem := range c.Item.Kids(n) {
		arg := c.rafArg(elem)
		if arg.Value.Kind == op.ExprValue {
			return arg.Value
		}
		list.List = append(list.List, arg.Value)
	}
	return list
}

// rafValue types what RAF writes as a value: an argument that is left out, a tuple of
// numbers, an operator that is passed to the virtual machine.
func (c *checker) rafValue(n syntax.NodeID) (types.Type, bool) {
	if !c.raf() {
		return nil, false
	}
	switch c.Item.Kind(n) {
	case syntax.Name:
		switch name := c.Item.SourceText(n); {
		case name == rafNull:
			return &types.Tuple{}, true
		case raf.Known(name):
			return c.Fresh(), true
		}
	case syntax.Call:
		if inner := c.rafConverted(n); inner != syntax.NoNode {
			return c.rafLiteral(c.rafArg(inner).Value), true
		}
	case syntax.String:
		return &types.Tuple{}, true
	}
	return nil, false
}

// rafLiteral is the type of a literal that is no operand of an operator of Frac.
func (c *checker) rafLiteral(v op.Value) types.Type {
	if v.Kind != op.ListValue {
		return types.Scalar(types.Int64)
	}
	tuple := &types.Tuple{}
	for _, e := range v.List {
		tuple.Elems = append(tuple.Elems, c.rafLiteral(e))
	}
	return tuple
}

// rafToday says how Frac writes a call of RAF.
const rafToday = "an operator has no prefix, and its attributes have names, as in `nn.softmax(%x, axis=-1)`"

// rafEdits write a call as Frac does; none where that cannot be.
func (c *checker) rafEdits(n syntax.NodeID, r *raf.Reading, ops *operands) []syntax.Edit {
	if !r.Written || !slices.IsSorted(r.Operands) || slices.Contains(r.Operands, -1) {
		return nil
	}
	callee, call := c.Item.Span(c.Item.Call(n).Callee), c.Item.Span(n)
	if c.Item.Text[call.End-1] != ')' || c.Item.Text[callee.End] != '(' {
		return nil
	}
	edits := []syntax.Edit{{Span: callee, NewText: r.Op.Name}}
	from, between := callee.End+1, ""
	for _, place := range r.Operands {
		operand := c.Item.Call(n).Args[place]
		if at := c.Item.Span(operand).Start; c.Item.Text[from:at] != between {
			edits = append(edits, syntax.Edit{Span: syntax.Span{Start: from, End: at}, NewText: between})
		}
		from, between = c.rafBehind(operand), ", "
	}
	if from > call.End-1 { // the last parenthesis is an operand's
		return nil
	}
	var tail []string
	for _, a := range ops.named {
		tail = append(tail, a.Name+"="+a.Value.String())
	}
	text := strings.Join(tail, ", ")
	if text != "" {
		text = between + text
	}
	if c.Item.Text[from:call.End-1] != text {
		edits = append(edits, syntax.Edit{Span: syntax.Span{Start: from, End: call.End - 1}, NewText: text})
	}
	return edits
}

// rafBehind is where an operand ends, with the type comment after it.
func (c *checker) rafBehind(operand syntax.NodeID) int32 {
	o := oldForm{checker: c}
	return o.behindOperand(operand)
}

// rafString reports a string that RAF writes, `str"avg"`, in a program that is not RAF's.
func (c *checker) rafString(n syntax.NodeID) {
	if text := c.Item.SourceText(n); strings.HasPrefix(text, "str") && !c.raf() {
		span := c.Item.Span(n)
		c.Report(syntax.Diagnostic{
			Code: codes.SyntaxError, Span: span, Message: "a string has nothing before its quotes: only the text of RAF writes `" + text + "`",
			Fixes: []syntax.Fix{message.WriteFix(span, strings.TrimPrefix(text, "str"))},
		})
	}
}
