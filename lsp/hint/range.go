package hint

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/ranges"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// RangesOf bounds the numbers of the definition in an item, as far as there is time; nil where it is none or has
// errors.
func RangesOf(ctx context.Context, s *workspace.Snapshot, source *workspace.Source, i int) *ranges.Analysis {
	module, err := s.Module(source.Path)
	if err != nil || i >= module.Items() {
		return nil
	}
	o := module.Object(i)
	if o == nil || o.Kind != typecheck.DefObject || o.Item.Body() == syntax.NoNode || workspace.SoundTree(module, o) == nil {
		return nil
	}
	return ranges.Shown(ctx, module, o, declared.With(o.Item, s.Ranges(source)))
}

// RangeText shows the numbers of a value; ok is false where nothing bounds them.
func RangeText(v ranges.Value) (text string, ok bool) { return ranges.Text(v), v != nil && bounded(v) }

// bounded reports whether a value excludes numbers of its dtype.
func bounded(v ranges.Value) bool {
	switch v := v.(type) {
	case *ranges.Tensor:
		return v.Set != interval.All(v.Dtype) && !v.Nothing()
	case *ranges.Tuple:
		for _, e := range v.Elems {
			if e != nil && bounded(e) {
				return true
			}
		}
	case *ranges.Sequence:
		return v.Elem != nil && bounded(v.Elem)
	}
	return false
}

// OfRanges shows the numbers of bindings, of the result and of parameters that declare a range, in a span of the
// item.
func OfRanges(ctx context.Context, s *workspace.Snapshot, source *workspace.Source, i int, span syntax.Span) (found []Hint) {
	a := RangesOf(ctx, s, source, i)
	if a == nil || !a.Known {
		return nil
	}
	item := source.File.Item(i)
	own := declared.With(item, s.Ranges(source))
	add := func(at int32, v ranges.Value, of string) {
		if text, ok := RangeText(v); ok && span.Start <= at && at <= span.End {
			found = append(found, Hint{At: at, Kind: RangeHint, Label: "in " + text, About: fmt.Sprintf("the numbers of %s", of)})
		}
	}
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		name := syntax.NoNode
		switch item.Kind(n) {
		case syntax.Param:
			if _, ok := own[strings.TrimPrefix(item.SourceText(item.Param(n).Pattern), "%")]; ok {
				name = item.Param(n).Pattern
			}
		case syntax.Let:
			name = item.Let(n).Pattern
		case syntax.Graph:
			name = item.Graph(n).Name
		}
		if name == syntax.NoNode {
			continue
		}
		if v, known := a.At(name); known {
			add(item.Span(name).End, v, "`"+item.SourceText(name)+"`")
		}
	}
	if d := item.Def(item.Root); d.Result != syntax.NoNode {
		add(item.Span(d.Result).End, a.Result, "the result")
	} else if d.Params != syntax.NoNode {
		add(item.Span(d.Params).End, a.Result, "the result")
	}
	slices.SortStableFunc(found, func(a, b Hint) int { return cmp.Compare(a.At, b.At) })
	return found
}
