package rulefile

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// templateQuestions may be in a template where an attribute or a literal may.
var templateQuestions = map[string]bool{"value": true, "attr": true, "shape": true, "dtype": true, "rank": true, "size": true}

// passOn stands among the arguments for all attributes of a call.
const passOn = "attrs"

func (r *reader) withClause(c clause) {
	if c.from >= c.end {
		r.usage(c, c.from)
		return
	}
	if !r.balanced(c.from, c.end) {
		return
	}
	f := r.fragment(r.span(c.from, c.end), expressions, "an expression of the language")
	if f == nil {
		return
	}
	r.rule.With = f
	t := template{r: r, f: f, skip: map[syntax.NodeID]bool{}}
	f.Item.Walk(f.Node, t.visit)
	r.checkVariables(f)
}

// A template reads the names of a rule's result.
type template struct {
	r    *reader
	f    *pattern.Fragment
	skip map[syntax.NodeID]bool // names that are no expressions
}

func (t *template) visit(n syntax.NodeID) bool {
	item := t.f.Item
	switch item.Kind(n) {
	case syntax.NamedArg:
		if name := item.NamedArg(n).Name; !t.skip[name] {
			t.skip[name] = true
			t.r.word(t.f.PlaceOf(name), AttributeWord, nil)
		}
	case syntax.Call:
		return t.call(n)
	case syntax.Name:
		if !t.skip[n] {
			t.name(n, false)
		}
	case syntax.PatCons:
		t.skip[item.PatCons(n).Name] = true
	case syntax.Global:
		t.r.word(t.f.PlaceOf(n), GlobalWord, nil)
	}
	return true
}

// call reads a call; false where it is a question, which has been read.
func (t *template) call(n syntax.NodeID) bool {
	item := t.f.Item
	call := item.Call(n)
	if item.Kind(call.Callee) != syntax.Name {
		return true
	}
	name := item.SourceText(call.Callee)
	if (templateQuestions[name] || name == passOn) && !t.r.isGiven(name) {
		t.question(n, name, call)
		return false
	}
	t.skip[call.Callee] = true
	t.name(call.Callee, true)
	if o := operator(name); o != nil {
		t.operator(o, n, call)
	}
	return true
}

// operator checks the attributes and the number of arguments of an operator's call.
func (t *template) operator(o *op.Op, n syntax.NodeID, call syntax.CallNode) {
	item, arguments, given := t.f.Item, 0, map[string]bool{}
	from := syntax.NoNode // the call whose attributes are passed on
	for _, a := range call.Args {
		switch {
		case item.Kind(a) == syntax.NamedArg:
			name := item.NamedArg(a).Name
			if o.Param(item.SourceText(name)) >= 0 {
				arguments++
				t.skip[name] = true
				continue
			}
			given[item.SourceText(name)] = true
			t.attribute(o, name)
		case t.passesOn(a):
			from = a
		default:
			arguments++
		}
	}
	if t.r.checkCount([]*op.Op{o}, arguments, t.f.PlaceOf(n), "") {
		t.required(o, given, n, from)
	}
}

// required reports a call without an attribute that the operator must be given, in whichever
// form. What is passed on of another call has those that this call's operator has.
func (t *template) required(o *op.Op, given map[string]bool, n, from syntax.NodeID) {
	for form := o.Fractal; form != nil; form = form.Fractal {
		if firstMissing(form, given) < 0 {
			return
		}
	}
	i := firstMissing(o, given)
	switch {
	case i < 0:
	case from == syntax.NoNode:
		message, note := o.Needs(i)
		t.r.report(t.f.PlaceOf(n), message, note)
	default:
		t.passedOn(o, i, from)
	}
}

// firstMissing is the index of an attribute that must be given and is not; negative where
// there is none.
func firstMissing(o *op.Op, given map[string]bool) int {
	return slices.IndexFunc(o.Attrs, func(a op.Attr) bool { return a.Required && !given[a.Name] })
}

// passedOn asks of `attrs(c)` whether it can have an attribute that is needed.
func (t *template) passedOn(o *op.Op, i int, from syntax.NodeID) {
	if args := t.f.Item.Call(from).Args; len(args) == 1 && t.f.Item.Kind(args[0]) == syntax.Name {
		needs, _ := o.Needs(i)
		t.r.asked = append(t.r.asked, asked{
			name: t.f.Item.SourceText(args[0]), span: t.f.PlaceOf(args[0]), placed: true,
			attribute: o.Attrs[i].Name, at: t.f.PlaceOf(from), needs: needs,
		})
	}
}

// passesOn reports whether n is an `attrs(c)` among the arguments.
func (t *template) passesOn(n syntax.NodeID) bool {
	item := t.f.Item
	return item.Kind(n) == syntax.Call && item.SourceText(item.Call(n).Callee) == passOn
}

func (t *template) attribute(o *op.Op, name syntax.NodeID) {
	t.skip[name] = true
	text, place := t.f.Item.SourceText(name), t.f.PlaceOf(name)
	t.r.word(place, AttributeWord, nil).Of = o.Name
	if o.Attr(text) < 0 && !o.Free && (o.Fractal == nil || o.Fractal.Attr(text) < 0 && !o.Fractal.Free) {
		t.r.unknownAttribute(o, text, place)
	}
}

// question reads `value(c)`, `attr(c, "axis")`, `attrs(c)`.
func (t *template) question(n syntax.NodeID, name string, call syntax.CallNode) {
	item, r := t.f.Item, t.r
	r.word(t.f.PlaceOf(call.Callee), QuestionWord, nil)
	want, usage := 1, name+"(x)"
	if q := questionNamed(name); q != nil {
		want, usage = len(q.Operands), usageOf(q)
	}
	place := t.f.PlaceOf(n)
	if len(call.Args) != want || item.Kind(call.Args[0]) != syntax.Name || want == 2 && item.Kind(call.Args[1]) != syntax.String {
		r.report(place, fmt.Sprintf("`%s` is not asked like this", name), "it is written `"+usage+"`")
		return
	}
	a := asked{name: item.SourceText(call.Args[0]), span: t.f.PlaceOf(call.Args[0]), placed: true}
	if want == 2 {
		a.attribute, a.at = unquote(item.SourceText(call.Args[1])), t.f.PlaceOf(call.Args[1])
	}
	r.asked = append(r.asked, a)
}

// name reads a bare name; called reports that arguments follow.
func (t *template) name(n syntax.NodeID, called bool) {
	r, name, place := t.r, t.f.Item.SourceText(n), t.f.PlaceOf(n)
	known := operator(name) != nil || typecheck.IsBuiltin(name) || name == constantForm
	switch {
	case r.isGiven(name) && !(called && known):
		r.asked = append(r.asked, asked{name: name, span: place, placed: true})
	case known:
		r.word(place, OperatorWord, nil)
	case isConstructor(name) || isDtype(name):
		r.word(place, ConstructorWord, nil)
	default:
		r.unknownName(name, place, called)
	}
}

// isGiven reports whether name is the names of a rule's expressions.
func (r *reader) isGiven(name string) bool {
	_, declared := r.declared[name]
	return declared || r.mayBind(name)
}

// mayBind reports whether name is the names that may be bound by the patterns of the rule and those
// of the file.
func (r *reader) mayBind(name string) bool {
	_, given := r.given[name]
	return given || r.bound[name]
}
