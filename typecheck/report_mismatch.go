package typecheck

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// The message for an expression that has another type than its place needs: a
// headline by the reason for the expected type, both types below each other with
// what differs underlined (render_types.go), places that the types come from
// (report_origin.go), and one way to mend it (report_advice.go).

// mismatch reports that an expression has another type than its place needs.
func (c *checker) mismatch(n syntax.NodeID, want, got types.Type, clash *infer.Clash, why reason) {
	if why.kind == argumentReason {
		if c.found == nil {
			c.found = map[syntax.NodeID]types.Type{}
		}
		c.found[n] = got
	}
	c.reportMismatch(n, want, got, clash, why)
}

// reportMismatch is mismatch where the types of other arguments do not depend on the
// one that is wrong.
func (c *checker) reportMismatch(n syntax.NodeID, want, got types.Type, clash *infer.Clash, why reason) {
	if infer.HoldsError(clash.Want) || infer.HoldsError(clash.Got) {
		return // what is in error clashes with nothing
	}
	n = c.resultNode(n)
	if v, ok := clash.Got.(*types.Var); ok && clash.Code == codes.UndeclaredRequirement {
		c.elementRequirement(n, v)
		return
	}
	d := syntax.Diagnostic{Code: clash.Code, Span: c.Item.Span(n), Message: c.headline(why, clash)}
	switch {
	case c.parameterClash(n, clash, &d):
	case clash.Code == codes.InfiniteType:
		d.Notes = c.infiniteTypeNotes(clash)
	case clash.Code != codes.FractalElement:
		d.Notes = c.compared(comparisonLabels[why.kind], want, got)
	}
	if labels := comparisonLabels[why.kind]; clash.Code == codes.TypeMismatch {
		if labels == [2]string{} {
			labels = [2]string{"expected", "found"}
		}
		d.Notes = append(d.Notes, c.m.sameNames(labels, c.ResolveVars(want), c.ResolveVars(got))...)
	}
	d.Notes = append(d.Notes, c.clashNotes(comparisonLabels[why.kind], clash)...)
	d.Related = c.origins(n, clash, why)
	switch d.Fixes = c.literalFixes(n, clash); {
	case c.tooLarge(n, clash.Want, &d):
	case len(d.Fixes) > 0 || clash.Code == codes.InfiniteType:
	default:
		if d.Fixes = c.constructorFixes(n, want, got, clash); len(d.Fixes) == 0 {
			c.partOf(n, want, got, &d)
			d.Notes = append(d.Notes, c.advice(n, got, clash, why)...)
		}
	}
	d.Suspects = c.suspects(n, clash, why, len(d.Fixes) > 0)
	c.Report(d)
}

// TooLarge words an integer without a suffix that is of another dtype only because it
// does not fit the one that is wanted.
func (c *checker) tooLarge(n syntax.NodeID, want types.Type, d *syntax.Diagnostic) bool {
	t, ok := types.Head(want).(*types.Tensor)
	if !ok || c.Item.Kind(n) != syntax.Int || !t.Dtype.IsInteger() {
		return false
	}
	digits := c.Item.NumberText(n)
	if strings.ContainsAny(digits, "iu") || literal.Fits(digits, t.Dtype) {
		return false
	}
	d.Span, d.Fixes = c.Item.Span(n), nil
	d.Message = fmt.Sprintf("%s does not fit `%s`", digits, t.Dtype)
	d.Notes = []string{fmt.Sprintf("A number of this size has the dtype `int64`; here `%s` is needed.", t.Dtype)}
	return true
}

