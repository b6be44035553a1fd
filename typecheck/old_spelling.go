package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/legacy"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// What TVM 0.6 to 0.8 printed in another way than TVM 0.18 (package op/legacy) is read as
// it was meant: below a version header, and where type comments show that a program is
// printed. One diagnostic an item says so; its fix writes today's spelling. The file's
// report joins those of its items.

// An oldSpelling is one place of a text that is read as older versions of TVM read it.
type oldSpelling struct {
	at    syntax.Span
	today string // what is written today, as a sentence
	edits []syntax.Edit
}

// OldSpellingMessage is what is said of a file that is read as older versions of TVM did.
const OldSpellingMessage = "this is text of an older TVM, and is read as TVM 0.6 to 0.8 read it"

// numberSuffix is how a number says its dtype today.
const numberSuffix = "a number has the suffix of its dtype, as in `1i64`"

// readOld notes that a node is read as an old spelling.
func (c *checker) readOld(n syntax.NodeID, o oldSpelling) {
	if c.unit.old == nil {
		c.unit.old = map[syntax.NodeID]oldSpelling{}
	}
	c.unit.old[n] = o
}

// oldSpellings reports the old spellings of the unit.
func (c *checker) oldSpellings() {
	c.convertedExtents()
	if len(c.unit.old) == 0 {
		return
	}
	all := make([]oldSpelling, 0, len(c.unit.old))
	for _, o := range c.unit.old {
		all = append(all, o)
	}
	slices.SortFunc(all, func(a, b oldSpelling) int { return int(a.at.Start - b.at.Start) })
	d := syntax.Diagnostic{Code: codes.OldSpelling, Span: all[0].at, Message: OldSpellingMessage}
	if c.raf() {
		d.Message = rafMessage
	}
	var edits []syntax.Edit
	for _, o := range all {
		if note := message.Sentence("today " + o.today); !slices.Contains(d.Notes, note) {
			d.Notes = append(d.Notes, note)
		}
		edits = append(edits, o.edits...)
	}
	if len(edits) > 0 && !c.Failed() {
		slices.SortFunc(edits, func(a, b syntax.Edit) int { return int(a.Span.Start - b.Span.Start) })
		d.Fixes = []syntax.Fix{{Title: "write today's spelling", Edits: edits}}
	}
	c.Report(d)
}

// printed reports whether a version of TVM older than today's may have written the item:
// the file has a header, or the item has type comments.
func (c *checker) printed() bool { return c.m.lenient || len(c.Item.TypeComments) > 0 || c.raf() }

// commentedLiteral is the type that the comment right after a number without a suffix
// says. Until TVM 0.8 all numbers but float32 were printed without one.
func (c *checker) commentedLiteral(n syntax.NodeID) types.Type {
	if len(c.Item.TypeComments) == 0 {
		return nil
	}
	text, said := c.Item.NumberText(n), c.claim(n)
	if said == nil {
		return nil
	}
	claim, ok := types.Head(said).(*types.Tensor)
	if !ok || len(claim.Shape) > 0 || claim.Dtype.Lanes != 1 || strings.ContainsAny(text, "iuf") {
		return nil
	}
	d := claim.Dtype
	switch {
	case d == types.Int32 || d == types.Float32:
		return nil
	case d.Class == types.FloatClass && (d.Bits == 16 || d.Bits == 64):
		c.floatFits(n, text, d)
	case c.Item.Kind(n) == syntax.Int && d.IsInteger() && literal.Fits(text, d):
	default:
		return nil
	}
	suffix := d.String()[:1] + strings.TrimLeft(d.String(), "abcdefghijklmnopqrstuvwxyz")
	at := c.Item.Span(n)
	c.readOld(n, oldSpelling{at, numberSuffix, []syntax.Edit{{Span: syntax.Span{Start: at.End, End: at.End}, NewText: suffix}}})
	return claim
}

// convertedNumber reads a number as TVM 0.6 printed those that are neither int32 nor
// float32, `int64(1)`; where nothing shows that the program is printed, it reports that
// and is false.
func (c *checker) convertedNumber(n syntax.NodeID) bool {
	dtype, digits, old := strings.Cut(c.Item.SourceText(n), "(")
	if !old || !syntax.IsDtypeName(dtype) {
		return true
	}
	span, today := c.Item.Span(n), c.Item.NumberText(n)
	if c.printed() {
		c.readOld(n, oldSpelling{span, numberSuffix, []syntax.Edit{{Span: span, NewText: today}}})
		return true
	}
	d := syntax.Diagnostic{Code: codes.UndefinedName, Span: syntax.Span{Start: span.Start, End: span.Start + int32(len(dtype))}}
	c.foreignName(dtype, &d)
	d.Message = fmt.Sprintf("there is no `%s`", dtype)
	if want, ok := types.ParseDtype(dtype); ok {
		if number, ok := literal.Respell(strings.TrimSuffix(digits, ")"), want); ok {
			d.Fixes = []syntax.Fix{message.WriteFix(span, number)}
		}
	}
	c.Report(d)
	return false
}

