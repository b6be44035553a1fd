package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
)

// A declared signature is a promise: where a definition declares its type parameters,
// what it asks of them stands in its `where`, so that callers need not look at the
// body. What is left undecided on declared parameters when a definition was checked is
// reported, with the edit that declares it. Files with a version header owe TVM its
// leniency: there it becomes part of the type (infer_group.go).

// ownParams are the type parameters that the current unit's definition declares.
func (c *checker) ownParams() map[*types.Var]bool {
	own := map[*types.Var]bool{}
	if c.signature != nil {
		for _, p := range c.signature.Scope.Params {
			if p.Var != nil {
				own[p.Var] = true
			}
		}
	}
	return own
}

// asksOfOwn reports whether a relation speaks of declared parameters, and of nothing that
// is inferred.
func asksOfOwn(k *infer.Constraint, own map[*types.Var]bool) bool {
	asks := false
	for _, arg := range k.Args {
		only := true
		types.Walk(arg, func(t types.Type) bool {
			if v, ok := t.(*types.Var); ok {
				asks = true
				only = only && own[v]
			}
			return only
		})
		if !only {
			return false
		}
	}
	return asks
}

// undeclared takes from the relations that are left those that the current unit asks of
// its declared parameters, directly or of what follows from them.
func (c *checker) undeclared() []*infer.Constraint {
	own := c.ownParams()
	if len(own) == 0 || c.m.lenient {
		return nil
	}
	var roots []types.Type
	for v := range own {
		roots = append(roots, v)
	}
	reached := c.Reachable(roots)
	var out []*infer.Constraint
	for _, k := range c.Constraints {
		if reached[k] && !k.Done && k.Owner == c.Owner {
			out = append(out, k)
		}
	}
	return out
}

// requireDeclared reports relations that a signature does not declare, each that does
// not follow from another one; one edit declares all of them.
func (c *checker) requireDeclared(ks []*infer.Constraint) {
	own := c.ownParams()
	texts, fresh := c.spellRequirements(ks)
	fix, fixable := c.declareFix(texts, fresh)
	for i, k := range ks {
		k.Done = true
		if !asksOfOwn(k, own) || c.Failed() && !c.reportedRequirement() {
			continue
		}
		d := c.requirement(c.Item.Span(k.Node), texts[i])
		if fixable {
			d.Fixes = []syntax.Fix{fix}
		}
		c.Report(d)
	}
}

// reportedRequirement reports whether all errors of the current unit are requirements.
func (c *checker) reportedRequirement() bool {
	for _, d := range c.Diagnostics {
		if d.Severity == codes.Error && d.Code != codes.UndeclaredRequirement {
			return false
		}
	}
	return len(c.Item.Errors) == 0
}

func (c *checker) requirement(at syntax.Span, text string) syntax.Diagnostic {
	return syntax.Diagnostic{
		Code: codes.UndeclaredRequirement, Span: at,
		Message: fmt.Sprintf("this asks for `%s`, which the signature does not declare", text),
		Notes:   []string{"A declared type parameter is any type that a caller may choose: what the body requires of it is written after `where`."},
	}
}

// spellRequirements gives relations as `where` has them. The types of what they give
// that nothing names become parameters, whose names are given besides.
func (c *checker) spellRequirements(ks []*infer.Constraint) (texts, fresh []string) {
	var inferred []*types.Var
	for _, k := range ks {
		infer.EachVariable(k, func(v *types.Var) {
			if v.Name != "" {
				return
			}
			v.Name = c.freshName(fresh)
			fresh = append(fresh, v.Name)
			if v.Rigid {
				inferred = append(inferred, v)
			}
			v.Rigid = true
		})
	}
	for _, k := range ks {
		texts = append(texts, c.spellRequirement(k))
	}
	for _, v := range inferred {
		v.Name = "" // the scheme that quantifies over it is printed with names of its own
	}
	return texts, fresh
}

func (c *checker) spellRequirement(k *infer.Constraint) string {
	args := make([]types.Type, len(k.Args))
	for i, arg := range k.Args {
		if arg != nil {
			args[i] = c.ResolveVars(arg)
		}
	}
	return types.ConstraintString(types.Constraint{Op: k.Op.Name, Args: args, With: k.Attrs.String(), Out: c.ResolveVars(k.Out)})
}

// freshName is a letter that names no parameter yet.
func (c *checker) freshName(taken []string) string {
	for i := 0; ; i++ {
		name := string(rune('a' + i%26))
		if i >= 26 {
			name += fmt.Sprint(i / 26)
		}
		if c.signature.Scope.Find(name) == nil && !slices.Contains(taken, name) {
			return name
		}
	}
}

// declareFix is the edit that declares relations in the signature of the current
// definition, and the parameters that they need.
func (c *checker) declareFix(where, params []string) (syntax.Fix, bool) {
	def := c.Item.Def(c.Item.Root)
	at, lead := def.Where, ", "
	if at == syntax.NoNode {
		at, lead = def.Result, " where "
	}
	if at == syntax.NoNode {
		at = def.Params
	}
	declared := c.Item.Kids(def.TypeParams)
	if at == syntax.NoNode || len(declared) == 0 || len(where) == 0 {
		return syntax.Fix{}, false
	}
	insert := func(n syntax.NodeID, text string) syntax.Edit {
		end := c.Item.Span(n).End
		return syntax.Edit{Span: syntax.Span{Start: end, End: end}, NewText: text}
	}
	fix := syntax.Fix{Title: "declare it"}
	if len(params) > 0 {
		fix.Edits = append(fix.Edits, insert(declared[len(declared)-1], ", "+strings.Join(params, ", ")))
	}
	fix.Edits = append(fix.Edits, insert(at, lead+strings.Join(where, ", ")))
	return fix, true
}

// elementRequirement reports a declared parameter in a FractalTensor, which does not
// hold everything.
func (c *checker) elementRequirement(n syntax.NodeID, v *types.Var) {
	text := fmt.Sprintf("sequence(%s) = FractalTensor[%s]", v.Name, v.Name)
	d := c.requirement(c.Item.Span(n), text)
	d.Notes = append(d.Notes, "A FractalTensor holds integers, tensors of one dimension or more, FractalTensors, and tuples of these.")
	if fix, ok := c.declareFix([]string{text}, nil); ok {
		d.Fixes = []syntax.Fix{fix}
	}
	c.Report(d)
}