// constructorFixes wraps a value in the constructor that makes the wanted type of it
// (`Some(%x)`), or takes the constructor without fields of the wanted type instead of
// that of another (`None()` for `Nil()`), where there is one alone.
func (c *checker) constructorFixes(n syntax.NodeID, want, got types.Type, clash *infer.Clash) []syntax.Fix {
	adt, ok := types.Head(want).(*types.ADT)
	if !ok || types.Head(clash.Want) != adt || infer.IsVariable(types.Head(got)) {
		return nil
	}
	s := c.arguments(adt.Decl, adt.Args)
	var wraps, empty []string
	for _, k := range adt.Decl.Constructors {
		switch {
		case len(k.Fields) == 0:
			empty = append(empty, k.Name)
		case len(k.Fields) == 1 && !c.Contradicts(s.Apply(k.Fields[0]), got):
			wraps = append(wraps, k.Name)
		}
	}
	span := c.Item.Span(n)
	if len(wraps) == 1 {
		return []syntax.Fix{{Title: "write `" + wraps[0] + "(…)` around it", Edits: []syntax.Edit{
			{Span: syntax.Span{Start: span.Start, End: span.Start}, NewText: wraps[0] + "("},
			{Span: syntax.Span{Start: span.End, End: span.End}, NewText: ")"},
		}}}
	}
	name := n
	if c.Item.Kind(n) == syntax.Call && len(c.Item.Call(n).Args) == 0 {
		name = c.Item.Call(n).Callee
	}
	if o := c.info.Objects[name]; len(empty) == 1 && o != nil && o.Cons != nil && len(o.Cons.Fields) == 0 {
		return []syntax.Fix{message.WriteFix(c.Item.Span(name), empty[0])}
	}
	return nil
}

// partOf offers to read the only part of a tuple that has the wanted type, as the normalized data
// among the results of `nn.batch_norm`.
func (c *checker) partOf(n syntax.NodeID, want, got types.Type, d *syntax.Diagnostic) {
	tuple, ok := types.Head(c.ResolveVars(got)).(*types.Tuple)
	wanted := types.Head(c.ResolveVars(want))
	if _, also := wanted.(*types.Tuple); !ok || also || infer.IsVariable(wanted) {
		return
	}
	part := -1
	for i, elem := range tuple.Elems {
		if !infer.IsVariable(types.Head(elem)) && !c.Contradicts(want, elem) {
			if part >= 0 {
				return
			}
			part = i
		}
	}
	if end := c.Item.Span(n).End; part >= 0 && isPostfix(c.Item.Kind(n)) || part >= 0 && c.Item.Kind(n) == syntax.Local {
		text := fmt.Sprintf(".%d", part)
		d.Notes = append(d.Notes, fmt.Sprintf("A part of a tuple is read with a dot; `%s` has this type.", text))
		d.Fixes = []syntax.Fix{syntax.Replace("write `"+text+"`", syntax.Span{Start: end, End: end}, text)}
	}
}

// resultNode narrows a block to its result, where the type comes from.
func (c *checker) resultNode(n syntax.NodeID) syntax.NodeID {
	for {
		kids := c.Item.Kids(n)
		switch kind := c.Item.Kind(n); {
		case kind == syntax.Block && len(kids) > 0 && kids[len(kids)-1] != syntax.NoNode:
			n = kids[len(kids)-1]
		case kind == syntax.Paren && len(kids) == 1:
			n = kids[0]
		default:
			return n
		}
	}
}

// headlines say what is wrong; `%s` is what differs: type, shape, dtype, depth.
var headlines = map[reasonKind]string{
	noReason:         "this has the wrong %s",
	resultReason:     "the result has another %s than is declared",
	annotationReason: "the value has another %s than is declared",
	branchReason:     "the branches of this `if` have different %ss",
	clauseReason:     "the clauses of this match have different %ss",
	conditionReason:  "the condition of `if` must be a `bool`",
	lambdaReason:     "this function gives another %s than is needed here",
	elementReason:    "the elements of this FractalTensor have different %ss",
	patternReason:    "this pattern has another %s than what is matched",
	parameterReason:  "this parameter has another %s than what the function is given",
}

var reasonPlaces = map[reasonKind]string{
	resultReason:     "the result is declared here",
	annotationReason: "the type is declared here",
	branchReason:     "this is the first branch",
	clauseReason:     "this is the first clause",
	elementReason:    "this is the first element",
}

// aspects are the words for what two types differ in.
var aspects = map[codes.Code]string{
	codes.ShapeMismatch: "shape", codes.DtypeMismatch: "dtype", codes.DepthMismatch: "depth",
}

func aspect(code codes.Code) string {
	if word, ok := aspects[code]; ok {
		return word
	}
	return "type"
}

