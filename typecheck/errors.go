package typecheck

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/op/parallel"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// finished gives a diagnostic the default severity of its code.
func finished(d syntax.Diagnostic) syntax.Diagnostic {
	if d.Severity == syntax.Error {
		d.Severity = d.Code.DefaultSeverity()
	}
	return d
}

// report adds a finding. Of several errors at the very same place, the first
// tells what is wrong; the others follow from it, as they do from a syntax
// error around them.
func (c *checker) report(d syntax.Diagnostic) {
	d = finished(d)
	if d.Severity == syntax.Error {
		if c.blamedAt[d.Span] || c.unread(d.Span) {
			return
		}
		if c.blamedAt == nil {
			c.blamedAt = map[syntax.Span]bool{}
		}
		c.blamedAt[d.Span] = true
	}
	c.diagnostics = append(c.diagnostics, d)
}

// unread tells whether a place lies in what could not be parsed.
func (c *checker) unread(s syntax.Span) bool {
	for _, e := range c.item.Errors {
		if e.Span.Start <= s.Start && s.End <= e.Span.End {
			return true
		}
	}
	return false
}

func (c *checker) errorf(n syntax.NodeID, code syntax.Code, format string, args ...any) {
	c.report(syntax.Diagnostic{Code: code, Span: c.item.Span(n), Message: fmt.Sprintf(format, args...)})
}

// mismatch reports that an expression has another type than its place needs.
func (c *checker) mismatch(n syntax.NodeID, want, got types.Type, clash *clash, why reason) {
	if why.kind == argumentReason {
		if c.found == nil {
			c.found = map[syntax.NodeID]types.Type{}
		}
		c.found[n] = got
	}
	n = c.blamed(n)
	d := syntax.Diagnostic{Code: clash.code, Span: c.item.Span(n), Message: c.headline(why, clash)}
	switch {
	case c.parameterClash(n, clash, &d):
	case clash.code == syntax.InfiniteType:
		d.Notes = c.endless(clash)
	case clash.code != syntax.FractalElement:
		d.Notes = c.compared(comparisonLabels[why.kind], want, got)
	}
	d.Notes = append(d.Notes, c.clashNotes(clash)...)
	d.Related = c.origins(n, clash, why)
	if d.Fixes = c.literalFixes(n, clash); len(d.Fixes) == 0 {
		d.Notes = append(d.Notes, c.advice(n, clash, why)...)
	}
	c.report(d)
}

