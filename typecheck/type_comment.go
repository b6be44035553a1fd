package typecheck

import (
	"sort"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/typed"
	"github.com/fraccheck/fraccheck/typecheck/typeexpr"
)

// TVM writes `/* ty=T */` after expressions. They are claims: none has a say in
// what is inferred, but for constants of the metadata section, whose types stand
// nowhere else, and where an error or `?` leaves something open (claim.go). A claim that
// contradicts what was inferred is a warning with the fix, and so is one that says less.

// comments holds each `/* ty=T */` against the type that was inferred.
func (c *checker) comments(r *typed.Result) {
	if len(c.Item.TypeComments) == 0 {
		return
	}
	c.resolver.Hole = func() types.Type { return types.ErrorType }
	outer := c.resolver.Params
	defer func() { c.resolver.Params = outer }()
	for _, comment := range c.Item.TypeComments {
		got := c.subjectType(comment.Of)
		if comment.Type == syntax.NoNode || c.info.Claim(comment.Of) != nil || got == nil || types.IsBad(got) {
			continue
		}
		c.resolver.Params = c.paramsAt(comment.Span, outer)
		said, ok := c.commentType(comment)
		if !ok {
			r.Differ++
			c.unreadable(comment, got)
			continue
		}
		if infer.Agrees(said, got) {
			r.Agree++
			continue
		}
		narrow, agree := infer.Narrowed(got, said)
		if back, _ := infer.Narrowed(said, got); agree && back == types.Head(said) {
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
	report := c.resolver.Report
	c.resolver.Report = func(syntax.Diagnostic) {}
	defer func() { c.resolver.Report = report }()
	return c.resolver.Resolve(n)
}

// commentType resolves the type in a comment; false where it speaks of what is not
// known there.
func (c *checker) commentType(comment syntax.TypeComment) (t types.Type, ok bool) {
	ok = true
	report := c.resolver.Report
	c.resolver.Report = func(syntax.Diagnostic) { ok = false }
	t = c.resolver.Resolve(comment.Type)
	c.resolver.Report = report
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
func (c *checker) paramsAt(s syntax.Span, outer *typeexpr.ParamScope) *typeexpr.ParamScope {
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

// typeFromComment is the type that a comment gives to a node which has none of its
// own: a constant from the metadata section.
func (c *checker) typeFromComment(n syntax.NodeID) types.Type {
	end, all := c.Item.Span(n).End, c.Item.TypeComments
	i := sort.Search(len(all), func(i int) bool { return all[i].Span.Start >= end })
	if i < len(all) && all[i].Of == n && all[i].Type != syntax.NoNode {
		return c.resolver.Resolve(all[i].Type)
	}
	return nil
}
