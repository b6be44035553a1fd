package reference

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// names are the nodes that represent something by their name alone.
var names = map[syntax.Kind]bool{
	syntax.Local: true, syntax.Global: true, syntax.Name: true, syntax.PatVar: true,
	syntax.PatName: true, syntax.TypeName: true, syntax.TypeParam: true,
}

// IsName reports whether nodes of a kind represent something by their name alone.
func IsName(kind syntax.Kind) bool { return names[kind] }

// IsLocal reports whether an object is known in its own item only: a variable or
// a type parameter.
func IsLocal(o *typecheck.Object) bool {
	return o.Kind == typecheck.LocalObject || o.Kind == typecheck.ParamObject
}

// Same reports whether two names denote one thing; either may be nil. The
// checker makes an object for every mention of an operator: these are compared
// by the operator.
func Same(a, b *typecheck.Object) bool {
	switch {
	case a == nil || a == b:
		return a == b
	case b == nil:
		return false
	case a.Item == nil:
		return b.Item == nil && a.Op == b.Op
	}
	return a.Item == b.Item && a.Node == b.Node
}

// NameSpan is the extent of a name, in bytes of its item. Of a local with tail
// segments only some belong to it, as many as its declaration has; a segment
// that divides (`%x/y`) holds the divisor's letters.
func NameSpan(info *typecheck.Info, n syntax.NodeID) syntax.Span {
	span, o := info.Item.Span(n), info.Object(n)
	switch kind := info.Item.Kind(n); {
	case kind == syntax.Segment && o != nil:
		return syntax.Span{Start: span.Start + 1, End: span.Start + int32(len(o.Name))}
	case kind != syntax.Local || len(info.Item.Kids(n)) == 0:
		return span
	case o != nil:
		return syntax.Span{Start: span.Start, End: span.Start + int32(len(o.Name))}
	}
	return HeadSpan(info.Item, n)
}

// HeadSpan is the part of a local before its tail segments, in bytes of its
// item; all of another node.
func HeadSpan(item *syntax.Item, n syntax.NodeID) syntax.Span {
	span := item.Span(n)
	if segments := item.Kids(n); item.Kind(n) == syntax.Local && len(segments) > 0 {
		span.End = item.Span(segments[0]).Start
	}
	return span
}
