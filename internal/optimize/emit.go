package optimize

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/egraph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// write gives the text of a definition's body, without braces.
func (s *scale) write(chosen selection, b *body, hoist bool) (string, error) {
	w := &writer{scale: s, chosen: chosen, hoist: hoist, free: map[id]map[int32]bool{}, place: map[id]*scope{}, uses: map[id]int{},
		scopes: map[id][]*scope{}, let: map[id]bool{}, deep: map[id]int{}, names: map[id]string{}, params: map[int32]string{}, whole: map[int32]bool{}}
	order, ok := s.reach(chosen, append(slices.Clone(b.entries), b.result))
	if !ok {
		return "", errors.New("the choice is circular")
	}
	for i := len(order) - 1; i >= 0; i-- {
		w.dependencies(order[i])
	}
	root := &scope{entries: b.entries, result: b.result, names: map[string]bool{}}
	for _, p := range b.params {
		w.bind(root, p)
	}
	w.placeAll(root, order)
	if w.fail != nil {
		return "", w.fail
	}
	text := w.body(root)
	return text, w.fail
}

// fresh chooses a name that no scope around has.
func (w *writer) fresh(s *scope, want string) string {
	if want == "" || want == "_" {
		want = "t"
	}
	name := want
	base := strings.TrimRight(want, "0123456789")
	for n := 1; w.taken(s, name); n++ {
		name = base + strconv.Itoa(n)
		if base == "" {
			name = "t" + strconv.Itoa(n)
		}
	}
	s.names[name] = true
	return name
}

// taken reports whether a scope or one around it has a name.
func (w *writer) taken(s *scope, name string) bool {
	for ; s != nil; s = s.around {
		if s.names[name] {
			return true
		}
	}
	return false
}

// bind names a variable; a tuple that is only taken apart is written as a pattern, with `_` for the
// components that nothing uses.
func (w *writer) bind(s *scope, b *binder) string {
	tup, isTuple := types.Head(b.typ).(*types.Tuple)
	if isTuple && len(b.parts) == len(tup.Elems) && !w.whole[b.id] {
		var names []string
		v := w.Find(w.variable(b))
		for i, part := range b.parts {
			p, used := w.Lookup(node(w.intern(head{kind: project, index: i}), []id{v}))
			if _, needed := w.free[w.Find(p)]; !used || !needed {
				names = append(names, "_")
				continue
			}
			name := w.fresh(s, part)
			w.names[w.Find(p)] = "%" + name
			names = append(names, "%"+name)
		}
		if b.name != "" || len(names) == 1 {
			w.fail = errors.New("a parameter is not followed")
		}
		return "(" + strings.Join(names, ", ") + ")"
	}
	name := b.name
	if name == "" {
		name = "v"
	}
	if b.outer {
		if b.name == "" {
			w.fail = errors.New("a parameter of the definition is taken apart")
		}
		s.names[name] = true
	} else {
		name = w.fresh(s, name)
	}
	w.params[b.id] = name
	return "%" + name
}

// body writes what a scope evaluates: of each entry in order first the bindings that it needs, then the
// entry; at last those that the result needs, and the result. An entry that nothing uses is evaluated for
// what it does: as a statement where it is the unit, else as `let _`.
func (w *writer) body(s *scope) string {
	var lines []string
	line := func(c id) {
		if w.uses[w.Find(c)] == 1 && slices.ContainsFunc(s.entries, func(x id) bool { return w.Find(x) == w.Find(c) }) {
			text, _ := w.compute(c) // it is evaluated for what it does, or may fail on
			if sameTypes(w.typeOf(c), types.Unit) {
				lines = append(lines, text+";")
				return
			}
			lines = append(lines, "let _ = "+text+";")
			return
		}
		name := "t"
		if x := w.Data(c).name; x != "" {
			name = x
		}
		name = w.fresh(s, name)
		text, _ := w.compute(c)
		w.names[w.Find(c)] = "%" + name
		lines = append(lines, "let %"+name+" = "+text+";")
	}
	// An entry with one use is evaluated for itself alone: that use is the entry.
	seen := map[id]bool{}
	var prepare func(c id)
	// prepare writes the bindings of the scope that a class needs, their own first.
	prepare = func(c id) {
		c = w.Find(c)
		if seen[c] {
			return
		}
		seen[c] = true
		e, h := w.node(c)
		if w.names[c] != "" {
			return
		}
		for _, k := range e.Kids {
			prepare(k)
		}
		if w.let[c] && w.place[c] == s && !h.partial && w.Find(s.result) != c {
			line(c)
		}
	}
	for i, c := range s.entries {
		c = w.Find(c)
		if w.names[c] != "" {
			continue
		}
		e, _ := w.node(c)
		for _, k := range e.Kids {
			prepare(k)
		}
		seen[c] = true
		if i == len(s.entries)-1 && w.Find(s.result) == c { // the last entry is the result itself
			break
		}
		line(c)
	}
	prepare(s.result)
	text := w.names[w.Find(s.result)]
	if text == "" {
		text, _ = w.compute(s.result)
	}
	return strings.Join(append(lines, text), "\n")
}