// convertedExtents reads the extents of types that are such numbers; today they have no
// suffix.
func (c *checker) convertedExtents() {
	if !strings.Contains(c.Item.Text, "64(") && !strings.Contains(c.Item.Text, "32(") {
		return
	}
	for n := syntax.NodeID(1); int(n) < c.Item.Len(); n++ {
		if c.Item.Kind(n) < syntax.TypeName {
			continue
		}
		for _, kid := range c.Item.Kids(n) {
			if kid != syntax.NoNode && c.Item.Kind(kid) == syntax.Int && c.convertedNumber(kid) && c.unit.old[kid].edits != nil {
				c.unit.old[kid].edits[0].NewText = literal.TrimSuffix(c.Item.NumberText(kid))
			}
		}
	}
}

// oldCall types a call that has an old form; ok is false where it has none, or where
// nothing shows that the program is old.
func (c *checker) oldCall(n syntax.NodeID, name string) (t types.Type, ok bool) {
	if !legacy.Known(name) || !c.printed() && !legacy.Printed(name) {
		return nil, false
	}
	o := oldForm{checker: c, n: n}
	r := o.read(name)
	if r == nil || c.m.config.Ops[r.Operator] == nil || r.Doubtful && !o.refused(r) {
		return nil, false
	}
	return o.call(r), true
}

// An oldForm is a call while its old form is read.
type oldForm struct {
	*checker
	n        syntax.NodeID
	operands []syntax.NodeID
	named    []syntax.NodeID // the attributes as they are written
	meta     syntax.NodeID
	types    []types.Type // of the operands, where they were asked for
}

// read takes the call apart and finds how it is read.
func (o *oldForm) read(name string) *legacy.Reading {
	call := &legacy.Call{Operator: name, Oldest: o.m.legacy}
	args, meta := o.withoutAttributes(o.Item.Call(o.n).Args)
	o.meta = meta
	for _, arg := range args {
		if o.Item.Kind(arg) != syntax.NamedArg {
			o.operands = append(o.operands, arg)
			continue
		}
		named := o.Item.NamedArg(arg)
		if named.Value == syntax.NoNode {
			return nil
		}
		o.named = append(o.named, arg)
		call.Attrs = append(call.Attrs, op.Named{Name: o.Item.SourceText(named.Name), Value: o.plainValue(named.Value)})
	}
	call.Operands = len(o.operands)
	if meta != syntax.NoNode && !o.addSection(call) {
		return nil
	}
	r := legacy.Read(call)
	if r != nil && r.Doubtful && meta != syntax.NoNode {
		return nil
	}
	return r
}

// addSection adds the attributes that stand in the metadata section. What is not known of
// them decides nothing where the operands alone show that the call is old.
func (o *oldForm) addSection(call *legacy.Call) bool {
	entry, today := o.m.entry(o.Item.SourceText(o.meta)), o.m.config.Ops[call.Operator]
	if entry == nil || today == nil {
		return legacy.Printed(call.Operator)
	}
	named, err := entry.Attributes(today)
	call.Attrs = append(call.Attrs, named...)
	return err == nil || legacy.Printed(call.Operator)
}

// plainValue is the value of an attribute that is a literal, unchecked.
func (o *oldForm) plainValue(n syntax.NodeID) op.Value {
	switch o.Item.Kind(n) {
	case syntax.Bool, syntax.Int, syntax.String, syntax.Float:
		return o.attrValue(n)
	}
	return op.Value{Kind: op.ExprValue}
}

// refused reports whether types or the call's comment refuse its meaning of today, and
// do not refuse its old one. Where both fit, another old form in the item decides.
func (o *oldForm) refused(r *legacy.Reading) bool {
	entry := o.m.config.Ops[r.Operator]
	for _, operand := range o.operands {
		o.types = append(o.types, o.expr(operand, nil, reason{}))
	}
	o.Solve()
	today, _ := op.Bind(entry, o.bound(r, false))
	old, _ := op.Bind(entry, o.bound(r, true))
	fits, fitted := o.answers(entry, today), o.answers(entry, old)
	if fits != fitted {
		return fitted
	}
	return fitted && o.oldElsewhere()
}

