package onnx

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx/schema"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A node is a node of the model, as its operator's entry sees it: the builder, by which it writes calls,
// and what the model says of the node.
type node struct {
	*reader
	proto   *wire.Node
	schema  *schema.Schema
	version int64          // of the operator set
	in      []*model.Value // nil for one that is omitted
	sources []*binding     // where they come from
	index   int            // in Program.Nodes
	claims  map[string]claim
	broken  bool // an input is at fault, which is reported
	refused *refusal
}

// readInputs finds the values that the node reads. It is false where one is missing.
func (n *node) readInputs(at int) bool {
	for i, name := range n.proto.Inputs {
		if name == "" {
			n.in, n.sources = append(n.in, nil), append(n.sources, nil)
			continue
		}
		b := n.use(name)
		if b == nil {
			n.undefined(i, name, at)
			return false
		}
		n.broken = n.broken || b.failed
		n.in, n.sources = append(n.in, b.Value), append(n.sources, b)
	}
	return true
}

// undefined reports an input that no value before the node has the name of.
func (n *node) undefined(input int, name string, at int) {
	for s := n.scope; s != nil; s = s.outer {
		if later, ok := s.later[name]; ok && later >= at {
			n.report(model.Finding{Code: codes.UndefinedName, Node: n.index, Input: input, Value: name,
				Message: fmt.Sprintf("the node reads `%s`, which a later node gives: nodes must come in the order in which they compute", name)})
			return
		}
	}
	n.report(model.Finding{Code: codes.UndefinedName, Node: n.index, Input: input, Value: name,
		Message: fmt.Sprintf("the node reads `%s`, which is no input, no initializer and the result of no node", name)})
}

// recovered translates a node. A panic of an entry is a fault of fraccheck at this node, and
// keeps no other node from being read.
func (n *node) recovered() (results []*model.Value) {
	position := n.Position()
	defer func() {
		if what := recover(); what != nil {
			n.Back(position)
			results = nil
			n.Begin(n.index)
			n.Failf(codes.InternalError, "fraccheck failed to translate this node: %v", what)
		}
	}()
	return n.translate()
}

// translate gives the values of the outputs; nil where the node is at fault, or where nothing
// is known of it. A function of the model comes before an operator of the same name, as in ONNX.
// Operators of domains that are not known are opaque.
func (n *node) translate() []*model.Value {
	name := schema.Canonical(n.proto.Domain)
	if f := n.function(name); f != nil {
		return n.call(f)
	}
	version, imported := n.versions[name]
	if name != "" && schema.Newest(name) == 0 {
		return n.opaque()
	}
	if !imported {
		n.Failf(codes.UndefinedName, "the model imports no operator set of the domain %q, of which %s is", name, n.proto.OpType)
		return nil
	}
	s, err := schema.Find(name, n.proto.OpType, version)
	if err != nil {
		n.Fail(model.Fault{Code: codes.UndefinedName, Message: err.Error()})
		return nil
	}
	n.schema, n.version = s, version
	if fault := s.Check(n.form()); len(fault) > 0 && !n.broken {
		n.refuseForm(fault[0])
		return nil
	}
	if i := slices.Index(n.in, nil); i >= 0 && i < len(n.in) {
		if f := s.Input(i); f != nil && f.Option == schema.Variadic {
			n.Failf(codes.ArityMismatch, "input %d of %s is omitted; each of its inputs must have a name", i, n.proto.OpType)
			return nil
		}
	}
	e, ok := entries[n.proto.OpType]
	switch {
	case name != "" || !ok || e.translate == nil:
		return n.opaque()
	case n.unknownInput():
		for _, v := range n.in {
			if v.Known() {
				n.Keep(v)
			}
		}
		return nil
	}
	results := e.translate(n)
	if n.refused != nil && n.Fault() == nil {
		return n.opaque()
	}
	return results
}

// unknownInput reports whether the type of an input is not known.
func (n *node) unknownInput() bool {
	for _, v := range n.in {
		if v != nil && !v.Known() {
			return true
		}
	}
	return false
}

// refuse says why a node cannot be expressed. It becomes an opaque call of some types.
func (n *node) refuse(types []types.Type, format string, args ...any) []*model.Value {
	n.refused = &refusal{fmt.Sprintf(format, args...), types}
	return nil
}

// A refusal is why a node has no counterpart, and the types of its results where they are
// known all the same.
type refusal struct {
	reason string
	types  []types.Type
}

// untranslated is why an operator without an entry is refused.
const untranslated = "it is not translated"