// blamed narrows a block to its result, where the type comes from.
func (c *checker) blamed(n syntax.NodeID) syntax.NodeID {
	for {
		kids := c.item.Kids(n)
		switch kind := c.item.Kind(n); {
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
var aspects = map[syntax.Code]string{
	syntax.ShapeMismatch: "shape", syntax.DtypeMismatch: "dtype", syntax.DepthMismatch: "depth",
}

func aspect(code syntax.Code) string {
	if word, ok := aspects[code]; ok {
		return word
	}
	return "type"
}

func (c *checker) headline(why reason, clash *clash) string {
	switch clash.code {
	case syntax.InfiniteType:
		return "the type of this would have to contain itself"
	case syntax.FractalElement:
		return fmt.Sprintf("a FractalTensor cannot hold `%s`", types.Text(c.clean(clash.got)))
	}
	if why.kind == argumentReason {
		return fmt.Sprintf("argument %d of %s has the wrong %s", max(why.index, 1), calleeName(why.name), aspect(clash.code))
	}
	text := headlines[why.kind]
	if !strings.Contains(text, "%s") {
		return text
	}
	return fmt.Sprintf(text, aspect(clash.code))
}

// calleeName is a function in messages; one that is no name is this call.
func calleeName(name string) string {
	if name == "" {
		return "this call"
	}
	return "`" + name + "`"
}

func (c *checker) clashNotes(clash *clash) []string {
	var notes []string
	if clash.note != "" {
		notes = append(notes, sentence(clash.note))
	}
	switch clash.code {
	case syntax.DepthMismatch:
		w, _ := types.Depth(clash.want)
		g, _ := types.Depth(clash.got)
		notes = append(notes, fmt.Sprintf("With a bracket for each depth: `%s` is expected, and this is `%s`.", drawn(w), drawn(g)))
	case syntax.ShapeMismatch:
		notes = append(notes, c.shapeNote(clash)...)
	}
	return notes
}

// drawn pictures a depth: `[[Tensor]]`.
func drawn(depth int) string {
	return strings.Repeat("[", depth) + "Tensor" + strings.Repeat("]", depth)
}

func (c *checker) shapeNote(clash *clash) []string {
	w, ok := clash.want.(*types.Tensor)
	g, also := clash.got.(*types.Tensor)
	switch {
	case !ok || !also:
		return nil
	case clash.dim >= 0:
		return c.extentStory(w.Shape[clash.dim], g.Shape[clash.dim])
	case len(w.Shape) == 0:
		return []string{fmt.Sprintf("A single value is expected, and this is a tensor of %s.", count(len(g.Shape), "dimension"))}
	case len(g.Shape) == 0:
		return []string{fmt.Sprintf("A tensor of %s is expected, and this is a single value.", count(len(w.Shape), "dimension"))}
	}
	return []string{fmt.Sprintf("This has %s, and %s expected.", count(len(g.Shape), "dimension"), were(len(w.Shape)))}
}

// literalFixes offers the literal of the dtype that is wanted: literals never
// adapt.
func (c *checker) literalFixes(n syntax.NodeID, clash *clash) []syntax.Fix {
	want, ok := clash.want.(*types.Tensor)
	if !ok || len(want.Shape) != 0 || clash.code != syntax.DtypeMismatch {
		return nil
	}
	text, ok := c.literalAs(n, want.Dtype)
	if !ok {
		return nil
	}
	return []syntax.Fix{writes(c.item.Span(n), text)}
}

// writes is the fix that puts a text in a place.
func writes(at syntax.Span, text string) syntax.Fix { return syntax.Replace("write `"+text+"`", at, text) }

// suffixes are what makes a literal one of a dtype.
var suffixes = map[types.Dtype]string{
	types.Int32: "", types.Int64: "i64", types.Int16: "i16", types.Int8: "i8",
	types.Uint8: "u8", types.Uint32: "u32", types.Uint64: "u64",
	types.Float32: "f", types.Float64: "f64", types.Float16: "f16",
}

func (c *checker) literalAs(n syntax.NodeID, d types.Dtype) (string, bool) {
	suffix, known := suffixes[d]
	kind := c.item.Kind(n)
	if !known || kind != syntax.Int && kind != syntax.Float {
		return "", false
	}
	digits := trimSuffix(c.item.SourceText(n))
	if d.IsInteger() {
		if digits = strings.TrimSuffix(digits, ".0"); strings.ContainsAny(digits, ".e") {
			return "", false
		}
	}
	return digits + suffix, true
}

// argumentClash reports that an argument has another type than the operator's
// relation needs.
func (c *checker) argumentClash(k *constraint, i int, want, got types.Type, clash *clash) {
	n := k.node
	if i < len(k.nodes) && k.nodes[i] != syntax.NoNode {
		n = k.nodes[i]
	}
	name := fmt.Sprint(i + 1)
	if i < len(k.op.Params) && !k.op.Internal {
		name = "`" + k.op.Params[i].Name + "`"
	}
	d := syntax.Diagnostic{Code: clash.code, Span: c.item.Span(n),
		Message: fmt.Sprintf("the argument %s of %s has the wrong %s", name, spoken(k.op), aspect(clash.code))}
	d.Notes = append(c.compared(comparisonLabels[argumentReason], want, got), c.clashNotes(clash)...)
	d.Notes = append(d.Notes, rule(k.op)...)
	c.report(d)
}

// resultClash reports that an operator's result is not what its use needs.
func (c *checker) resultClash(k *constraint, want, got types.Type, clash *clash) {
	d := syntax.Diagnostic{Code: clash.code, Span: c.item.Span(k.node),
		Message: fmt.Sprintf("the result of %s has another %s than its use needs", spoken(k.op), aspect(clash.code))}
	if clash.code == syntax.InfiniteType {
		d.Message, d.Notes = c.headline(reason{}, clash), c.endless(clash)
	} else {
		d.Notes = c.compared(comparisonLabels[noReason], want, got)
	}
	d.Notes = append(d.Notes, c.clashNotes(clash)...)
	c.report(d)
}

// spoken names an operator in messages. A relation that no program can call
// has a syntax of its own.
func spoken(o *op.Op) string {
	switch {
	case o.Name == projection.Name && o.Internal:
		return "the projection `.i`"
	case o.Name == parallel.Element.Name && o.Internal:
		return "the index `[i]`"
	}
	return "`" + o.Name + "`"
}

// rule is an operator's typing rule as a note. Those of relations that no
// program calls speak of the syntax behind them, which the message does too.
func rule(o *op.Op) []string {
	switch {
	case o.Rule == "" || o.Internal:
		return nil
	case strings.HasPrefix(o.Rule, o.Name+" "):
		return []string{"The rule is `" + o.Rule + "`."}
	}
	return []string{sentence(o.Rule)}
}

// sentence begins with a capital and ends with a stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	if word, _, _ := strings.Cut(text, " "); isPlainWord(word) {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	if !strings.ContainsAny(text[len(text)-1:], ".?!") {
		text += "."
	}
	return text
}

// isPlainWord tells whether a word is English rather than a name.
func isPlainWord(word string) bool {
	if _, ok := types.ParseDtype(word); ok {
		return false
	}
	for i := 0; i < len(word); i++ {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return len(word) > 1 || word == "a"
}

// relationError reports what a relation refuses, at the argument or attribute
// that is at fault.
func (c *checker) relationError(k *constraint, e *op.Error) {
	c.report(c.relationDiagnostic(k, e))
}

func (c *checker) relationDiagnostic(k *constraint, e *op.Error) syntax.Diagnostic {
	n := k.node
	if e.Arg >= 0 && e.Arg < len(k.nodes) && k.nodes[e.Arg] != syntax.NoNode {
		n = k.nodes[e.Arg]
	}
	if e.Attr != "" {
		if at := c.attributeNode(k.node, e.Attr); at != syntax.NoNode {
			n = at
		}
	}
	d := syntax.Diagnostic{Code: syntax.Code(e.Code), Span: c.item.Span(n), Message: e.Message}
	for _, note := range e.Notes {
		if note = sentence(note); !contains(d.Notes, note) {
			d.Notes = append(d.Notes, note)
		}
	}
	if len(d.Notes) == 0 {
		d.Notes = rule(k.op)
	}
	c.operandFixes(k, &d)
	return d
}

// operandFixes offers to write a literal operand in the dtype of the other.
func (c *checker) operandFixes(k *constraint, d *syntax.Diagnostic) {
	if d.Code != syntax.DtypeMismatch || len(k.nodes) != 2 || len(k.args) != 2 {
		return
	}
	for i, n := range k.nodes {
		other, ok := types.Head(k.args[1-i]).(*types.Tensor)
		if !ok || n == syntax.NoNode {
			continue
		}
		if text, ok := c.literalAs(n, other.Dtype); ok {
			d.Span = c.item.Span(n)
			d.Notes = []string{fmt.Sprintf("Literals never adapt: write `%s` for a %s.", text, other.Dtype)}
			d.Fixes = []syntax.Fix{syntax.Replace("write `"+text+"`", d.Span, text)}
			return
		}
	}
}

// attributeNode finds where a call writes an attribute.
func (c *checker) attributeNode(call syntax.NodeID, name string) syntax.NodeID {
	if c.item.Kind(call) != syntax.Call {
		return syntax.NoNode
	}
	for _, arg := range c.item.Kids(call)[1:] {
		if c.item.Kind(arg) == syntax.NamedArg && c.item.SourceText(c.item.Kid(arg, 0)) == name {
			return arg
		}
	}
	return syntax.NoNode
}

// relationWarning reports what TVM accepts and cannot be meant: a warning in
// files that are written for TVM, an error in others.
func (c *checker) relationWarning(k *constraint, e *op.Error) {
	d := finished(c.relationDiagnostic(k, e))
	if !c.m.lenient {
		d.Severity = syntax.Error
	}
	c.diagnostics = append(c.diagnostics, d)
}

func (c *checker) attributeError(call syntax.NodeID, places map[string]syntax.NodeID, e *op.Error) {
	n := call
	if at, ok := places[e.Attr]; ok && e.Attr != "" {
		n = at
	} else if c.item.Kind(call) == syntax.Call {
		n = c.item.Kid(call, 0)
	}
	d := syntax.Diagnostic{Code: syntax.Code(e.Code), Span: c.item.Span(n), Message: e.Message}
	for _, note := range e.Notes {
		d.Notes = append(d.Notes, sentence(note))
	}
	c.report(d)
}

// count says a number of things: `1 argument`, `2 arguments`.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func were(n int) string {
	switch n {
	case 0:
		return "none is"
	case 1:
		return "1 is"
	}
	return fmt.Sprintf("%d are", n)
}

// arity reports a call with too few or too many arguments, at the arguments
// that are too many or at the call.
func (c *checker) arity(n syntax.NodeID, f *types.Func, args []syntax.NodeID, name string) {
	span := c.item.Span(n)
	if len(args) > len(f.In) {
		span = c.item.Span(args[len(f.In)]).Cover(c.item.Span(args[len(args)-1]))
	}
	what := "this function"
	if name != "" {
		what = "`" + name + "`"
	}
	d := syntax.Diagnostic{Code: syntax.ArityMismatch, Span: span,
		Message: fmt.Sprintf("%s takes %s, and %s given", what, count(len(f.In), "argument"), were(len(args))),
		Notes:   []string{fmt.Sprintf("Its type is `%s`.", types.String(f))},
	}
	if o := c.info.Objects[c.item.Kid(n, 0)]; o != nil {
		d.Related = c.declaredHere(o)
	}
	c.report(d)
}

// declaredHere points to a declaration in the user's files.
func (c *checker) declaredHere(o *Object) []syntax.Related {
	if o.Item == nil || c.m.config.Prelude != nil && c.m.config.Prelude.owns(o) {
		return nil
	}
	return []syntax.Related{{
		Place:   syntax.Place{Item: o.Item, Span: o.Item.Span(o.Node)},
		Message: fmt.Sprintf("`%s` is declared here", o.Name),
	}}
}

func (m *Module) owns(o *Object) bool {
	return m.names.values[o.Name] == o || m.names.types[o.Name] == o
}

func (c *checker) operatorArity(n syntax.NodeID, o *op.Op, out *operands, given int) {
	least, most := o.Arity()
	takes := count(most, "argument")
	switch {
	case most < 0:
		takes = "at least " + count(least, "argument")
	case least != most:
		takes = fmt.Sprintf("%d to %s", least, count(most, "argument"))
	}
	names := make([]string, len(o.Params))
	for i, p := range o.Params {
		names[i] = p.Name
	}
	d := syntax.Diagnostic{Code: syntax.ArityMismatch, Span: c.item.Span(n),
		Message: fmt.Sprintf("`%s` takes %s (%s), and %s given", o.Name, takes, strings.Join(names, ", "), were(given))}
	if most >= 0 && given > most && out.nodes[most] != syntax.NoNode {
		d.Span = c.item.Span(out.nodes[most]).Cover(c.item.Span(out.nodes[len(out.nodes)-1]))
	}
	c.report(d)
}

func (c *checker) notAFunction(n syntax.NodeID, t types.Type, name string) {
	callee := c.item.Kid(n, 0)
	what := "this"
	if name != "" {
		what = "`" + name + "`"
	}
	c.errorf(callee, syntax.NotAFunction, "%s is called, but it is no function: its type is `%s`", what, types.String(c.clean(t)))
}

func (c *checker) refuseNamed(n syntax.NodeID, args []syntax.NodeID) {
	first := syntax.NoNode
	for _, arg := range args {
		if c.item.Kind(arg) != syntax.NamedArg {
			continue
		}
		if c.item.SourceText(c.item.Kid(arg, 0)) == "attrs_type_key" {
			return
		}
		if first == syntax.NoNode {
			first = arg
		}
	}
	c.errorf(first, syntax.UnknownAttribute, "only operators take attributes; a function's arguments go by position")
}

func (c *checker) patternMismatch(n syntax.NodeID, o *Object, t types.Type, clash *clash) {
	d := syntax.Diagnostic{Code: clash.code, Span: c.item.Span(n),
		Message: fmt.Sprintf("`%s` is a constructor of `%s`, and what is matched has type `%s`", o.Name, o.Cons.Of.Name, types.String(c.clean(t))),
		Related: c.declaredHere(o),
	}
	if clash.code != syntax.TypeMismatch {
		d.Notes = c.clashNotes(clash)
	}
	if adt, ok := types.Head(t).(*types.ADT); ok && len(adt.Decl.Constructors) > 0 {
		d.Notes = append(d.Notes, "The constructors of `"+adt.Decl.Name+"` are "+constructorList(adt.Decl)+".")
	}
	c.report(d)
}

func constructorList(decl *types.Decl) string {
	const most = 8
	var names []string
	for i, k := range decl.Constructors {
		if i == most {
			names = append(names, "…")
			break
		}
		names = append(names, "`"+k.Name+"`")
	}
	return strings.Join(names, ", ")
}

func (c *checker) tuplePatternMismatch(n syntax.NodeID, t types.Type) {
	c.errorf(n, syntax.TypeMismatch, "this is a tuple pattern, and what is matched has type `%s`", types.String(c.clean(t)))
}