func (c *checker) headline(why reason, clash *infer.Clash) string {
	switch clash.Code {
	case codes.InfiniteType:
		return "the type of this would have to contain itself"
	case codes.FractalElement:
		return fmt.Sprintf("a FractalTensor cannot hold `%s`", types.Text(c.ResolveVars(clash.Got)))
	}
	if why.kind == argumentReason {
		return fmt.Sprintf("argument %d of %s has the wrong %s", max(why.index, 1), calleeName(why.name), aspect(clash.Code))
	}
	text := headlines[why.kind]
	if !strings.Contains(text, "%s") {
		return text
	}
	return fmt.Sprintf(text, aspect(clash.Code))
}

// calleeName is a function in messages; one that is no name is this call.
func calleeName(name string) string {
	if name == "" {
		return "this call"
	}
	return "`" + name + "`"
}

func (c *checker) clashNotes(labels [2]string, clash *infer.Clash) []string {
	var notes []string
	if clash.Note != "" {
		notes = append(notes, message.Sentence(clash.Note))
	}
	switch clash.Code {
	case codes.DepthMismatch:
		w, _ := types.Depth(clash.Want)
		g, _ := types.Depth(clash.Got)
		notes = append(notes, aligned(labels, types.Comparison{Want: depthPicture(w), Got: depthPicture(g)}))
	case codes.ShapeMismatch:
		if labels[0] == "" || clash.Dim >= 0 { // else none of the two is the expected one
			notes = append(notes, c.shapeNote(clash)...)
		}
	}
	return notes
}

// depthPicture pictures a depth: `[[Tensor]]`.
func depthPicture(depth int) string {
	return strings.Repeat("[", depth) + "Tensor" + strings.Repeat("]", depth)
}

func (c *checker) shapeNote(clash *infer.Clash) []string {
	w, ok := clash.Want.(*types.Tensor)
	g, also := clash.Got.(*types.Tensor)
	switch {
	case !ok || !also:
		return nil
	case clash.Dim >= 0:
		return c.ExtentNotes(w.Shape[clash.Dim], g.Shape[clash.Dim])
	case len(w.Shape) == 0:
		return []string{fmt.Sprintf("A single value is expected, and this is a tensor of %s.", message.Count(len(g.Shape), "dimension"))}
	case len(g.Shape) == 0:
		return []string{fmt.Sprintf("A tensor of %s is expected, and this is a single value.", message.Count(len(w.Shape), "dimension"))}
	}
	return []string{fmt.Sprintf("This has %s, and %s expected.", message.Count(len(g.Shape), "dimension"), message.CountGiven(len(w.Shape)))}
}

// literalFixes offers the literal of the dtype that is wanted: literals never
// adapt.
func (c *checker) literalFixes(n syntax.NodeID, clash *infer.Clash) []syntax.Fix {
	want, ok := types.Head(clash.Want).(*types.Tensor)
	if text, dense := c.denseText(n); dense && ok && len(want.Shape) > 0 && clash.Code == codes.DepthMismatch {
		return []syntax.Fix{message.WriteFix(c.Item.Span(n), text)}
	}
	if !ok || len(want.Shape) != 0 || clash.Code != codes.DtypeMismatch {
		return nil
	}
	text, ok := literal.As(c.Item, n, want.Dtype)
	if !ok {
		text, ok = c.truthAs(n, want.Dtype)
	}
	if !ok {
		return nil
	}
	return []syntax.Fix{message.WriteFix(c.Item.Span(n), text)}
}

// truthAs is the truth value that 0 or 1 is in other languages, or the number
// that a truth value is.
func (c *checker) truthAs(n syntax.NodeID, d types.Dtype) (string, bool) {
	switch text := c.Item.SourceText(n); {
	case d == types.Bool && text == "0":
		return "false", true
	case d == types.Bool && text == "1":
		return "true", true
	case c.Item.Kind(n) == syntax.Bool && d != types.Bool:
		suffix, ok := literal.Suffix(d)
		digit := map[bool]string{true: "1", false: "0"}[strings.EqualFold(text, "true")]
		return digit + suffix, ok
	}
	return "", false
}

