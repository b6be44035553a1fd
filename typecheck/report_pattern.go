package typecheck

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

func (c *checker) patternMismatch(n syntax.NodeID, o *typed.Object, t types.Type, clash *infer.Clash) {
	if c.reportedBefore(t, o.Cons.Of) || c.brokenConstructor(o) {
		return
	}
	d := syntax.Diagnostic{Code: clash.Code, Span: c.Item.Span(n),
		Message: fmt.Sprintf("`%s` is a constructor of `%s`, and what is matched has type `%s`", o.Name, o.Cons.Of.Name, types.Text(c.ResolveVars(t))),
		Related: c.declaredHere(o),
	}
	if clash.Code != codes.TypeMismatch {
		d.Notes = c.clashNotes([2]string{"matched", "pattern"}, clash)
	}
	switch t := types.Head(t).(type) {
	case *types.ADT:
		if len(t.Decl.Constructors) > 0 {
			d.Notes = append(d.Notes, "The constructors of `"+t.Decl.Name+"` are "+constructorList(t.Decl)+".")
		}
	case *types.Tuple:
		d.Notes = append(d.Notes, fmt.Sprintf("A tuple is matched by a pattern of %s in parentheses.", message.Count(len(t.Elems), "part")))
	case *types.Func:
		d.Notes = append(d.Notes, "A function is called first; its result can be matched.")
	}
	c.Report(d)
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

// unnamed stands in a scope for the variables of fields that a pattern leaves out.
const unnamed = "%"

// namesMissing notes that a pattern binds too few variables: those that nothing binds
// from here on in the block may be the missing ones.
func (c *checker) namesMissing() {
	c.scope.push(unnamed, &typed.Object{Kind: typed.LocalObject, Name: unnamed, Type: types.ErrorType})
}

// brokenConstructor reports whether the declaration of a constructor could not be read,
// so that its fields are not known.
func (c *checker) brokenConstructor(o *typed.Object) bool {
	if o.Kind != typed.ConstructorObject || o.Item == nil || len(o.Item.Errors) == 0 {
		return false
	}
	if headBroken(o.Item) {
		return true
	}
	for _, n := range o.Item.Data(o.Item.Root).Constructors {
		if o.Item.Kind(n) == syntax.Constructor && o.Item.Constructor(n).Name == o.Node {
			return o.Item.Broken(n)
		}
	}
	return false
}

// headBroken reports whether the declaration of a data type has an error before its
// constructors.
func headBroken(item *syntax.Item) bool {
	if len(item.Errors) == 0 {
		return false
	}
	constructors := item.Data(item.Root).Constructors
	return len(constructors) == 0 || item.Mistakes()[0].Span.Start < item.Span(constructors[0]).Start
}

// brokenData reports whether a data type of the file could not be read, so that its
// constructors are not known.
func (m *Module) brokenData(accept func(item *syntax.Item) bool) bool {
	for _, item := range m.config.File.All() {
		switch item.Kind(item.Root) {
		case syntax.ItemData, syntax.ItemAlias, syntax.ItemOpaque:
			if len(item.Errors) > 0 && accept(item) {
				return true
			}
		}
	}
	return false
}

// reportedBefore reports whether it was reported before that patterns of one kind do not
// fit a type: where the wrong thing is matched, each clause would say so again.
func (c *checker) reportedBefore(t types.Type, decl *types.Decl) bool {
	key := patternClash{types.Head(t), decl}
	if c.reportedPatterns[key] {
		return true
	}
	if c.reportedPatterns == nil {
		c.reportedPatterns = map[patternClash]bool{}
	}
	c.reportedPatterns[key] = true
	return false
}

// projectedBefore reports whether a part of what is no tuple was reported before
// for a value of the same type, most likely of the same variable.
func (c *checker) projectedBefore(k *infer.Constraint) bool {
	if _, tuple := types.Head(k.Args[0]).(*types.Tuple); tuple {
		return false
	}
	return c.reportedBefore(k.Args[0], projected)
}

// projected stands for the tuples that numbered parts are taken of.
var projected = &types.Decl{}

// A patternClash is a type that is matched by constructors of another (nil: by
// tuples or literals).
type patternClash struct {
	matched types.Type
	decl    *types.Decl
}

func (c *checker) tuplePatternMismatch(n syntax.NodeID, t types.Type) {
	if !c.reportedBefore(t, nil) {
		c.Errorf(n, codes.TypeMismatch, "this pattern takes a tuple apart, and what is matched has type `%s`", types.Text(c.ResolveVars(t)))
	}
}

func (c *checker) patternArity(n syntax.NodeID, o *typed.Object, given int) {
	if given < len(o.Cons.Fields) {
		c.namesMissing()
	}
	if c.brokenConstructor(o) {
		return
	}
	d := syntax.Diagnostic{
		Code: codes.ArityMismatch, Span: c.Item.Span(n),
		Message: fmt.Sprintf("the constructor `%s` has %s, and this pattern has %d", o.Name, message.Count(len(o.Cons.Fields), "field"), given),
		Related: c.declaredHere(o), Suspects: c.aritySuspects(o, given),
	}
	if whole := o.Name + "(" + strings.TrimSuffix(strings.Repeat("_, ", len(o.Cons.Fields)), ", ") + ")"; given == 0 {
		d.Fixes = []syntax.Fix{message.WriteFix(d.Span, whole)}
	} else if given < len(o.Cons.Fields) {
		d.Notes = []string{"Write `_` for a field that does not matter: `" + whole + "` matches them all."}
	}
	c.Report(d)
}

// absentValue reports a word by which other languages match the absence of a value, such as
// `null`: as a variable it would match everything. A constructor that is spelt nearly so is
// reported as a variable that looks like it.
func (c *checker) absentValue(n syntax.NodeID, text string, t types.Type) bool {
	if !library.IsAbsent(text) {
		return false
	}
	d := syntax.Diagnostic{
		Code: codes.UndefinedName, Span: c.Item.Span(n),
		Message: fmt.Sprintf("there is no `%s`: as a variable it would match every value", text),
		Notes:   []string{"The absent value of an `Optional` is matched by `None()`, the empty list by `Nil()`."},
	}
	if adt, ok := types.Head(c.ResolveVars(t)).(*types.ADT); ok {
		var empty []string
		for _, k := range adt.Decl.Constructors {
			if strings.EqualFold(k.Name, text) {
				return false
			}
			if len(k.Fields) == 0 {
				empty = append(empty, k.Name+"()")
			}
		}
		if len(empty) == 1 {
			d.Fixes = []syntax.Fix{message.WriteFix(d.Span, empty[0])}
		}
	}
	c.Report(d)
	return true
}