// opaque writes a node as a call of an operator that the language does not have. Its results
// have the types that the model declares for them.
func (n *node) opaque() []*model.Value {
	name, what := n.proto.OpType, ""
	switch d := schema.Canonical(n.proto.Domain); {
	case d != "":
		name = d + "." + name
		what = fmt.Sprintf("no operators of the domain %q are known", n.proto.Domain)
	case n.refused != nil:
		name, what = "onnx."+name, n.refused.reason
	case entries[n.proto.OpType].reason != "":
		name, what = "onnx."+name, entries[n.proto.OpType].reason
	default:
		name, what = "onnx."+name, untranslated
	}
	n.report(model.Finding{Code: codes.UnknownOperator, Node: n.index, Input: -1,
		Message: fmt.Sprintf("`%s` has no counterpart in the language: %s", n.proto.OpType, what),
		Notes:   []string{"Its results have the types that the model declares for them, and it cannot be run."}})
	n.Program.Refused = append(n.Program.Refused, fmt.Sprintf("%s: %s", n.proto.OpType, what))
	var args []*model.Value
	for _, v := range n.in {
		if v.Known() {
			args = append(args, v)
		}
	}
	claim, known := n.claimedResults()
	if !known || n.unknownInput() {
		n.Opaque(dotted(name), args, nil, &types.Tuple{}) // keeps what it reads; nothing reads its result
		return nil
	}
	if len(claim) == 1 {
		return []*model.Value{n.Opaque(dotted(name), args, nil, claim[0])}
	}
	return n.OpaqueTuple(dotted(name), args, claim)
}

// dotted is the name of a foreign operator as the language writes names of operators.
func dotted(name string) string {
	return strings.Trim(strings.Map(func(c rune) rune {
		if c == '.' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return '_'
	}, name), ".")
}

// claimedResults are the types that the model or the entry states for the results.
func (n *node) claimedResults() (claims []types.Type, known bool) {
	if n.refused != nil && len(n.refused.types) == len(n.proto.Outputs) && !slices.Contains(n.refused.types, nil) {
		return n.refused.types, true
	}
	for _, out := range n.proto.Outputs {
		t := n.claimed(out)
		if t == nil {
			return nil, false
		}
		claims = append(claims, t)
	}
	return claims, len(claims) > 0
}

// claimed is the type that the graph declares for a value; nil where it declares none. A name
// of an extent that no input has says nothing.
func (n *node) claimed(name string) types.Type {
	if info, ok := n.claims[name]; ok {
		if t := n.typeOf(info.Type, name, false); t != nil {
			return n.Determined(t)
		}
	}
	return nil
}

// bindOutputs binds the results by their names.
func (n *node) bindOutputs(results []*model.Value, ok bool) {
	if f := n.Fault(); f != nil {
		n.refuseNode(f)
	}
	failed := n.Fault() != nil || !ok || n.broken
	switch {
	case n.Fault() != nil || !ok:
		n.leaveOut("it is at fault")
	case failed:
		n.leaveOut("it reads what a node at fault gives")
	case len(results) == 0 && len(n.proto.Outputs) > 0:
		n.leaveOut("the types of its results are not known")
	}
	for i, name := range n.proto.Outputs {
		if name == "" {
			continue
		}
		if before := n.scope.values[name]; before != nil {
			n.report(model.Finding{Code: codes.DuplicateDefinition, Node: n.index, Input: -1, Value: name,
				Message: fmt.Sprintf("the node gives `%s`, which %s gives too: a value has one origin", name, n.origin(before))})
			continue
		}
		var v *model.Value
		if !failed && i < len(results) && results[i] != nil {
			v = n.Alias(results[i], name)
		} else {
			v = n.Unknown()
		}
		b := n.bind(name, &binding{Value: v, node: n.index, kind: "node", failed: failed})
		if c, ok := n.claims[name]; ok && !c.output && !failed {
			b.Value = n.claim(b, c.ValueInfo, "the value")
		}
		n.typed(name, b.Type)
	}
}

// leaveOut writes a comment in place of a node that the program leaves out, for its diagnostics
// to be at.
func (n *node) leaveOut(why string) {
	n.Program.LeftOut = append(n.Program.LeftOut, n.index)
	n.Remark(fmt.Sprintf("The node %s (%s) is left out: %s.", strconv.Quote(n.Program.Nodes[n.index].Name), excerptOf(n.proto.OpType), why))
}

// form is the node as the schema checks it.
func (n *node) form() schema.Use {
	use := schema.Use{Outputs: make([]string, len(n.proto.Outputs))}
	for i, out := range n.proto.Outputs {
		if out == "" {
			use.Outputs[i] = schema.Omitted
		}
	}
	for _, v := range n.in {
		switch {
		case v == nil:
			use.Inputs = append(use.Inputs, schema.Omitted)
		default:
			use.Inputs = append(use.Inputs, spelled(v.Type))
		}
	}
	for _, a := range n.proto.Attributes {
		use.Attributes = append(use.Attributes, schema.Given{Name: a.Name, Type: schema.AttributeType(a.Type)})
	}
	return use
}

