package typecheck

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// The message for an expression that has another type than its place needs: a
// headline by the reason for the expected type, both types below each other with
// what differs underlined (render_types.go), places that the types come from
// (report_origin.go), and one way to mend it (report_advice.go).

// mismatch reports that an expression has another type than its place needs.
func (c *checker) mismatch(n syntax.NodeID, want, got types.Type, clash *clash, why reason) {
	if why.kind == argumentReason {
		if c.found == nil {
			c.found = map[syntax.NodeID]types.Type{}
		}
		c.found[n] = got
	}
	if holdsError(clash.want) || holdsError(clash.got) {
		return // what is in error clashes with nothing
	}
	n = c.resultNode(n)
	if v, ok := clash.got.(*types.Var); ok && clash.code == codes.UndeclaredRequirement {
		c.elementRequirement(n, v)
		return
	}
	d := syntax.Diagnostic{Code: clash.code, Span: c.item.Span(n), Message: c.headline(why, clash)}
	switch {
	case c.parameterClash(n, clash, &d):
	case clash.code == codes.InfiniteType:
		d.Notes = c.infiniteTypeNotes(clash)
	case clash.code != codes.FractalElement:
		d.Notes = c.compared(comparisonLabels[why.kind], want, got)
	}
	d.Notes = append(d.Notes, c.clashNotes(comparisonLabels[why.kind], clash)...)
	d.Related = c.origins(n, clash, why)
	if d.Fixes = c.literalFixes(n, clash); len(d.Fixes) == 0 && clash.code != codes.InfiniteType {
		d.Notes = append(d.Notes, c.advice(n, got, clash, why)...)
	}
	c.report(d)
}

// holdsError tells whether a part of a type is not known because of an error.
func holdsError(t types.Type) (found bool) {
	types.Walk(t, func(part types.Type) bool {
		found = found || types.IsBad(part)
		return !found
	})
	return found
}

// resultNode narrows a block to its result, where the type comes from.
func (c *checker) resultNode(n syntax.NodeID) syntax.NodeID {
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
var aspects = map[codes.Code]string{
	codes.ShapeMismatch: "shape", codes.DtypeMismatch: "dtype", codes.DepthMismatch: "depth",
}

func aspect(code codes.Code) string {
	if word, ok := aspects[code]; ok {
		return word
	}
	return "type"
}

func (c *checker) headline(why reason, clash *clash) string {
	switch clash.code {
	case codes.InfiniteType:
		return "the type of this would have to contain itself"
	case codes.FractalElement:
		return fmt.Sprintf("a FractalTensor cannot hold `%s`", types.Text(c.resolveVars(clash.got)))
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

func (c *checker) clashNotes(labels [2]string, clash *clash) []string {
	var notes []string
	if clash.note != "" {
		notes = append(notes, sentence(clash.note))
	}
	switch clash.code {
	case codes.DepthMismatch:
		w, _ := types.Depth(clash.want)
		g, _ := types.Depth(clash.got)
		notes = append(notes, aligned(labels, types.Comparison{Want: depthPicture(w), Got: depthPicture(g)}))
	case codes.ShapeMismatch:
		if labels[0] == "" || clash.dim >= 0 { // else none of the two is the expected one
			notes = append(notes, c.shapeNote(clash)...)
		}
	}
	return notes
}

// depthPicture pictures a depth: `[[Tensor]]`.
func depthPicture(depth int) string {
	return strings.Repeat("[", depth) + "Tensor" + strings.Repeat("]", depth)
}

func (c *checker) shapeNote(clash *clash) []string {
	w, ok := clash.want.(*types.Tensor)
	g, also := clash.got.(*types.Tensor)
	switch {
	case !ok || !also:
		return nil
	case clash.dim >= 0:
		return c.extentNotes(w.Shape[clash.dim], g.Shape[clash.dim])
	case len(w.Shape) == 0:
		return []string{fmt.Sprintf("A single value is expected, and this is a tensor of %s.", count(len(g.Shape), "dimension"))}
	case len(g.Shape) == 0:
		return []string{fmt.Sprintf("A tensor of %s is expected, and this is a single value.", count(len(w.Shape), "dimension"))}
	}
	return []string{fmt.Sprintf("This has %s, and %s expected.", count(len(g.Shape), "dimension"), countGiven(len(w.Shape)))}
}

// literalFixes offers the literal of the dtype that is wanted: literals never
// adapt.
func (c *checker) literalFixes(n syntax.NodeID, clash *clash) []syntax.Fix {
	want, ok := types.Head(clash.want).(*types.Tensor)
	if text, dense := c.denseText(n); dense && ok && len(want.Shape) > 0 && clash.code == codes.DepthMismatch {
		return []syntax.Fix{writeFix(c.item.Span(n), text)}
	}
	if !ok || len(want.Shape) != 0 || clash.code != codes.DtypeMismatch {
		return nil
	}
	text, ok := c.literalAs(n, want.Dtype)
	if !ok {
		return nil
	}
	return []syntax.Fix{writeFix(c.item.Span(n), text)}
}

// infiniteTypeNotes explains a type that would have to contain itself, with a letter for
// the type that nobody can write down.
func (c *checker) infiniteTypeNotes(clash *clash) []string {
	texts := types.Texts(c.resolveVars(clash.want), c.resolveVars(clash.got))
	notes := []string{"If its type is called `" + texts[0] + "`, then `" + texts[0] + "` must also be `" + texts[1] + "`, which goes on for ever."}
	switch types.Head(clash.got).(type) {
	case *types.Func:
		notes = append(notes, "A function cannot be its own argument or its own result.")
	case *types.ADT, *types.Fractal, *types.Tuple, *types.Ref:
		notes = append(notes, "A value cannot be a part of itself.")
	}
	return notes
}
