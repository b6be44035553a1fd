package dap

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/interp/code"
	protocol "github.com/google/go-dap"
)

const mostFrames = 1000 // of one answer; a client asks for more by startFrame

// stackTrace are the frames, innermost first.
func (d *session) stackTrace(a protocol.StackTraceArguments) (any, error) {
	total := d.stop.Depth()
	from, n := max(a.StartFrame, 0), a.Levels
	if n <= 0 || n > mostFrames {
		n = mostFrames
	}
	body := protocol.StackTraceResponseBody{StackFrames: []protocol.StackFrame{}, TotalFrames: total}
	if from >= total {
		return body, nil
	}
	for i, f := range d.stop.Frames(from, min(n, total-from)) {
		body.StackFrames = append(body.StackFrames, d.frame(from+i, f))
	}
	return body, nil
}

// frame describes one of them: its place is that of the call in it, of the innermost one the point
// at which the run waits. Code of the prelude has no file, and is shown faintly.
func (d *session) frame(index int, f interp.Frame) protocol.StackFrame {
	call := f.Call()
	item := f.Function().Item
	node := call.Node
	if index == 0 && d.stop.Point != nil {
		node = d.stop.Point.Node
	}
	out := protocol.StackFrame{Id: index + 1, Name: frameName(f)}
	if p, ok := d.places[item]; ok {
		span := p.file.span(p.item, node)
		out.Source = p.file.described()
		out.Line, out.Column, out.EndLine, out.EndColumn = d.shown(p.file, int(span.Start), int(span.End))
	} else {
		out.PresentationHint = "subtle"
	}
	return out
}

// frameName is what a frame is called: a function without a name by the definition around it, an
// element of a parallel function by its number.
func frameName(f interp.Frame) string {
	fn := f.Function()
	name := fn.Name
	switch {
	case fn.Outer != nil && name == "":
		if name = "function"; fn.Outermost().Name != "" {
			name += " in " + fn.Outermost().Name
		}
	case name == "":
		name = "top-level expression"
	}
	if f.Element >= 0 {
		name += ", element " + strconv.Itoa(f.Element)
	}
	return name
}

// A container is what a reference to variables refers to: the variables of a scope, the parts of a value,
// or with a name the value itself.
type container struct {
	locals []interp.Local
	value  interp.View
	name   string // of the value, where it is alone
}

// mostHandles is how many containers a client may ask for while the run waits.
const mostHandles = 1 << 20

// handle is the reference to a container, 0 where there are too many. References hold until the run
// goes on, as the protocol has it.
func (d *session) handle(c container) int {
	if len(d.handles) >= mostHandles {
		return 0
	}
	d.handles = append(d.handles, c)
	return len(d.handles)
}

// frameOf is a frame by its id, which is its number from 1 on; 0 is the innermost one.
func (d *session) frameOf(id int) (interp.Frame, error) {
	if id == 0 {
		id = 1
	}
	if id < 1 || id > d.stop.Depth() {
		return interp.Frame{}, fmt.Errorf("there is no frame %d", id)
	}
	return d.stop.Frames(id-1, 1)[0], nil
}

func (d *session) scopes(a protocol.ScopesArguments) (any, error) {
	f, err := d.frameOf(a.FrameId)
	if err != nil {
		return nil, err
	}
	var own, captured []interp.Local
	for _, l := range f.Locals() {
		if l.Captured {
			captured = append(captured, l)
		} else {
			own = append(own, l)
		}
	}
	body := protocol.ScopesResponseBody{Scopes: []protocol.Scope{{Name: "Locals", PresentationHint: "locals", VariablesReference: d.handle(container{locals: own}), NamedVariables: len(own)}}}
	if len(captured) > 0 {
		body.Scopes = append(body.Scopes, protocol.Scope{Name: "Captured", VariablesReference: d.handle(container{locals: captured}), NamedVariables: len(captured)})
	}
	if v := d.stop.Value(); a.FrameId <= 1 && v.IsSet() {
		text := f.Function().Item.SourceText(d.stop.Point.Node)
		body.Scopes = append(body.Scopes, protocol.Scope{Name: "Value", PresentationHint: "returnValue", VariablesReference: d.handle(container{value: v, name: shortCode(text, 40)}), NamedVariables: 1})
	}
	return body, nil
}

func (d *session) variables(a protocol.VariablesArguments) (any, error) {
	if a.VariablesReference < 1 || a.VariablesReference > len(d.handles) {
		return nil, errors.New("these variables are known no more; the program went on")
	}
	c := d.handles[a.VariablesReference-1]
	body := protocol.VariablesResponseBody{Variables: []protocol.Variable{}}
	switch {
	case c.name != "":
		body.Variables = append(body.Variables, d.variable(c.name, c.value))
	case c.value.IsSet():
		d.parts(c.value, a, &body)
	default:
		for _, l := range c.locals {
			v := d.variable(l.Name, l.Value)
			v.EvaluateName = l.Name
			if v.Type == "" && l.Type != nil {
				v.Type = types.String(l.Type)
			}
			body.Variables = append(body.Variables, v)
		}
	}
	return body, nil
}

const mostParts = 1000 // of one answer