func (n *node) refuseForm(f schema.Fault) {
	fault := model.Fault{Code: codes.Code(f.Code), Message: f.Message}
	if f.Note != "" {
		fault.Notes = []string{f.Note}
	}
	if f.Input >= 0 && f.Input < len(n.in) {
		fault.Arg = n.in[f.Input]
	}
	n.Fail(fault)
}

// attribute is an attribute that the node gives. Inside a function it may represent one of
// the function's.
func (n *node) attribute(name string) *wire.Attribute {
	for _, a := range n.proto.Attributes {
		if a.Name == name {
			if a.Ref != "" {
				return n.scope.params[a.Ref]
			}
			return a
		}
	}
	return nil
}

func (n *node) has(name string) bool { return n.attribute(name) != nil }

// int is an integer attribute, or its default.
func (n *node) int(name string) int64 {
	if a := n.attribute(name); a != nil {
		return a.I
	}
	if a := n.schema.Attribute(name); a != nil {
		return a.Int
	}
	return 0
}

// float is a number that an attribute gives, or its default.
func (n *node) float(name string) float64 {
	if a := n.attribute(name); a != nil {
		return shortest(a.F)
	}
	if a := n.schema.Attribute(name); a != nil {
		return shortest(a.Float)
	}
	return 0
}

// shortest is the number with the fewest decimal digits that rounds to a float32, which is
// what the author of the model wrote: 0.1 and not 0.10000000149011612, which a computation in float64
// would have.
func shortest(x float32) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(float64(x), 'g', -1, 32), 64)
	return y
}

// str is a text that an attribute gives, or its default.
func (n *node) str(name string) string {
	if a := n.attribute(name); a != nil {
		return a.S
	}
	if a := n.schema.Attribute(name); a != nil {
		return a.Str
	}
	return ""
}

// ints is a list of integers; nil where neither the node nor a default gives it.
func (n *node) ints(name string) []int64 {
	if a := n.attribute(name); a != nil {
		return a.Ints
	}
	if a := n.schema.Attribute(name); a != nil {
		return a.Ints
	}
	return nil
}

// floats is a list of numbers, none where neither the node nor a default gives it.
func (n *node) floats(name string) []float64 {
	var list []float32
	if a := n.attribute(name); a != nil {
		list = a.Floats
	} else if a := n.schema.Attribute(name); a != nil {
		list = a.Floats
	}
	xs := make([]float64, len(list))
	for i, x := range list {
		xs[i] = shortest(x)
	}
	return xs
}

// arg is the i-th input, nil where it is omitted.
func (n *node) arg(i int) *model.Value {
	if i < len(n.in) {
		return n.in[i]
	}
	return nil
}

// wants reports whether the node gives a name to its i-th output.
func (n *node) wants(i int) bool { return i < len(n.proto.Outputs) && n.proto.Outputs[i] != "" }

// axis is an axis of a tensor of some rank, counted from the front.
func (n *node) axis(name string, k int64, rank int) (int, bool) {
	if k < -int64(rank) || k >= int64(rank) {
		n.Failf(codes.AttributeValue, "`%s` of %s is %d, and the tensor has %s: it must be from %d to %d",
			name, n.proto.OpType, k, axesText(rank), -rank, rank-1)
		return 0, false
	}
	if k < 0 {
		k += int64(rank)
	}
	return int(k), true
}

func axesText(rank int) string {
	if rank == 1 {
		return "1 axis"
	}
	return fmt.Sprintf("%d axes", rank)
}

// at is a fault at an input.
func (n *node) at(input int, code codes.Code, format string, args ...any) []*model.Value {
	n.Fail(model.Fault{Code: code, Arg: n.arg(input), Message: fmt.Sprintf(format, args...)})
	return nil
}

// one is the result of a node with one output.
func one(v *model.Value) []*model.Value { return []*model.Value{v} }

// attr is short for an attribute of a call.
func attr(name string, v any) op.Named { return model.Attr(name, v) }

// args are the arguments of a call.
func args(vs ...*model.Value) []*model.Value { return vs }

// number is a scalar of a tensor's dtype.
func (n *node) number(x float64, d types.Dtype) *model.Value {
	vd, ok := model.DtypeOf(d)
	if !ok {
		n.Failf(codes.DtypeMismatch, "tensors of %s are not computed with", d)
		return n.Unknown()
	}
	return n.Number(value.FromFloat(vd, x))
}

// whole is a scalar of an integer dtype.
func (n *node) whole(k int64, d types.Dtype) *model.Value {
	vd, ok := model.DtypeOf(d)
	if !ok {
		n.Failf(codes.DtypeMismatch, "tensors of %s are not computed with", d)
		return n.Unknown()
	}
	return n.Number(value.FromInt(vd, k))
}
