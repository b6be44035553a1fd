package dfpattern

import (
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/python"
)

// assign gives a target its value. A pattern keeps the first variable that it was assigned to: it becomes
// its name in the rule.
func (ev *evaluator) assign(target python.Expr, v value, e *env) {
	switch t := target.(type) {
	case *python.Name:
		if p, ok := v.(*pattern.Pattern); ok && ev.names[p] == "" {
			ev.names[p] = t.ID
		}
		e.vars[t.ID] = v
	case *python.Starred:
		ev.assign(t.X, v, e)
	case *python.Sequence:
		ev.unpack(t, v, e)
	case *python.Attribute:
		if o, ok := ev.eval(t.X, e).(*instance); ok {
			if p, ok := v.(*pattern.Pattern); ok && ev.names[p] == "" {
				ev.names[p] = t.Name
			}
			if o.fields[t.Name] = v; o.depth != ev.depth {
				o.fields[t.Name] = ev.unknown(t, "whether `%s` is assigned is not known", ev.text(t))
			}
		}
	case *python.Subscript:
		ev.assignItem(t, v, e)
	}
}

// assignItem assigns `x[i] = v`. An object with a key that is not known is unknown.
func (ev *evaluator) assignItem(t *python.Subscript, v value, e *env) {
	index := ev.eval(t.Index, e)
	switch x := ev.eval(t.X, e).(type) {
	case *dict:
		if x.depth != ev.depth || isUnknown(index) || isCondition(index) {
			x.unknown = ev.unknown(t, "what `%s` is is not known", ev.text(t))
			return
		}
		x.set(index, v)
		if weight(x, maxItems) > maxItems {
			x.set(index, ev.tooLarge(t))
		}
	case *list:
		if i, ok := index.(int64); ok && x.unknown == nil && x.depth == ev.depth {
			if i < 0 {
				i += int64(len(x.items))
			}
			if i >= 0 && i < int64(len(x.items)) {
				x.items[i] = v
				if weight(x, maxItems) > maxItems {
					x.items[i] = ev.tooLarge(t)
				}
				return
			}
		}
		x.unknown = ev.unknown(t, "what `%s` is is not known", ev.text(t))
	}
}

// unpack assigns the items of a list to several targets, of which one may take the rest. Of an unknown
// list each is unknown; of a shape of the match, each is an extent of it.
func (ev *evaluator) unpack(targets *python.Sequence, v value, e *env) {
	items, ok := itemsOf(v)
	star := -1
	for i, t := range targets.Items {
		if _, starred := t.(*python.Starred); starred {
			star = i
		}
	}
	if n := len(items) - len(targets.Items); ok && star >= 0 && n >= -1 {
		rest := &list{items: items[star : star+n+1], kind: python.ListKind, depth: ev.depth}
		items = append(append(append([]value{}, items[:star]...), rest), items[star+n+1:]...)
	}
	for i, t := range targets.Items {
		switch {
		case ok && len(items) == len(targets.Items):
			ev.assign(t, items[i], e)
		case v != nil && isCondition(v):
			ev.assign(t, element(v.(*pattern.Condition), int64(i)), e)
		default:
			ev.assign(t, ev.unknown(t, "what `%s` is is not known", ev.text(t)), e)
		}
	}
}

// forget makes a variable unknown that another function may assign, or an object of which a part is
// deleted.
func (ev *evaluator) forget(x python.Expr, e *env) {
	why := ev.unknown(x, "what `%s` is is not known", ev.text(x))
	switch x := x.(type) {
	case *python.Name:
		e.vars[x.ID] = why
		for outer := e.outer; outer != nil; outer = outer.outer {
			if _, ok := outer.vars[x.ID]; ok {
				outer.vars[x.ID] = why
			}
		}
	case *python.Subscript:
		spoil(ev.eval(x.X, e), why)
	}
}

// spoil makes a list or a dict unknown.
func spoil(v value, why *unknown) {
	switch v := v.(type) {
	case *list:
		v.unknown = why
	case *dict:
		v.unknown = why
	}
}
