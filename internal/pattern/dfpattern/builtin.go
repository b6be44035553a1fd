package dfpattern

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/python"
)

// builtins are the functions of Python that code which builds patterns calls. A call with other
// arguments than an entry reads, such as a start or a key, is not evaluated: a result without them
// would be wrong.
var builtins map[string]func(ev *evaluator, c *call) value

// readers are methods of lists and dicts that are not evaluated, and change nothing. Any other
// leaves an unknown object.
var readers = map[string]bool{
	"count": true, "union": true, "intersection": true, "difference": true, "symmetric_difference": true,
	"issubset": true, "issuperset": true, "isdisjoint": true,
}

// methods are those of strings, lists and dicts.
var methods map[string]func(ev *evaluator, c *call, v value) value

var mathConstants = map[string]value{"pi": math.Pi, "e": math.E, "inf": math.Inf(1)}

var mathFunctions = map[string]func(float64) float64{
	"sqrt": math.Sqrt, "exp": math.Exp, "log": math.Log, "log2": math.Log2, "floor": math.Floor, "ceil": math.Ceil,
	"sin": math.Sin, "cos": math.Cos, "tanh": math.Tanh, "fabs": math.Abs,
}

const (
	maxItems = 10_000  // of a list, with those of the lists in it
	maxText  = 1 << 16 // bytes of a string
	maxSet   = 1_000   // items of a set, each of which is compared with all others
)

func init() {
	builtins = map[string]func(*evaluator, *call) value{
		"len": (*evaluator).length, "range": (*evaluator).rangeOf, "enumerate": enumerate, "zip": zip,
		"map": mapItems, "filter": filterItems, "list": (*evaluator).listOf, "tuple": (*evaluator).listOf,
		"set": (*evaluator).listOf, "sorted": sorted, "iter": (*evaluator).listOf,
		"reversed": reversed, "dict": dictOf, "str": text, "int": integer, "float": float, "bool": boolean,
		"all": func(ev *evaluator, c *call) value { return ev.fold(c, true) },
		"any": func(ev *evaluator, c *call) value { return ev.fold(c, false) },
		"min": func(ev *evaluator, c *call) value { return ev.extreme(c, -1) },
		"max": func(ev *evaluator, c *call) value { return ev.extreme(c, 1) },
		"sum": sum, "abs": abs, "isinstance": (*evaluator).isInstance, "getattr": getattr, "hasattr": hasattr,
		"print": func(*evaluator, *call) value { return nil }, "super": super, "repr": text,
	}
	methods = map[string]func(*evaluator, *call, value) value{
		"append": appendItem, "extend": extend, "insert": insert, "copy": copied, "keys": keys, "values": values,
		"items": items, "get": get, "update": update, "replace": textMethod, "split": textMethod, "join": join,
		"startswith": textMethod, "endswith": textMethod, "lower": textMethod, "upper": textMethod, "strip": textMethod,
		"lstrip": textMethod, "rstrip": textMethod, "format": format, "index": index, "add": addItem,
	}
}

func (ev *evaluator) notEvaluated(c *call) *unknown {
	return ev.unknown(c.at, "`%s` is not evaluated", ev.text(c.at))
}

// length is the number of items; of a shape, the rank.
func (ev *evaluator) length(c *call) value {
	v, _ := c.arg(0, "")
	if q, ok := v.(*pattern.Condition); ok && q.Kind == pattern.Ask && q.Name == "shape" {
		return &pattern.Condition{Kind: pattern.Ask, Name: "rank", Operands: q.Operands}
	}
	if text, ok := v.(string); ok {
		return int64(len([]rune(text)))
	}
	if all, ok := itemsOf(v); ok {
		return int64(len(all))
	}
	return ev.notEvaluated(c)
}

func (ev *evaluator) rangeOf(c *call) value {
	bounds := []int64{0, 0, 1}
	for i, a := range c.args {
		n, ok := a.(int64)
		if !ok || i > 2 {
			return ev.notEvaluated(c)
		}
		bounds[i] = n
	}
	if len(c.args) == 1 {
		bounds[0], bounds[1] = 0, bounds[0]
	}
	l := &list{kind: python.ListKind, depth: ev.depth}
	for i := bounds[0]; bounds[2] > 0 && i < bounds[1] || bounds[2] < 0 && i > bounds[1]; i += bounds[2] {
		if l.items = append(l.items, i); len(l.items) > maxItems {
			return ev.notEvaluated(c)
		}
	}
	return l
}

