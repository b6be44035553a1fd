package typecheck

import (
	"sort"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// TVM writes `/* ty=T */` behind expressions. They are claims: none has a say in
// what is inferred, but for constants of the metadata section, whose types stand
// nowhere else, and where an error or `?` leaves something open (claim.go). A claim that
// contradicts what was inferred is a warning with the fix, and so is one that says less.

// comments holds each `/* ty=T */` against the type that was inferred.
func (c *checker) comments(r *typed.Result) {
	if len(c.Item.TypeComments) == 0 {
		return
	}
	c.resolver.hole = func() types.Type { return types.ErrorType }
	outer := c.resolver.params
	defer func() { c.resolver.params = outer }()
	for _, comment := range c.Item.TypeComments {
		got := c.subjectType(comment.Of)
		if comment.Type == syntax.NoNode || c.info.Claim(comment.Of) != nil || got == nil || types.IsBad(got) {
			continue
		}
		c.resolver.params = c.paramsAt(comment.Span, outer)
		said, ok := c.commentType(comment)
		if !ok {
			r.Differ++
			c.unreadable(comment, got)
			continue
		}
		if agrees(said, got) {
			r.Agree++
			continue
		}
		narrow, agree := narrowed(got, said)
		if back, _ := narrowed(said, got); agree && back == types.Head(said) {
			if narrow != types.Head(got) {
				c.info.RecordClaim(comment.Of, narrow)
			}
			continue // it says more than what is inferred, which nothing refutes
		}
		if agree {
			got = narrow
		}
		r.Differ++
		c.stale(comment, said, got)
	}
}

// subjectType is the type that a comment speaks of: an expression's, or the one
// that an annotation writes.
func (c *checker) subjectType(n syntax.NodeID) types.Type {
	if t := c.info.Types[n]; t != nil || c.Item.Kind(n) < syntax.TypeName {
		return t
	}
	report := c.resolver.report
	c.resolver.report = func(syntax.Diagnostic) {}
	defer func() { c.resolver.report = report }()
	return c.resolver.resolve(n)
}

// commentType resolves the type in a comment; false where it speaks of what is not
// known there.
func (c *checker) commentType(comment syntax.TypeComment) (t types.Type, ok bool) {
	ok = true
	report := c.resolver.report
	c.resolver.report = func(syntax.Diagnostic) { ok = false }
	t = c.resolver.resolve(comment.Type)
	c.resolver.report = report
	return t, ok
}

func (c *checker) unreadable(comment syntax.TypeComment, got types.Type) {
	c.Report(syntax.Diagnostic{
		Code: codes.StaleTypeComment, Span: comment.Span,
		Message: "this type comment names a type that does not exist here",
		Notes:   []string{"The inferred type is `" + types.Text(got) + "`."},
		Fixes:   []syntax.Fix{syntax.Replace("write the inferred type", c.Item.Span(comment.Type), types.String(got))},
	})
}

// paramsAt are the type parameters that are known at a place: those of the
// innermost function around it.
func (c *checker) paramsAt(s syntax.Span, outer *paramScope) *paramScope {
	for i := len(c.scopes) - 1; i >= 0; i-- {
		if scope := c.scopes[i]; scope.span.Start <= s.Start && s.End <= scope.span.End {
			return scope.params
		}
	}
	return outer
}

func (c *checker) stale(comment syntax.TypeComment, said, got types.Type) {
	fix := syntax.Replace("write the inferred type", c.Item.Span(comment.Type), types.Strings(said, got)[1])
	d := syntax.Diagnostic{
		Code: codes.StaleTypeComment, Span: comment.Span,
		Message: "this type comment does not say the type that is inferred",
		Notes:   []string{aligned([2]string{"comment", "inferred"}, types.CompareExactly(said, got))},
	}
	if !c.Failed() { // what is inferred may follow from the error
		d.Fixes = []syntax.Fix{fix}
	}
	c.Report(d)
}

// agrees reports whether a comment says a type: exactly, `?` and 3 differ; but
// what TVM prints for types and extents that it does not know agrees with
// anything.
func agrees(said, got types.Type) bool {
	said, got = types.Head(said), types.Head(got)
	if types.IsBad(said) || types.IsBad(got) {
		return true
	}
	switch said := said.(type) {
	case *types.Tensor:
		got, ok := got.(*types.Tensor)
		return ok && tensorsAgree(said, got)
	case *types.Tuple:
		got, ok := got.(*types.Tuple)
		return ok && listsAgree(said.Elems, got.Elems)
	case *types.ADT:
		got, ok := got.(*types.ADT)
		return ok && said.Decl == got.Decl && listsAgree(said.Args, got.Args)
	case *types.Fractal:
		got, ok := got.(*types.Fractal)
		return ok && agrees(said.Elem, got.Elem)
	case *types.Ref:
		got, ok := got.(*types.Ref)
		return ok && agrees(said.Elem, got.Elem)
	case *types.Func:
		got, ok := got.(*types.Func)
		return ok && listsAgree(said.In, got.In) && agrees(said.Out, got.Out)
	case *types.Extent:
		got, ok := got.(*types.Extent)
		return ok && extentsAgree(said.Dim, got.Dim)
	}
	return said == got || isVariable(got)
}

func isVariable(t types.Type) bool {
	_, ok := t.(*types.Var)
	return ok
}

func tensorsAgree(a, b *types.Tensor) bool {
	if a.Dtype != b.Dtype || len(a.Shape) != len(b.Shape) {
		return false
	}
	for i := range a.Shape {
		if !extentsAgree(a.Shape[i], b.Shape[i]) {
			return false
		}
	}
	return true
}

func extentsAgree(a, b types.Dim) bool {
	return a.IsUnknown() || b.IsUnknown() || a.Equal(b)
}

func listsAgree(as, bs []types.Type) bool {
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		if !agrees(as[i], bs[i]) {
			return false
		}
	}
	return true
}

// typeFromComment is the type that a comment gives to a node which has none of its
// own: a constant from the metadata section.
func (c *checker) typeFromComment(n syntax.NodeID) types.Type {
	end, all := c.Item.Span(n).End, c.Item.TypeComments
	i := sort.Search(len(all), func(i int) bool { return all[i].Span.Start >= end })
	if i < len(all) && all[i].Of == n && all[i].Type != syntax.NoNode {
		return c.resolver.resolve(all[i].Type)
	}
	return nil
}
