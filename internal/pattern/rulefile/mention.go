package rulefile

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/typecheck"
)

// element is the operator of `p[q]`.
var element = parallel.Element.Name

// operatorNames are the names of the operators, ready to be searched for near ones.
var operatorNames = sync.OnceValue(func() *spelling.Index {
	var names []string
	for name, o := range pattern.Ops() {
		if !o.Internal {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return spelling.NewIndex(names)
})

// operator finds an operator that programs can name.
func operator(name string) *op.Op {
	if o := pattern.Ops()[name]; o != nil && !o.Internal {
		return o
	}
	return nil
}

// it is the name that is in `optional(p, q)` for p.
const it = "it"

// mention is the pattern that a bare name is; called reports that arguments follow.
// Names of `let` patterns come first, then those of the rule, then operators. At the
// head of a call an operator's name is the operator.
func (r *reader) mention(name string, span syntax.Span, called bool) *pattern.Pattern {
	if name == it && len(r.it) > 0 {
		r.word(span, NameWord, nil)
		return r.it[len(r.it)-1]
	}
	if l := r.let(name); l != nil {
		r.word(span, LetWord, &l.span)
		return r.mentionLet(l)
	}
	o := operator(name)
	if declared, ok := r.declared[name]; ok && !(called && o != nil) {
		r.used[name] = true
		r.word(span, NameWord, &declared)
		return withSpan(pattern.Var(name), span)
	}
	if r.mayBind(name) && !(called && o != nil) {
		p := withSpan(pattern.Var(name), span)
		r.word(span, NameWord, nil)
		r.mentioned = append(r.mentioned, mention{p, span})
		return p
	}
	return r.known(name, span, called)
}

// let finds a `let` pattern: the rule's own come first.
func (r *reader) let(name string) *let {
	if l := r.inner[name]; l != nil {
		return l
	}
	return r.lets[name]
}

// known is the pattern of a name that the language has.
func (r *reader) known(name string, span syntax.Span, called bool) *pattern.Pattern {
	if kind, ok := kindWords[name]; ok {
		r.word(span, FormWord, nil)
		return withSpan(withSpan(pattern.IsOfKind(kind), span).CallAny(), span)
	}
	if operator(name) != nil || typecheck.IsBuiltin(name) {
		r.word(span, OperatorWord, nil)
		return withSpan(pattern.IsOp(name), span)
	}
	if called && r.isVendors(name) {
		r.word(span, OperatorWord, nil)
		return withSpan(pattern.IsOp(name), span)
	}
	if isConstructor(name) {
		r.word(span, ConstructorWord, nil)
		return withSpan(pattern.IsConstructor(name), span)
	}
	if f := forms[name]; f != nil {
		r.report(span, fmt.Sprintf("`%s` needs its parentheses", name), "write `"+f.usage+"`")
	} else if r.implies(name, called) {
		r.declared[name], r.used[name] = span, true
		return withSpan(pattern.Var(name), span)
	} else {
		r.unknownName(name, span, called)
	}
	return withSpan(pattern.Any(), span)
}

// isVendors reports whether a dotted name that is called can only be an operator that a
// vendor added to Relay: no operator, wildcard or form of patterns has its parts, and none
// is near.
func (r *reader) isVendors(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || strings.ContainsFunc(name, func(c rune) bool { return c != '.' && outsideWords(c) }) || pattern.Ops().HasFamily(name) {
		return false
	}
	first, _, _ := strings.Cut(name, ".")
	_, declared := r.declared[first]
	return !declared && r.let(first) == nil && forms[first] == nil && operator(first) == nil && spelling.Near(name[dot+1:], behindNames) == nil &&
		otherName(name) == "" && len(nearOperators(name)) == 0
}

// implies reports whether a name is a wildcard though nothing declares it, as on the
// command line, where there is no `var`: not of what is called, and of no word that may
// be meant as an operator.
func (r *reader) implies(name string, called bool) bool {
	return r.loose && !called && !strings.Contains(name, ".") && operator("nn."+name) == nil &&
		name != constantForm && name != "wildcard" && name != it
}

// isConstructor reports whether name is the names of constructors: those of the prelude, and those
// that only programs define, which begin with a capital letter.
func isConstructor(name string) bool {
	return name != "" && name != constantForm && !strings.ContainsFunc(name, outsideWords) && (unicode.IsUpper(rune(name[0])) || constructors()[name] != nil)
}

// outsideWords reports whether no name of a constructor contains r.
func outsideWords(r rune) bool {
	return r != '_' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
}

// constantForm is how programs write tensors out, which looks like a constructor.
const constantForm = "Constant"

// unknownName reports a name that denotes nothing.
func (r *reader) unknownName(name string, span syntax.Span, called bool) {
	switch {
	case name == constantForm:
		r.report(span, "a tensor that is written out is matched by `is_expr(Constant(…))`", "a number such as `2` matches a tensor of nothing but that number too")
		return
	case name == "wildcard":
		r.report(span, "anything is matched by `_`", "write `_`")
		return
	case name == it:
		r.report(span, "`it` is the first operand of `optional`, and this is not inside its second", "write `optional(p, q)`, with `it` in q")
		return
	}
	if dot := strings.LastIndexByte(name, '.'); called && dot > 0 && operator(name[:dot]) == nil {
		if near := spelling.Near(name[dot+1:], behindNames); near != nil {
			r.noMethod(name[dot+1:], syntax.Span{Start: span.Start + int32(dot) + 1, End: span.End}, nil)
			return
		}
	}
	what := "is no operator, and no name of this rule"
	note := "declare a wildcard by `var " + name + "`, or name a part of the pattern by `" + name + " = p`"
	if strings.Contains(name, ".") {
		what, note = "is no operator", "docs/operators.md lists them all"
	}
	if r.unknownNames[name] {
		return // one declaration is missing
	}
	near := r.near(name, called)
	d := r.report(span, fmt.Sprintf("`%s` %s", short(name), what), note)
	suggest(d, name, near)
	if len(near) > 0 || called || strings.Contains(name, ".") {
		return
	}
	r.knowName(name)
	if at := r.bodyAt; at > 0 {
		d.Fixes = append(d.Fixes, syntax.Replace("declare the wildcard `"+name+"`", syntax.Span{Start: at, End: at}, "\n  var "+name))
	}
}

// otherName is the operator that other languages call by a name, or whose last part it
// is; "" where there is none.
func otherName(name string) string {
	if n, ok := library.Lookup(name, func(o string) bool { return operator(o) != nil }); ok && operator(n.Operator) != nil {
		return n.Operator
	}
	if family := "nn." + name; operator(family) != nil {
		return family
	}
	return ""
}

// nearOperators are the operators that may be meant by a name that is unknown.
func nearOperators(name string) []string {
	if meant := otherName(name); meant != "" {
		return []string{meant}
	}
	return operatorNames().Near(name)
}

// near are the names that may be meant by one that is unknown.
func (r *reader) near(name string, called bool) []string {
	if meant := otherName(name); meant != "" {
		return []string{meant}
	}
	more := slices.Sorted(maps.Keys(r.bound))
	if called {
		for f := range forms {
			more = append(more, f)
		}
	}
	for n := range r.declared {
		more = append(more, n)
	}
	for n := range r.inner {
		more = append(more, n)
	}
	for n := range r.lets {
		more = append(more, n)
	}
	for n := range kindWords {
		more = append(more, n)
	}
	return operatorNames().Near(name, more...)
}

// settle decides the mentions of names that precede a `=` somewhere: those
// that only attributes have are operators, or mistakes.
func (r *reader) settle(given map[string]syntax.Span) {
	for _, m := range r.mentioned {
		name := m.p.Name
		if _, ok := given[name]; ok {
			continue
		}
		if _, ok := r.declared[name]; ok {
			continue
		}
		if r.failed && operator(name) == nil {
			continue // what gives the name may be what is wrong
		}
		q := r.known(name, m.span, false)
		*m.p = *q
	}
	r.mentioned = nil
}

// knowName notes a name whose declaration is missing or wrong, which is reported.
func (r *reader) knowName(name string) {
	if r.unknownNames == nil {
		r.unknownNames = map[string]bool{}
	}
	r.unknownNames[name] = true
}