// allItems are the items of each argument from the n-th on.
func (ev *evaluator) allItems(c *call, n int) ([][]value, bool) {
	var all [][]value
	for _, a := range c.args[min(n, len(c.args)):] {
		l, ok := itemsOf(a)
		if !ok {
			return nil, false
		}
		all = append(all, l)
	}
	return all, len(all) > 0
}

func (ev *evaluator) listing(items []value) value {
	return &list{items: items, kind: python.ListKind, depth: ev.depth}
}

func enumerate(ev *evaluator, c *call) value {
	all, ok := ev.allItems(c, 0)
	if !ok || len(c.named) > 0 { // a start
		return ev.notEvaluated(c)
	}
	var pairs []value
	for i, v := range all[0] {
		pairs = append(pairs, tuple(int64(i), v))
	}
	return ev.listing(pairs)
}

func zip(ev *evaluator, c *call) value {
	all, ok := ev.allItems(c, 0)
	if !ok {
		return ev.notEvaluated(c)
	}
	var rows []value
	for i := 0; ; i++ {
		row := tuple()
		for _, l := range all {
			if i >= len(l) {
				return ev.listing(rows)
			}
			row.items = append(row.items, l[i])
		}
		rows = append(rows, row)
	}
}

func mapItems(ev *evaluator, c *call) value {
	all, ok := ev.allItems(c, 1)
	if !ok {
		return ev.notEvaluated(c)
	}
	var results []value
	for i := 0; ; i++ {
		inner := &call{at: c.at, env: c.env}
		for _, l := range all {
			if i >= len(l) {
				return ev.listing(results)
			}
			inner.args = append(inner.args, l[i])
		}
		results = append(results, ev.apply(c.at, c.args[0], inner))
	}
}

func filterItems(ev *evaluator, c *call) value {
	all, ok := ev.allItems(c, 1)
	if !ok {
		return ev.notEvaluated(c)
	}
	var kept []value
	for _, v := range all[0] {
		known, yes := decided(ev.truth(c.at, ev.apply(c.at, c.args[0], &call{at: c.at, args: []value{v}, env: c.env})))
		if !known {
			return ev.notEvaluated(c)
		}
		if yes {
			kept = append(kept, v)
		}
	}
	return ev.listing(kept)
}

// listOf copies a list, tuple or set; a shape and a list of the match stay what they are, as long as no
// set is made of them, whose number of items the match decides.
func (ev *evaluator) listOf(c *call) value {
	v, given := c.arg(0, "")
	if !given {
		v = ev.listing(nil)
	}
	kind := python.ListKind
	if x, ok := c.at.(*python.Call); ok {
		if n, ok := x.F.(*python.Name); ok && n.ID == "tuple" {
			kind = python.TupleKind
		} else if ok && n.ID == "set" {
			kind = python.SetKind
		}
	}
	if q, ok := v.(*pattern.Condition); ok && kind != python.SetKind {
		return q
	}
	all, ok := itemsOf(v)
	if !ok {
		return ev.notEvaluated(c)
	}
	return ev.set(c.at, &list{items: slices.Clone(all), kind: kind, depth: ev.depth})
}

func sorted(ev *evaluator, c *call) value {
	all, ok := ev.allItems(c, 0)
	if !ok || len(c.named) > 0 {
		return ev.notEvaluated(c)
	}
	var texts []string
	for _, v := range all[0] {
		t, isText := v.(string)
		if !isText {
			return ev.notEvaluated(c)
		}
		texts = append(texts, t)
	}
	slices.Sort(texts)
	var l []value
	for _, t := range texts {
		l = append(l, t)
	}
	return ev.listing(l)
}

func reversed(ev *evaluator, c *call) value {
	all, ok := ev.allItems(c, 0)
	if !ok {
		return ev.notEvaluated(c)
	}
	l := slices.Clone(all[0])
	slices.Reverse(l)
	return ev.listing(l)
}