// answers reports whether the relation of an operator takes the operands, and gives what
// the comment of the call says.
func (o *oldForm) answers(entry *op.Op, attrs op.Attrs) bool {
	args := slices.Clone(o.types)
	for len(args) < len(entry.Params) {
		args = append(args, nil)
	}
	for _, t := range args {
		if _, tensor := types.Head(t).(*types.Tensor); t != nil && !tensor {
			return true
		}
	}
	answer := entry.Relation(&op.Call{Op: entry, Args: args, Attrs: attrs, Fresh: func() types.Type { return o.Fresh() }, FreshLeaf: func() types.Type { return o.Fresh() }})
	if answer.Err != nil {
		return false
	}
	said := o.claim(o.n)
	return said == nil || answer.Out == nil || infer.Agrees(said, answer.Out)
}

// oldElsewhere reports whether another call of the item has a form that only TVM up to 0.7
// has.
func (o *oldForm) oldElsewhere() bool {
	for n := syntax.NodeID(1); int(n) < o.Item.Len(); n++ {
		if o.Item.Kind(n) != syntax.Call || n == o.n {
			continue
		}
		callee := o.Item.Call(n).Callee
		if o.Item.Kind(callee) != syntax.Name || !legacy.Known(o.Item.SourceText(callee)) {
			continue
		}
		other := oldForm{checker: o.checker, n: n}
		if r := other.read(o.Item.SourceText(callee)); r != nil && !r.Doubtful && r.UpTo07 {
			return true
		}
	}
	return false
}

// bound are the attributes of the call; with what is added where it is read as old.
func (o *oldForm) bound(r *legacy.Reading, asOld bool) []op.Named {
	var named []op.Named
	for _, arg := range o.named {
		parts := o.Item.NamedArg(arg)
		name := o.Item.SourceText(parts.Name)
		if asOld && (slices.Contains(r.Drop, name) || o.moved(r, name)) {
			continue
		}
		v, ok := r.Values[name]
		if !asOld || !ok {
			v.Value = o.attrValue(parts.Value)
		}
		named = append(named, op.Named{Name: name, Value: v.Value})
	}
	if asOld {
		for _, a := range r.Add {
			named = append(named, op.Named{Name: a.Name, Value: a.Value.Value})
		}
	}
	return named
}

// moved reports whether an attribute is an operand today.
func (o *oldForm) moved(r *legacy.Reading, name string) bool {
	return slices.ContainsFunc(r.Operands, func(p legacy.Operand) bool { return p.Attr == name })
}

// call types the call as it is read.
func (o *oldForm) call(r *legacy.Reading) types.Type {
	entry, ops := o.m.config.Ops[r.Operator], operands{call: o.n}
	for _, p := range r.Operands {
		ops.nodes = append(ops.nodes, o.operand(p))
	}
	if r.Operands == nil {
		ops.nodes = o.operands
	}
	if slices.Contains(ops.nodes, syntax.NoNode) || len(ops.nodes) < len(entry.Params) {
		entry = withOptional(entry, ops.nodes)
	}
	for len(ops.nodes) < len(entry.Params) {
		ops.nodes = append(ops.nodes, syntax.NoNode)
	}
	ops.named = o.bound(r, true)
	for _, arg := range o.named {
		ops.place(o.Item.SourceText(o.Item.NamedArg(arg).Name), arg)
	}
	callee := o.Item.Call(o.n).Callee
	o.info.Objects[callee] = o.operator(r.Operator)
	if o.meta != syntax.NoNode && !o.metaAttributes(entry, o.meta, &ops) {
		return o.failedCall(o.n)
	}
	if key := entry.Attr(op.TypeKey); key >= 0 && ops.places[op.TypeKey] == syntax.NoNode && len(ops.named) > 0 {
		ops.named = append(ops.named, op.Named{Name: op.TypeKey, Value: op.Text(entry.Attrs[key].Allowed[0])})
	}
	attrs, errs := op.Bind(entry, ops.named)
	for i := range errs {
		o.attributeError(o.n, ops.places, &errs[i])
	}
	o.info.RecordCall(o.n, &typed.OperatorCall{Old: true, Op: entry, Args: ops.nodes, Attrs: attrs, Places: ops.places})
	args := make([]types.Type, len(ops.nodes))
	for i, arg := range ops.nodes {
		switch {
		case arg == syntax.NoNode:
		case i < len(r.Operands) && r.Operands[i].Tuple && o.Item.Kind(arg) == syntax.List:
			args[i] = o.listed(arg)
		default:
			args[i] = o.expr(arg, nil, reason{})
		}
	}
	o.readOld(o.n, oldSpelling{o.Item.Span(callee), r.Today, o.edits(entry, r)})
	if len(errs) > 0 {
		return badType
	}
	return o.Relate(entry, args, attrs, o.n, ops.nodes)
}

