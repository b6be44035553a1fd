package dfpattern

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/python"
)

// addItem is `s.add(x)` of a set.
func addItem(ev *evaluator, c *call, v value) value {
	l, ok := ev.changeable(c, v)
	if !ok || len(c.args) != 1 {
		return nil
	}
	w, ok := ev.set(c.at, &list{items: append(slices.Clone(l.items), c.args[0]), kind: python.SetKind}).(*list)
	if !ok || l.kind != python.SetKind {
		l.unknown = ev.notEvaluated(c)
		return nil
	}
	ev.grow(c, l, w.items)
	return nil
}

// changeable reports whether a list may be changed here. A change within an undecided branch
// makes it unknown.
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

// extend adds the items of another list; of an unknown one it makes the list unknown.
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
		return &dict{slices.Clone(v.keys), slices.Clone(v.values), ev.depth, v.unknown}
	}
	return ev.notEvaluated(c)
}

func keys(ev *evaluator, c *call, v value) value {
	if d, ok := v.(*dict); ok && d.unknown == nil {
		return ev.listing(slices.Clone(d.keys))
	}
	return ev.notEvaluated(c)
}

func values(ev *evaluator, c *call, v value) value {
	if d, ok := v.(*dict); ok && d.unknown == nil {
		return ev.listing(slices.Clone(d.values))
	}
	return ev.notEvaluated(c)
}

func items(ev *evaluator, c *call, v value) value {
	d, ok := v.(*dict)
	if !ok || d.unknown != nil {
		return ev.notEvaluated(c)
	}
	var pairs []value
	for i := range d.keys {
		pairs = append(pairs, tuple(d.keys[i], d.values[i]))
	}
	return ev.listing(pairs)
}

// get is `d.get(key, default)`.
func get(ev *evaluator, c *call, v value) value {
	d, ok := v.(*dict)
	if !ok || len(c.args) == 0 || d.unknown != nil || isUnknown(c.args[0]) || isCondition(c.args[0]) {
		return ev.notEvaluated(c)
	}
	if i := d.find(c.args[0]); i >= 0 {
		return d.values[i]
	}
	otherwise, _ := c.arg(1, "default")
	return otherwise
}

// update adds the entries of another dict. With anything else the dict is unknown.
func update(ev *evaluator, c *call, v value) value {
	var other *dict
	if len(c.args) == 1 && len(c.named) == 0 {
		other, _ = c.args[0].(*dict)
	}
	d, ok := v.(*dict)
	if !ok || other == nil || d.depth != ev.depth {
		spoil(v, ev.notEvaluated(c))
		return nil
	}
	for i, key := range other.keys {
		d.set(key, other.values[i])
	}
	if other.unknown != nil || weight(d, maxItems) > maxItems {
		d.unknown = ev.notEvaluated(c)
	}
	return nil
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

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// format evaluates `"…{}…{name}".format(…)` without formats.
func format(ev *evaluator, c *call, v value) value {
	s, ok := v.(string)
	if !ok {
		return ev.notEvaluated(c)
	}
	var b strings.Builder
	for next := 0; ; {
		before, rest, found := strings.Cut(s, "{")
		if strings.Contains(before, "}") {
			return ev.notEvaluated(c)
		}
		b.WriteString(before)
		if !found {
			return b.String()
		}
		field, after, closed := strings.Cut(rest, "}")
		v, known := c.named[field]
		switch {
		case field == "":
			v, known = c.arg(next, "")
			next++
		case len(field) == 1 && isDigit(field[0]):
			v, known = c.arg(int(field[0]-'0'), "")
		}
		t, shown := display(v)
		if !closed || !known || !shown {
			return ev.notEvaluated(c)
		}
		b.WriteString(t)
		s = after
	}
}
