package dfpattern

import (
	"math"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/python"
)

// builtins are the functions of Python that code which builds patterns calls.
var builtins map[string]func(ev *evaluator, c *call) value

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
		"lstrip": textMethod, "rstrip": textMethod, "format": format, "index": index,
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
	if !ok {
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

// listOf copies a list; a shape and a list of the match stay what they are.
func (ev *evaluator) listOf(c *call) value {
	v, given := c.arg(0, "")
	if !given {
		return ev.listing(nil)
	}
	if q, ok := v.(*pattern.Condition); ok {
		return q
	}
	all, ok := itemsOf(v)
	if !ok {
		return ev.notEvaluated(c)
	}
	l := &list{items: slices.Clone(all), kind: python.ListKind, depth: ev.depth}
	if x, ok := c.at.(*python.Call); ok {
		if n, ok := x.F.(*python.Name); ok && n.ID == "tuple" {
			l.kind = python.TupleKind
		}
	}
	return l
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
			return &dict{slices.Clone(v.keys), slices.Clone(v.values)}
		}
		return ev.notEvaluated(c)
	}
	d := &dict{}
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

func text(ev *evaluator, c *call) value {
	v, _ := c.arg(0, "")
	if q, ok := v.(*pattern.Condition); ok {
		return q
	}
	if t, ok := display(v); ok {
		return t
	}
	return ev.notEvaluated(c)
}