// listed is the type of a list that is a tuple today.
func (o *oldForm) listed(n syntax.NodeID) types.Type {
	tuple := &types.Tuple{}
	for _, elem := range o.Item.Kids(n) {
		tuple.Elems = append(tuple.Elems, o.expr(elem, nil, reason{}))
	}
	o.info.Types[n] = tuple
	return tuple
}

// operand is the node of one of today's operands, NoNode where none is written.
func (o *oldForm) operand(p legacy.Operand) syntax.NodeID {
	if p.Attr != "" {
		for _, arg := range o.named {
			if parts := o.Item.NamedArg(arg); o.Item.SourceText(parts.Name) == p.Attr {
				return parts.Value
			}
		}
		return syntax.NoNode
	}
	if p.From < 0 {
		return syntax.NoNode
	}
	return o.operands[p.From]
}

// withOptional is an operator whose operands may be left out where the call does.
func withOptional(entry *op.Op, nodes []syntax.NodeID) *op.Op {
	variant := *entry
	variant.Params = slices.Clone(entry.Params)
	for i := range variant.Params {
		if i >= len(nodes) || nodes[i] == syntax.NoNode {
			variant.Params[i].Optional = true
		}
	}
	return &variant
}

// edits write the call in today's spelling; none where that cannot be.
func (o *oldForm) edits(entry *op.Op, r *legacy.Reading) []syntax.Edit {
	if r.Unwritable || o.meta != syntax.NoNode || len(o.operands) == 0 {
		return nil
	}
	var edits []syntax.Edit
	replace := func(from, to int32, text string) {
		edits = append(edits, syntax.Edit{Span: syntax.Span{Start: from, End: to}, NewText: text})
	}
	callee := o.Item.Span(o.Item.Call(o.n).Callee)
	if o.Item.SourceText(o.Item.Call(o.n).Callee) != r.Operator {
		replace(callee.Start, callee.End, r.Operator)
	}
	operands, kept := "", len(o.operands)
	for i, p := range r.Operands {
		switch {
		case p.Tuple:
			operands += ", " + o.tupleText(o.operand(p))
		case p.Attr != "":
			operands += ", " + o.Item.SourceText(o.operand(p))
		case p.From >= 0:
		case p.Text == "":
			return nil
		case i < len(o.operands): // before those that follow
			at := o.Item.Span(o.operands[i]).Start
			replace(at, at, p.Text+", ")
		default:
			operands += ", " + p.Text
		}
	}
	if r.Operands != nil && len(r.Operands) < len(o.operands) {
		kept = len(r.Operands)
	}
	var attributes []string
	for _, arg := range o.named {
		parts := o.Item.NamedArg(arg)
		name := o.Item.SourceText(parts.Name)
		if slices.Contains(r.Drop, name) || o.moved(r, name) {
			continue
		}
		text := o.Item.SourceText(arg)
		if v, ok := r.Values[name]; ok {
			text = name + "=" + v.Text
		}
		attributes = append(attributes, text)
	}
	for _, a := range r.Add {
		attributes = append(attributes, a.Name+"="+a.Text)
	}
	if key := entry.Attr(op.TypeKey); key >= 0 && len(attributes) > 0 && !strings.Contains(strings.Join(attributes, " "), op.TypeKey) {
		attributes = append(attributes, op.TypeKey+`="`+entry.Attrs[key].Allowed[0]+`"`)
	}
	tail := operands
	if len(attributes) > 0 {
		tail += ", " + strings.Join(attributes, ", ")
	}
	from := o.behindOperand(o.operands[kept-1])
	replace(from, o.Item.Span(o.n).End-1, tail)
	return edits
}

// tupleText writes a list as the tuple that it is today.
func (o *oldForm) tupleText(n syntax.NodeID) string {
	text := o.Item.SourceText(n)
	if o.Item.Kind(n) != syntax.List {
		return text
	}
	text = text[1 : len(text)-1]
	if len(o.Item.Kids(n)) == 1 {
		text += ","
	}
	return "(" + text + ")"
}

// behindOperand is where an operand ends, with the type comment after it.
func (o *oldForm) behindOperand(n syntax.NodeID) int32 {
	end := o.Item.Span(n).End
	for _, comment := range o.Item.TypeComments {
		if comment.Span.Start >= end && strings.TrimSpace(o.Item.Text[end:comment.Span.Start]) == "" {
			return comment.Span.End
		}
	}
	return end
}