// The strengths of expressions, from the loosest.
const (
	strengthOr = iota + 1
	strengthAnd
	strengthEqual
	strengthOrder
	strengthSum
	strengthProduct
	strengthPrefix
	strengthAtom
)

// infixes are the operators that are written between their operands, with the strengths of the grammar.
var infixes = map[string]struct {
	sign     string
	strength int
}{
	op.LogicalOr: {"||", strengthOr}, op.LogicalAnd: {"&&", strengthAnd},
	op.Equal: {"==", strengthEqual}, op.NotEqual: {"!=", strengthEqual},
	op.Less: {"<", strengthOrder}, op.LessEqual: {"<=", strengthOrder}, op.Greater: {">", strengthOrder}, op.GreaterEqual: {">=", strengthOrder},
	op.Add: {"+", strengthSum}, op.Subtract: {"-", strengthSum}, op.Multiply: {"*", strengthProduct}, op.Divide: {"/", strengthProduct},
}

// expr writes a class where it is used: by its name, or as an expression with its strength. A class that
// is to be bound and has no name yet would be evaluated elsewhere than it was placed, so that fails.
func (w *writer) expr(c id) (string, int) {
	c = w.Find(c)
	if name := w.names[c]; name != "" {
		return name, strengthAtom
	}
	e, h := w.node(c)
	if !w.trivial(e, h) && w.let[c] {
		if w.place[c] == nil || w.Find(w.place[c].result) != c {
			w.fail = errUnavailable
			return "", strengthAtom
		}
	}
	return w.compute(c)
}

// operand writes an operand that must bind at least as tightly.
func (w *writer) operand(c id, least int) string {
	text, strength := w.expr(c)
	if strength < least {
		return "(" + text + ")"
	}
	return text
}

func (w *writer) list(kids []id) []string {
	var all []string
	for _, k := range kids {
		text, _ := w.expr(k)
		all = append(all, text)
	}
	return all
}

// compute writes the node of a class.
func (w *writer) compute(c id) (string, int) {
	c = w.Find(c)
	e, h := w.node(c)
	switch h.kind {
	case variable:
		name, known := w.params[h.binders[0].id]
		if !known {
			w.fail = errUnavailable
		}
		return "%" + name, strengthAtom
	case literal:
		if strings.HasPrefix(h.text, "-") {
			return h.text, strengthPrefix
		}
		return h.text, strengthAtom
	case global:
		return h.text, strengthAtom
	case construct:
		return h.text + "(" + strings.Join(w.list(e.Kids), ", ") + ")", strengthAtom
	case call:
		return w.operand(e.Kids[0], strengthAtom) + "(" + strings.Join(w.list(e.Kids[1:]), ", ") + ")", strengthAtom
	case tuple:
		if len(e.Kids) == 1 {
			return "(" + w.list(e.Kids)[0] + ",)", strengthAtom
		}
		return "(" + strings.Join(w.list(e.Kids), ", ") + ")", strengthAtom
	case list:
		return "[" + strings.Join(w.list(e.Kids), ", ") + "]", strengthAtom
	case project:
		return w.operand(e.Kids[0], strengthAtom) + "." + strconv.Itoa(h.index), strengthAtom
	case operation:
		return w.operation(e, h)
	}
	return w.regions(c, e, h)
}