func integer(ev *evaluator, c *call) value {
	v, _ := c.arg(0, "")
	switch v := v.(type) {
	case int64, *pattern.Condition:
		return v
	case float64:
		return int64(v)
	case bool:
		n, _ := numberOf(v)
		return int64(n)
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
	if len(all) == 0 {
		return ev.notEvaluated(c)
	}
	best := all[0]
	for _, v := range all {
		x, first := numberOf(v)
		y, second := numberOf(best)
		if !first || !second {
			return ev.notEvaluated(c)
		}
		if sign > 0 && x > y || sign < 0 && x < y {
			best = v
		}
	}
	return best
}

func sum(ev *evaluator, c *call) value {
	all, ok := ev.allItems(c, 0)
	if !ok {
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
		return max(v, -v)
	case float64:
		return math.Abs(v)
	}
	return ev.notEvaluated(c)
}

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

// changeable reports whether a list may be changed where the evaluation stands; a change within an
// undecided branch makes it unknown.
func (ev *evaluator) changeable(c *call, v value) (*list, bool) {
	l, ok := v.(*list)
	if ok && l.depth != ev.depth {
		l.unknown = ev.unknown(c.at, "whether `%s` happens is not known", ev.text(c.at))
	}
	return l, ok && l.unknown == nil && len(l.items) < maxItems
}

func appendItem(ev *evaluator, c *call, v value) value {
	if l, ok := ev.changeable(c, v); ok && len(c.args) == 1 {
		ev.grow(c, l, append(l.items, c.args[0]))
	}
	return nil
}

// grow gives a list its items after a change.
func (ev *evaluator) grow(c *call, l *list, items []value) {
	if l.items = items; weight(l, maxItems) > maxItems {
		l.items, l.unknown = nil, ev.tooLarge(c.at)
	}
}

func extend(ev *evaluator, c *call, v value) value {
	l, ok := ev.changeable(c, v)
	if !ok || len(c.args) != 1 {
		return nil
	}
	more, known := itemsOf(c.args[0])
	if !known {
		l.unknown = ev.unknown(c.at, "what `%s` adds is not known", ev.text(c.at))
	}
	ev.grow(c, l, append(l.items, more...))
	return nil
}

func insert(ev *evaluator, c *call, v value) value {
	l, ok := ev.changeable(c, v)
	if ok && len(c.args) == 2 {
		if i, known := c.args[0].(int64); known && i >= 0 && i <= int64(len(l.items)) {
			ev.grow(c, l, slices.Insert(l.items, int(i), c.args[1]))
			return nil
		}
		l.unknown = ev.notEvaluated(c)
	}
	return nil
}

func copied(ev *evaluator, c *call, v value) value {
	switch v := v.(type) {
	case *list:
		return &list{items: slices.Clone(v.items), kind: v.kind, depth: ev.depth, unknown: v.unknown}
	case *dict:
		return &dict{slices.Clone(v.keys), slices.Clone(v.values)}
	}
	return ev.notEvaluated(c)
}

func keys(ev *evaluator, c *call, v value) value {
	if d, ok := v.(*dict); ok {
		return ev.listing(slices.Clone(d.keys))
	}
	return ev.notEvaluated(c)
}

func values(ev *evaluator, c *call, v value) value {
	if d, ok := v.(*dict); ok {
		return ev.listing(slices.Clone(d.values))
	}
	return ev.notEvaluated(c)
}

func items(ev *evaluator, c *call, v value) value {
	d, ok := v.(*dict)
	if !ok {
		return ev.notEvaluated(c)
	}
	var pairs []value
	for i := range d.keys {
		pairs = append(pairs, tuple(d.keys[i], d.values[i]))
	}
	return ev.listing(pairs)
}

func get(ev *evaluator, c *call, v value) value {
	d, ok := v.(*dict)
	if !ok || len(c.args) == 0 {
		return ev.notEvaluated(c)
	}
	if i := d.find(c.args[0]); i >= 0 {
		return d.values[i]
	}
	otherwise, _ := c.arg(1, "default")
	return otherwise
}

func update(ev *evaluator, c *call, v value) value {
	d, ok := v.(*dict)
	if len(c.args) != 1 {
		return ev.notEvaluated(c)
	}
	if other, known := c.args[0].(*dict); ok && known {
		for i, key := range other.keys {
			d.set(key, other.values[i])
		}
		return nil
	}
	return ev.notEvaluated(c)
}

func index(ev *evaluator, c *call, v value) value {
	if all, ok := itemsOf(v); ok && len(c.args) == 1 {
		if i := slices.IndexFunc(all, func(x value) bool { return same(x, c.args[0]) }); i >= 0 {
			return int64(i)
		}
	}
	return ev.notEvaluated(c)
}

// textMethod evaluates methods of strings with known strings as arguments.
func textMethod(ev *evaluator, c *call, v value) value {
	s, ok := v.(string)
	x, isCall := c.at.(*python.Call)
	if !ok || !isCall {
		return ev.notEvaluated(c)
	}
	var args []string
	for _, a := range c.args {
		t, ok := a.(string)
		if !ok {
			return ev.notEvaluated(c)
		}
		args = append(args, t)
	}
	name := x.F.(*python.Attribute).Name
	switch {
	case name == "replace" && len(args) == 2 && len(s) < maxItems:
		return strings.ReplaceAll(s, args[0], args[1])
	case name == "split" && len(args) == 1 && args[0] != "":
		var all []value
		for _, part := range strings.Split(s, args[0]) {
			all = append(all, part)
		}
		return ev.listing(all)
	case name == "startswith" && len(args) == 1:
		return strings.HasPrefix(s, args[0])
	case name == "endswith" && len(args) == 1:
		return strings.HasSuffix(s, args[0])
	case name == "lower" && len(args) == 0:
		return strings.ToLower(s)
	case name == "upper" && len(args) == 0:
		return strings.ToUpper(s)
	case strings.HasSuffix(name, "strip"):
		cut := " \t\r\n"
		if len(args) == 1 {
			cut = args[0]
		}
		if name != "rstrip" {
			s = strings.TrimLeft(s, cut)
		}
		if name != "lstrip" {
			s = strings.TrimRight(s, cut)
		}
		return s
	}
	return ev.notEvaluated(c)
}

func join(ev *evaluator, c *call, v value) value {
	separator, ok := v.(string)
	if !ok || len(c.args) != 1 {
		return ev.notEvaluated(c)
	}
	all, ok := itemsOf(c.args[0])
	var texts []string
	for _, item := range all {
		t, isText := item.(string)
		ok = ok && isText
		texts = append(texts, t)
	}
	if !ok {
		return ev.notEvaluated(c)
	}
	return strings.Join(texts, separator)
}

// format evaluates `"…{}…{name}".format(…)` without formats.
func format(ev *evaluator, c *call, v value) value {
	s, ok := v.(string)
	if !ok {
		return ev.notEvaluated(c)
	}
	var b strings.Builder
	for next := 0; ; next++ {
		before, rest, found := strings.Cut(s, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		field, after, closed := strings.Cut(rest, "}")
		v, known := c.arg(next, "")
		if field != "" {
			v, known = c.named[field]
			if len(field) == 1 && field[0] >= '0' && field[0] <= '9' {
				v, known = c.arg(int(field[0]-'0'), "")
			}
		}
		t, shown := display(v)
		if !closed || !known || !shown {
			return ev.notEvaluated(c)
		}
		b.WriteString(t)
		s = after
	}
}
