package dfpattern

import (
	"strconv"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/python"
)

// subscript evaluates `v[index]`: of known values, of attributes by name, of a shape of the match, of
// the map from patterns to expressions that a callback gets, and of a tuple of a callback.
func (ev *evaluator) subscript(x *python.Subscript, v value, e *env) value {
	if s, ok := x.Index.(*python.Slice); ok {
		return ev.slice(x, s, v, e)
	}
	index := ev.eval(x.Index, e)
	switch v := v.(type) {
	case *list:
		if i, ok := index.(int64); ok && v.unknown == nil {
			if i < 0 {
				i += int64(len(v.items))
			}
			if i >= 0 && i < int64(len(v.items)) {
				return v.items[i]
			}
			return ev.unknown(x, "`%s` is beyond the end of the list", ev.text(x))
		}
	case string:
		if i, ok := index.(int64); ok {
			letters := []rune(v)
			if i < 0 {
				i += int64(len(letters))
			}
			if i >= 0 && i < int64(len(letters)) {
				return string(letters[i])
			}
		}
	case *dict:
		if i := v.find(index); i >= 0 && v.unknown == nil {
			return v.values[i]
		}
	case attrsOf:
		if name, ok := index.(string); ok {
			return ev.attr(x, v.p, name)
		}
	case *pattern.Condition:
		if i, ok := index.(int64); ok && !isTruth(v) {
			return ev.element(x, v, i)
		}
	case nodeMap:
		if p, ok := index.(*pattern.Pattern); ok {
			return tuple(matched{p})
		}
	case matched, program:
		if i, ok := index.(int64); ok && ev.callback {
			if p, ok := ev.programOf(v); ok {
				return program{p.at(levelTail) + "." + strconv.FormatInt(i, 10), levelTail}
			}
		}
	}
	return ev.unknown(x, "`%s` is not evaluated", ev.text(x))
}

// element is an index of a shape or a list. A negative one counts from the rank: shape[-1] is
// shape[rank - 1]. The length of another list is no question of the rule language.
func (ev *evaluator) element(x python.Expr, c *pattern.Condition, i int64) value {
	if i >= 0 {
		return element(c, i)
	}
	if c.Kind != pattern.Ask || c.Name != "shape" {
		return ev.unknown(x, "the length of `%s` is not known", ev.text(x))
	}
	rank := &pattern.Condition{Kind: pattern.Ask, Name: "rank", Operands: c.Operands}
	at := &pattern.Condition{Kind: pattern.Compute, Name: "-", Operands: []*pattern.Condition{rank, given(op.Int(-i))}}
	return &pattern.Condition{Kind: pattern.Element, Operands: []*pattern.Condition{c, at}}
}

// slice evaluates `v[low:high]` of a known list or string, whose bounds are clamped.
func (ev *evaluator) slice(x *python.Subscript, s *python.Slice, v value, e *env) value {
	length := 0
	switch v := v.(type) {
	case *list:
		length = len(v.items)
		if v.unknown != nil {
			return v.unknown
		}
	case string:
		length = len([]rune(v))
	default:
		return ev.unknown(x, "`%s` is not evaluated", ev.text(x))
	}
	low, first := ev.bound(s.Low, 0, length, e)
	high, second := ev.bound(s.High, length, length, e)
	if !first || !second || s.Step != nil {
		return ev.unknown(x, "`%s` is not evaluated", ev.text(x))
	}
	high = max(low, high)
	if text, ok := v.(string); ok {
		return string([]rune(text)[low:high])
	}
	l := v.(*list)
	return &list{items: append([]value{}, l.items[low:high]...), kind: l.kind, depth: max(l.depth, ev.depth)}
}

func (ev *evaluator) bound(x python.Expr, otherwise, length int, e *env) (int, bool) {
	if x == nil {
		return otherwise, true
	}
	i, ok := ev.eval(x, e).(int64)
	if i < 0 {
		i += int64(length)
	}
	return int(min(max(i, 0), int64(length))), ok
}
