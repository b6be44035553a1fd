package typecheck

import (
	"context"
	"errors"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// Check checks item i. It may be called from several goroutines.
func (m *Module) Check(i int) *typed.Result {
	r, _ := m.CheckContext(context.Background(), i) // which does not end
	return r
}

// CheckContext is Check; the error is the context's.
func (m *Module) CheckContext(ctx context.Context, i int) (r *typed.Result, err error) {
	if m.outlined(i) {
		return m.withoutBody(i), nil
	}
	if state := m.items.at(i); state.known() {
		r := state.inferred.result.Unpack(m.config.File.Item(i), m.config.Ops)
		r.Diagnostics = message.Concat(m.ofDeclaration(i), r.Diagnostics)
		return m.current(i, r), nil
	}
	r, refuted, err := m.checkOnce(ctx, i, false)
	if err == nil && refuted {
		var doubted *typed.Result
		if doubted, _, err = m.checkOnce(ctx, i, true); err == nil && message.ErrorsIn(doubted.Diagnostics) < message.ErrorsIn(r.Diagnostics) {
			r = doubted
		}
	}
	if err != nil {
		return nil, err
	}
	r.Diagnostics = message.Concat(m.ofDeclaration(i), r.Diagnostics)
	return r, nil
}

// checkOnce checks an item; doubting, it believes no claim in place of `?`. It reports
// whether errors may come from claims that it believed.
func (m *Module) checkOnce(ctx context.Context, i int, doubting bool) (r *typed.Result, refuted bool, err error) {
	c := m.checker(ctx, i)
	c.doubting = doubting
	err = steps.Run(func() { r = c.check(i) })
	switch {
	case err == nil:
		refuted = c.refuted()
		m.release(c)
	case errors.Is(err, steps.ErrExhausted):
		r, err = m.refused(i, c.at()), nil
	}
	return r, refuted, err
}

// check checks an item by itself.
func (c *checker) check(i int) *typed.Result {
	c.Level = bodyLevel
	u := c.begin(i)
	root := u.Item.Root
	switch u.Item.Kind(root) {
	case syntax.ItemDef:
		if o := c.m.items.at(i).object; o != nil && u.signature != nil {
			c.definition(&types.Func{In: u.signature.In, Out: u.signature.Out})
		}
	case syntax.ItemExpr:
		c.hiddenQuotients()
		c.scope.open()
		c.patternMark = c.scope.mark()
		if body := u.Item.TopLevel(root); body != syntax.NoNode {
			c.info.Types[root] = c.expr(body, nil, reason{})
		}
	case syntax.ItemAssert:
		c.assertion(root)
	case syntax.ItemMetadata:
		c.metadata(root)
	case syntax.ItemVersion:
		c.version(root)
	}
	c.Finish()
	if s := u.signature; s != nil && len(c.Undetermined) > 0 {
		// A declared relation has `?` where the body has an extent that nothing determines.
		g := infer.NewGeneralizer(&c.Engine)
		c.Level = bodyLevel - 1 // as where the group of a definition is generalized
		g.Loosen(&types.Func{In: s.In, Out: s.Out})
		c.Level = bodyLevel
		c.Finish()
	}
	c.leftovers()
	return c.result()
}

// leftovers reports what is still undecided when a check ends.
func (c *checker) leftovers() {
	c.settleExtents()
	if undeclared := c.undeclared(); len(undeclared) > 0 {
		c.requireDeclared(undeclared)
	}
	for _, k := range c.Constraints {
		if k.Done || k.Owner.(*unit).implicit != nil {
			continue
		}
		c.resume(k.Owner.(*unit))
		k.Done = true
		if c.Failed() {
			continue // it may follow from the error
		}
		if undecided(k) {
			c.ambiguous(k)
		} else {
			c.unsupported(k)
		}
	}
	for _, e := range c.empties {
		if v, ok := types.Head(e.elem).(*types.Var); ok && !v.Rigid {
			c.resume(e.unit)
			c.Report(syntax.Diagnostic{
				Code: codes.AmbiguousType, Span: c.Item.Span(e.node),
				Message: "the element type of this empty FractalTensor is not determined",
				Notes:   []string{"Annotate it: `let %xs : FractalTensor[Tensor[(3), float32]] = [];`."},
			})
		}
	}
}

// undecided reports whether a constraint waits for a variable that nothing will
// find, and not for a type parameter.
func undecided(k *infer.Constraint) (yes bool) {
	for _, arg := range k.Args {
		types.Walk(arg, func(t types.Type) bool {
			v, ok := t.(*types.Var)
			yes = yes || ok && !v.Rigid
			return !yes
		})
	}
	return yes
}

// settleExtents reports equations between extents that have no answer.
func (c *checker) settleExtents() {
	if len(c.DimQueue) > 0 && !c.RetryExtents() {
		c.Insoluble()
	}
}

func (c *checker) Insoluble() {
	c.Errorf(c.Item.Root, codes.ShapeMismatch, "the shape variables in this definition have no common solution")
}

// result completes the current unit. What was found in its declaration is not in it.
func (c *checker) result() *typed.Result {
	info := c.info
	vars := infer.VarResolver{Engine: &c.Engine, Ended: true}
	if c.open() {
		for n, t := range info.Types {
			if t != nil {
				info.Types[n] = vars.ResolveVars(t)
			}
		}
	}
	if len(info.Types) > types.MaxDepth && !types.AllNestedWithin(info.Types, types.MaxDepth) {
		steps.Exhaust() // whoever looks at the tree has to go as deep
	}
	c.convert(&vars)
	r := c.unit.result
	c.comments(r)
	c.oldSpellings()
	r.Diagnostics = withoutFollowing(c.Item, message.Concat(r.Diagnostics, c.Diagnostics))
	return r
}

// open reports whether there may be variables in the types of the current unit. Many items
// make none.
func (c *checker) open() bool {
	return c.NextID > 0 || c.signature != nil && c.signature.Holes
}