// parts shows a window of a value's parts.
func (d *session) parts(v interp.View, a protocol.VariablesArguments, body *protocol.VariablesResponseBody) {
	if a.Filter == "named" && indexed(v) || a.Filter == "indexed" && !indexed(v) {
		return
	}
	from, n := max(a.Start, 0), a.Count
	if n <= 0 || n > mostParts {
		n = mostParts
	}
	for i := from; i < v.Len() && i-from < n; i++ {
		name := strconv.Itoa(i)
		if v.Kind() == code.CellKind {
			name = "content"
		}
		body.Variables = append(body.Variables, d.variable(name, v.Part(i)))
	}
}

func indexed(v interp.View) bool {
	return v.IsSet() && (v.Kind() == code.ArrayKind || v.Kind() == code.FractalKind)
}

func (d *session) variable(name string, v interp.View) protocol.Variable {
	if !v.IsSet() {
		return protocol.Variable{Name: name, Value: "not evaluated yet"}
	}
	out := protocol.Variable{Name: name, Value: summary(v)}
	out.Type, _ = typeText(v, nil)
	if n := v.Len(); n > 0 {
		out.VariablesReference = d.handle(container{value: v})
		if indexed(v) {
			out.IndexedVariables = n
		} else {
			out.NamedVariables = n
		}
	}
	return out
}

const longestSummary = 80

// summary is a value in one line, without going through all of it.
func summary(v interp.View) string {
	p := summarizer{}
	p.add(v, 6, false)
	return excerpt.Line(p.out.String(), longestSummary)
}

// shortCode is a program's text on one line, without comments, at most so many characters. What
// stands over several lines has no blanks within its brackets.
func shortCode(text string, most int) string {
	const mostRead = 1 << 16 // bytes: an item may have megabytes
	var b strings.Builder
	text = text[:min(len(text), mostRead)]
	tokens := syntax.Lex(text)
	for i, t := range tokens[:len(tokens)-1] {
		if i > 0 && t.Flags&syntax.AfterSpace != 0 && !opens[tokens[i-1].Kind] && !closes[t.Kind] {
			b.WriteByte(' ')
		}
		b.WriteString(text[t.Start:t.End])
	}
	return excerpt.Line(b.String(), most)
}

var (
	opens  = map[syntax.TokenKind]bool{syntax.TokLParen: true, syntax.TokLBracket: true}
	closes = map[syntax.TokenKind]bool{syntax.TokRParen: true, syntax.TokRBracket: true}
)

type summarizer struct{ out strings.Builder }

// add writes a value; one within a tensor is written without its own dtype and shape.
func (p *summarizer) add(v interp.View, depth int, within bool) {
	if p.out.Len() > longestSummary || depth == 0 {
		p.out.WriteString("…")
		return
	}
	if !v.IsSet() {
		p.out.WriteString("?")
		return
	}
	switch leaf := v.Leaf().(type) {
	case value.Scalar:
		p.out.WriteString(value.Text(leaf))
		return
	case *value.Array:
		if !within {
			fmt.Fprintf(&p.out, "%s%s ", leaf.Dtype, value.ShapeText(leaf.Shape))
		}
	}
	switch v.Kind() {
	case code.ArrayKind, code.FractalKind:
		p.list("[", v, "]", depth)
	case code.TupleKind:
		p.list("(", v, ")", depth)
	case code.DataKind:
		p.out.WriteString(v.Constructor().Name)
		if v.Len() > 0 {
			p.list("(", v, ")", depth)
		}
	case code.CellKind:
		p.list("ref(", v, ")", depth)
	default:
		p.out.WriteString("fn")
		if fn := v.Function(); fn != nil && fn.Name != "" {
			p.out.WriteString(" " + fn.Name)
		}
	}
}

func (p *summarizer) list(begin string, v interp.View, end string, depth int) {
	p.out.WriteString(begin)
	for i := 0; i < v.Len() && p.out.Len() <= longestSummary; i++ {
		if i > 0 {
			p.out.WriteString(", ")
		}
		p.add(v.Part(i), depth-1, v.Kind() == code.ArrayKind)
	}
	p.out.WriteString(end)
}

// typeText writes the type of a value, whose type in the program is t; false where neither determines it.
// The value comes first: its extents are known.
func typeText(v interp.View, t types.Type) (string, bool) {
	switch leaf := v.Leaf().(type) {
	case value.Scalar:
		return leaf.Dtype.String(), true
	case *value.Array:
		return fmt.Sprintf("Tensor[%s, %s]", value.ShapeText(leaf.Shape), leaf.Dtype), true
	}
	if t != nil && closed(t) {
		return types.String(t), true
	}
	switch v.Kind() {
	case code.FractalKind:
		if v.Len() > 0 {
			elem, ok := typeText(v.Part(0), nil)
			return "FractalTensor[" + elem + "]", ok
		}
	case code.TupleKind:
		if v.Len() > 20 {
			return "", false
		}
		var parts []string
		for i := range v.Len() {
			part, ok := typeText(v.Part(i), nil)
			if !ok {
				return "", false
			}
			parts = append(parts, part)
		}
		if len(parts) == 1 {
			parts[0] += ","
		}
		return "(" + strings.Join(parts, ", ") + ")", true
	}
	return "", false
}

// closed reports whether a type has no variables.
func closed(t types.Type) bool {
	ok := true
	types.Walk(t, func(t types.Type) bool {
		switch t := types.Head(t).(type) {
		case *types.Var:
			ok = false
		case *types.Tensor:
			for _, dim := range t.Shape {
				if _, symbolic := dim.Symbolic(); symbolic {
					ok = false
				}
			}
		case *types.Extent:
			ok = false
		}
		return ok
	})
	return ok
}