// operation writes the application of an operator: infix where it has a sign and no attributes, and
// otherwise as a call with the arguments after one that is left out by name and the attributes that
// were given.
func (w *writer) operation(e egraph.Entry, h *head) (string, int) {
	given := slices.Contains(h.attrs.Given, true)
	name := h.op.Name
	if in, ok := infixes[name]; ok && len(e.Kids) == 2 && !given && h.absent == 0 {
		least := in.strength
		if in.strength == strengthEqual || in.strength == strengthOrder {
			least++ // comparisons are not chained
		}
		return w.operand(e.Kids[0], least) + " " + in.sign + " " + w.operand(e.Kids[1], in.strength+1), in.strength
	}
	if name == op.LogicalNot && len(e.Kids) == 1 {
		return "!" + w.operand(e.Kids[0], strengthAtom), strengthPrefix
	}
	if h.op == parallel.Element {
		i, _ := w.expr(e.Kids[1])
		return w.operand(e.Kids[0], strengthAtom) + "[" + i + "]", strengthAtom
	}
	// After an argument that is left out the others are given by name.
	var args []string
	at := 0
	for i := 0; at < len(e.Kids); i++ {
		if i < 63 && h.absent&(1<<i) != 0 {
			continue
		}
		text, _ := w.expr(e.Kids[at])
		if h.absent != 0 && h.absent&(1<<i-1) != 0 {
			text = h.op.Params[i].Name + "=" + text
		}
		args = append(args, text)
		at++
	}
	for i, given := range h.attrs.Given {
		if given {
			args = append(args, h.op.Attrs[i].Name+"="+h.attrs.Values[i].String())
		}
	}
	return name + "(" + strings.Join(args, ", ") + ")", strengthAtom
}

// writable reports whether a type can be written in the definition: its variables and extents are type
// parameters that the definition declares.
func (t *terms) writable(typ types.Type) bool {
	ok := true
	types.Walk(typ, func(part types.Type) bool {
		switch part := types.Head(part).(type) {
		case *types.Var:
			ok = ok && t.params[part.Name]
		case *types.Bad:
			ok = false
		case *types.Tensor:
			for _, d := range part.Shape {
				if _, number := d.Const(); number {
					continue
				}
				if e, variable := d.Symbolic(); variable {
					e.Symbols(func(s *symbolic.Symbol) { ok = ok && t.params[s.Name] })
				} else {
					ok = false
				}
			}
		}
		return ok
	})
	return ok
}

// block writes a region in braces.
func (w *writer) block(s *scope) string {
	text := w.body(s)
	if !strings.Contains(text, "\n") {
		return "{ " + text + " }"
	}
	return "{\n" + text + "\n}"
}

// regions writes what has regions. `a && b` whose right side has entries is `if (a) { b } else { False }`.
func (w *writer) regions(c id, e egraph.Entry, h *head) (string, int) {
	scopes := w.scopes[c]
	if len(scopes) != len(h.regions) || len(scopes) == 0 {
		w.fail = errUnavailable
		return "", strengthAtom
	}
	switch h.kind {
	case lambda:
		var params []string
		for _, b := range h.binders {
			text := w.bind(scopes[0], b)
			switch {
			case b.withType:
				text += ": " + b.text
			case w.let[c] && w.writable(b.typ):
				text += ": " + types.String(b.typ) // nothing around it determines the type
			}
			params = append(params, text)
		}
		return "fn(" + strings.Join(params, ", ") + ") " + w.block(scopes[0]), strengthOr - 1
	case branch, shortcut:
		cond, _ := w.expr(e.Kids[0])
		then, otherwise := w.block(scopes[0]), "{ False }"
		switch {
		case h.kind == branch:
			otherwise = w.block(scopes[1])
		case h.op.Name != op.LogicalAnd: // a || b is `if (a) { True } else { b }`
			then, otherwise = "{ True }", then
		}
		return "if (" + cond + ") " + then + " else " + otherwise, strengthOr - 1
	case choice:
		scrutinee, _ := w.expr(e.Kids[0])
		var clauses []string
		for i, cl := range h.clauses {
			clauses = append(clauses, w.pattern(scopes[i], cl)+" => "+w.block(scopes[i])+",")
		}
		return h.text + " (" + scrutinee + ") {\n" + strings.Join(clauses, "\n") + "\n}", strengthOr - 1
	}
	w.fail = errors.New("a node is not written")
	return "", strengthAtom
}

// pattern writes the pattern of a clause with the names that its variables have here.
func (w *writer) pattern(s *scope, cl clause) string {
	text, shift := cl.item.SourceText(cl.node), cl.item.Span(cl.node).Start
	var edits []syntax.Edit
	cl.item.Walk(cl.node, func(n syntax.NodeID) bool {
		if cl.item.Kind(n) == syntax.PatVar {
			name := "_"
			own := strings.TrimPrefix(cl.item.SourceText(n), "%")
			for _, b := range cl.binders {
				if b.name == own {
					name = w.bind(s, b)
					break
				}
			}
			span := cl.item.Span(n)
			edits = append(edits, syntax.Edit{Span: syntax.Span{Start: span.Start - shift, End: span.End - shift}, NewText: name})
		}
		return true
	})
	return syntax.ApplyEdits(text, edits)
}