// infiniteTypeNotes explains a type that would have to contain itself, with a letter for
// the type that nobody can write down.
func (c *checker) infiniteTypeNotes(clash *infer.Clash) []string {
	texts := types.Texts(c.ResolveVars(clash.Want), c.ResolveVars(clash.Got))
	notes := []string{"If its type is called `" + texts[0] + "`, then `" + texts[0] + "` must also be `" + texts[1] + "`, and so on without end."}
	switch types.Head(clash.Got).(type) {
	case *types.Func:
		notes = append(notes, "A function cannot be its own argument or its own result.")
	case *types.ADT, *types.Fractal, *types.Tuple, *types.Ref:
		notes = append(notes, "A value cannot be a part of itself.")
	}
	return notes
}

// origins are the places where the types of a clash come from: what asks for
// the one, and where the variable that has the other gets it, if that is not
// to be seen on the same line.
func (c *checker) origins(n syntax.NodeID, clash *infer.Clash, why reason) []syntax.Related {
	var out []syntax.Related
	if clash.Code == codes.FractalElement || clash.Code == codes.InfiniteType {
		return nil
	}
	for why.kind == argumentReason && why.outer != nil {
		why = *why.outer // what the parameter must be follows from the result
	}
	if text := reasonPlaces[why.kind]; text != "" && why.node != syntax.NoNode && c.Item.Span(why.node) != c.Item.Span(n) {
		out = append(out, syntax.Related{Place: syntax.Place{Span: c.Item.Span(why.node)}, Message: text})
	}
	if why.kind == argumentReason {
		out = append(out, c.parameterPlace(why)...)
	}
	if o := c.info.Objects[n]; c.Item.Kind(n) == syntax.Local && o != nil && o.Item == c.Item {
		at := c.Item.Span(o.Node)
		if between := c.Item.Text[min(at.End, c.Item.Span(n).Start):c.Item.Span(n).Start]; strings.Contains(between, "\n") {
			out = append(out, syntax.Related{Place: syntax.Place{Span: at}, Message: "`" + o.Name + "` gets its " + aspect(clash.Code) + " here"})
		}
	}
	return out
}

// parameterPlace finds the parameter of a user's function, or the field of a
// constructor, that asks for an argument.
func (c *checker) parameterPlace(why reason) []syntax.Related {
	o, n := c.parameterNode(why)
	switch {
	case n == syntax.NoNode:
		return nil
	case o.Kind == typed.ConstructorObject:
		return []syntax.Related{{Place: syntax.Place{Item: o.Item, Span: o.Item.Span(n)}, Message: "the field is declared here"}}
	}
	return []syntax.Related{{Place: syntax.Place{Item: o.Item, Span: o.Item.Span(n)}, Message: "the parameter is declared here"}}
}

// parameterNode is where a user's function or constructor declares what asks for an argument: the
// parameter, or the type of the field.
func (c *checker) parameterNode(why reason) (*typed.Object, syntax.NodeID) {
	o := c.m.value(why.name, c.unit.block)
	if o == nil || o.Item == nil || c.m.config.Prelude != nil && c.m.config.Prelude.owns(o) {
		return nil, syntax.NoNode
	}
	var parts []syntax.NodeID
	switch o.Kind {
	case typed.DefObject:
		for _, p := range o.Item.Kids(o.Item.Def(o.Item.Root).Params) {
			if o.Item.Kind(p) == syntax.Param {
				parts = append(parts, p)
			}
		}
	case typed.ConstructorObject:
		parts = fieldNodes(o)
	}
	if why.index < 1 || why.index > len(parts) {
		return nil, syntax.NoNode
	}
	return o, parts[why.index-1]
}

// fieldNodes are the types of a constructor's fields.
func fieldNodes(o *typed.Object) []syntax.NodeID {
	for _, n := range o.Item.Data(o.Item.Root).Constructors {
		if o.Item.Kind(n) != syntax.Constructor {
			continue
		}
		if parts := o.Item.Constructor(n); parts.Name == o.Node && parts.Fields != syntax.NoNode {
			return o.Item.Kids(parts.Fields)
		}
	}
	return nil
}
