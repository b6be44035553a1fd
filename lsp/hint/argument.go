package hint

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// arguments shows the names of the parameters that a call gives by position. A
// constructor's fields have none.
func (h *hinter) arguments(call syntax.NodeID) {
	c := h.item.Call(call)
	switch o := h.info.Object(c.Callee); {
	case o == nil:
	case o.Kind == typecheck.DefObject:
		h.globalArguments(o, c.Args)
	case o.Kind == typecheck.OperatorObject:
		h.operatorArguments(call, c.Args)
	}
}

// globalArguments shows the names of a definition's parameters.
//
// One parameter needs no name.
func (h *hinter) globalArguments(o *typecheck.Object, args []syntax.NodeID) {
	params := []syntax.NodeID{}
	for _, p := range o.Item.Kids(o.Item.Def(o.Item.Root).Params) {
		if o.Item.Kind(p) == syntax.Param {
			params = append(params, p)
		}
	}
	if len(params) < 2 {
		return
	}
	for i, arg := range args {
		if i >= len(params) || h.item.Kind(arg) == syntax.NamedArg {
			return
		}
		pattern := o.Item.Param(params[i]).Pattern
		if kind := o.Item.Kind(pattern); kind != syntax.PatVar && kind != syntax.PatName {
			continue
		}
		name := strings.TrimPrefix(o.Item.SourceText(pattern), "%")
		if made := h.named(arg, name, ":"); made != nil {
			made.About = fmt.Sprintf("parameter %d of `%s`", i+1, o.Name)
			made.Full = o.Item.SourceText(params[i])
			made.param = &typecheck.Object{Item: o.Item, Node: pattern}
		}
	}
}

// operands are the parameters of symbols' functions: everyone knows which is
// which.
var operands = map[string]bool{"lhs": true, "rhs": true}

// operatorArguments shows the names of an operator's parameters and attributes.
func (h *hinter) operatorArguments(n syntax.NodeID, args []syntax.NodeID) {
	call := h.info.OperatorCall(n)
	if call == nil || call.Old {
		return
	}
	positional := map[syntax.NodeID]bool{}
	for _, arg := range args {
		positional[arg] = h.item.Kind(arg) != syntax.NamedArg
	}
	if len(call.Op.Params) < 2 {
		return
	}
	for i, p := range call.Op.Params {
		if i >= len(call.Args) || p.Variadic || operands[p.Name] || !positional[call.Args[i]] {
			continue
		}
		made := h.named(call.Args[i], p.Name, "=")
		if made == nil {
			continue
		}
		made.About = fmt.Sprintf("argument %d of `%s`", i+1, call.Op.Name)
		if k := call.Op.Attr(p.Name); k >= 0 {
			made.Attr = &call.Op.Attrs[k]
		}
		at, attribute := call.Places[p.Name] // an attribute may have the name of a parameter
		if !h.typing.broken && (!attribute || at == call.Args[i]) {
			made.Edits = []syntax.Edit{insertion(made.At, p.Name+"=")}
		}
	}
}

// named shows a parameter's name before its argument, unless the argument
// says as much.
func (h *hinter) named(arg syntax.NodeID, name, sign string) *Hint {
	at := h.item.Span(arg).Start
	if len(name) < 3 || at < h.span.Start || at > h.span.End || h.item.Span(arg).Len() == 0 || says(h.item.SourceText(arg), name) {
		return nil
	}
	h.hints = append(h.hints, Hint{At: at, Kind: ParameterHint, Label: name + sign})
	return &h.hints[len(h.hints)-1]
}

// says reports whether the text of an argument is the parameter's name, or ends
// with it: `%weight`, `%dense.weight`, `%weight2`, `@init`.
//
// A name is not repeated where the argument shows it, as in rust-analyzer's hints.
func says(arg, name string) bool {
	word := strings.TrimRight(strings.TrimLeft(arg, "%@"), "0123456789:")
	if i := strings.LastIndexAny(word, "./_"); i >= 0 && strings.EqualFold(word[i+1:], name) {
		return true
	}
	return strings.EqualFold(word, strings.TrimRight(name, "0123456789"))
}