func dictOf(ev *evaluator, c *call) value {
	if v, ok := c.arg(0, ""); ok {
		switch v := v.(type) {
		case attrsOf:
			return v
		case *dict:
			if len(c.named) == 0 {
				return &dict{slices.Clone(v.keys), slices.Clone(v.values), ev.depth, v.unknown}
			}
		}
		return ev.notEvaluated(c)
	}
	d := &dict{depth: ev.depth}
	for _, name := range sortedKeys(c.named) {
		d.set(name, c.named[name])
	}
	return d
}

func sortedKeys(m map[string]value) []string {
	var all []string
	for k := range m {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}

// text is `str(v)`. A value of the match is taken for its text where it is one.
func text(ev *evaluator, c *call) value {
	v, _ := c.arg(0, "")
	if q, ok := v.(*pattern.Condition); ok && (q.Name == "dtype" || ev.attributeType(q) == op.StringAttr || ev.attributeType(q) == op.DtypeAttr) {
		return q
	}
	if t, ok := display(v); ok {
		return t
	}
	return ev.notEvaluated(c)
}

// integer is `int(v)`. Of an attribute that is a float the fraction would be cut off, which the rule
// language cannot ask; an extent and an integer stay what they are.
func integer(ev *evaluator, c *call) value {
	v, _ := c.arg(0, "")
	if q, ok := v.(*pattern.Condition); ok && ev.attributeType(q) != op.FloatAttr {
		return q
	}
	if n, ok := python.Int(v); ok {
		return n
	}
	return ev.notEvaluated(c)
}

func float(ev *evaluator, c *call) value {
	v, _ := c.arg(0, "")
	if q, ok := v.(*pattern.Condition); ok {
		return q
	}
	if n, ok := numberOf(v); ok {
		return n
	}
	return ev.notEvaluated(c)
}

// boolean is `bool(v)`.
func boolean(ev *evaluator, c *call) value {
	v, _ := c.arg(0, "")
	t := ev.truth(c.at, v)
	if known, yes := decided(t); known {
		return yes
	}
	return t
}

// fold joins truth values by `and` (all) or `or` (any).
func (ev *evaluator) fold(c *call, every bool) value {
	v, _ := c.arg(0, "")
	all, ok := itemsOf(v)
	if !ok {
		return doubt
	}
	result := truthConstant(every)
	for _, item := range all {
		if t := ev.truth(c.at, item); every {
			result = both(result, t)
		} else {
			result = either(result, t)
		}
	}
	if known, yes := decided(result); known {
		return yes
	}
	return result
}

func (ev *evaluator) extreme(c *call, sign int) value {
	all := c.args
	if len(all) == 1 {
		all, _ = itemsOf(all[0])
	}
	if len(all) == 0 || len(c.named) > 0 { // a key, or a default
		return ev.notEvaluated(c)
	}
	best := all[0]
	for _, v := range all {
		order, ok := python.Order(v, best)
		if !ok {
			return ev.notEvaluated(c)
		}
		if order*sign > 0 {
			best = v
		}
	}
	return best
}

func sum(ev *evaluator, c *call) value {
	all, ok := ev.allItems(c, 0)
	if !ok || len(c.named) > 0 { // a start
		return ev.notEvaluated(c)
	}
	var total value = int64(0)
	for _, v := range all[0] {
		total = ev.binary(c.at, "+", total, v)
	}
	return total
}

func abs(ev *evaluator, c *call) value {
	v, _ := c.arg(0, "")
	switch v := v.(type) {
	case int64:
		if v != math.MinInt64 {
			return max(v, -v)
		}
	case float64:
		return math.Abs(v)
	}
	return ev.notEvaluated(c)
}

// getattr is `getattr(v, name)`. A default is not evaluated: whether a value of the match has an attribute
// that is not known here decides which one it is.
func getattr(ev *evaluator, c *call) value {
	if len(c.args) >= 2 {
		if name, ok := c.args[1].(string); ok {
			v := ev.attribute(c.at, c.args[0], name)
			if _, failed := v.(*unknown); !failed || len(c.args) == 2 {
				return v
			}
		}
	}
	return ev.notEvaluated(c)
}

func hasattr(ev *evaluator, c *call) value {
	if len(c.args) == 2 {
		if a, ok := c.args[0].(attrsOf); ok {
			return ev.contains(c.args[1], a)
		}
	}
	return doubt
}

// super gives an object whose methods do nothing: what a base class initializes is not read.
func super(ev *evaluator, c *call) value { return symbol("super") }
