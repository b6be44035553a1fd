package typecheck

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

func (c *checker) patternMismatch(n syntax.NodeID, o *Object, t types.Type, clash *clash) {
	if c.reportedBefore(t, o.Cons.Of) {
		return
	}
	d := syntax.Diagnostic{Code: clash.code, Span: c.item.Span(n),
		Message: fmt.Sprintf("`%s` is a constructor of `%s`, and what is matched has type `%s`", o.Name, o.Cons.Of.Name, types.Text(c.resolveVars(t))),
		Related: c.declaredHere(o),
	}
	if clash.code != codes.TypeMismatch {
		d.Notes = c.clashNotes([2]string{"matched", "pattern"}, clash)
	}
	switch t := types.Head(t).(type) {
	case *types.ADT:
		if len(t.Decl.Constructors) > 0 {
			d.Notes = append(d.Notes, "The constructors of `"+t.Decl.Name+"` are "+constructorList(t.Decl)+".")
		}
	case *types.Tuple:
		d.Notes = append(d.Notes, fmt.Sprintf("A tuple is matched by a pattern of %s in parentheses.", count(len(t.Elems), "part")))
	case *types.Func:
		d.Notes = append(d.Notes, "A function is called first; its result can be matched.")
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

// reportedBefore tells whether it was reported before that patterns of one kind do not
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

// projectedBefore tells whether a part of what is no tuple was reported before
// for a value of the same type, most likely of the same variable.
func (c *checker) projectedBefore(k *constraint) bool {
	if _, tuple := types.Head(k.args[0]).(*types.Tuple); tuple {
		return false
	}
	return c.reportedBefore(k.args[0], projected)
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
		c.errorf(n, codes.TypeMismatch, "this pattern takes a tuple apart, and what is matched has type `%s`", types.Text(c.resolveVars(t)))
	}
}

func (c *checker) patternArity(n syntax.NodeID, o *Object, given int) {
	d := syntax.Diagnostic{
		Code: codes.ArityMismatch, Span: c.item.Span(n),
		Message: fmt.Sprintf("the constructor `%s` has %s, and this pattern has %d", o.Name, count(len(o.Cons.Fields), "field"), given),
		Related: c.declaredHere(o),
	}
	if whole := o.Name + "(" + strings.TrimSuffix(strings.Repeat("_, ", len(o.Cons.Fields)), ", ") + ")"; given == 0 {
		d.Fixes = []syntax.Fix{writeFix(d.Span, whole)}
	} else if given < len(o.Cons.Fields) {
		d.Notes = []string{"Write `_` for a field that does not matter: `" + whole + "` matches them all."}
	}
	c.report(d)
}
