package graph_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A writer writes random definitions on whole numbers: blocks, lets, tuple
// patterns, graph bindings that are used above and below their place, inner and
// recursive functions, branches, matches, short circuits and parallel functions.
type writer struct {
	rand      *rand.Rand
	names     int
	values    []string // variables of whole numbers in scope
	functions []string // of functions on them
	shared    []string // graph bindings, anywhere in the definition
	missing   []string // those of them that are used and not written yet
	acyclic   bool     // graph bindings use only those that were written before
}

func definition(seed uint64, acyclic bool) string {
	w := &writer{rand: rand.New(rand.NewPCG(seed, 7)), values: []string{"%x", "%y"}, acyclic: acyclic}
	body := w.statements(3)
	result := w.value(3)
	last := ""
	for len(w.missing) > 0 {
		name := w.missing[0]
		w.missing = w.missing[1:]
		w.acyclic = true // no more of them
		last += name + " = " + w.value(1) + ";\n"
	}
	return "def @main(%x: int32, (%y, _): (int32, int32)) -> int32 {\n" + body + last + result + "\n}\n"
}

func (w *writer) fresh() string {
	w.names++
	return fmt.Sprintf("%%v%d", w.names)
}

func (w *writer) pick(from []string) string { return from[w.rand.IntN(len(from))] }

// scoped forgets what write binds.
func (w *writer) scoped(write func() string) string {
	values, functions := len(w.values), len(w.functions)
	text := write()
	w.values, w.functions = w.values[:values:values], w.functions[:functions:functions]
	return text
}

func (w *writer) block(depth int) string {
	return w.scoped(func() string { return "{ " + w.statements(depth) + w.value(depth) + " }" })
}

func (w *writer) statements(depth int) string {
	var out strings.Builder
	for range w.rand.IntN(3 + depth) {
		out.WriteString(w.statement(depth) + "\n")
	}
	return out.String()
}

func (w *writer) statement(depth int) string {
	switch w.rand.IntN(8) {
	case 0:
		text := "let (%s, (_, %s)) = (%s, (%s, %s));"
		a, b := w.fresh(), w.fresh()
		text = fmt.Sprintf(text, a, b, w.value(depth-1), w.value(depth-1), w.value(depth-1))
		w.values = append(w.values, a, b)
		return text
	case 1, 2:
		return w.graphBinding(depth)
	case 3:
		f := w.fresh()
		text := "let " + f + " = " + w.lambda(depth, f) + ";"
		w.functions = append(w.functions, f)
		return text
	case 4:
		return w.value(depth-1) + ";"
	}
	v := w.fresh()
	text := "let " + v + " = " + w.value(depth-1) + ";"
	w.values = append(w.values, v)
	return text
}

// graphBinding writes one that was used already, or a new one.
func (w *writer) graphBinding(depth int) string {
	if len(w.missing) > 0 {
		name := w.missing[0]
		w.missing = w.missing[1:]
		return name + " = " + w.value(depth-1) + ";"
	}
	value := w.value(depth - 1)
	name := fmt.Sprintf("%%%d", len(w.shared))
	w.shared = append(w.shared, name)
	return name + " = " + value + ";"
}

// sharedUse is a graph binding that is written somewhere, or will be.
func (w *writer) sharedUse() string {
	if !w.acyclic && w.rand.IntN(3) == 0 || len(w.shared) == 0 && !w.acyclic {
		name := fmt.Sprintf("%%%d", len(w.shared))
		w.shared, w.missing = append(w.shared, name), append(w.missing, name)
		return name
	}
	if len(w.shared) == 0 {
		return w.pick(w.values)
	}
	return w.pick(w.shared)
}

// lambda is a function on a whole number that may call itself by its name.
func (w *writer) lambda(depth int, name string) string {
	return w.scoped(func() string {
		n := w.fresh()
		w.values = append(w.values, n)
		if w.rand.IntN(2) == 0 {
			w.functions = append(w.functions, name)
		}
		return "fn(" + n + ": int32) -> int32 " + w.block(depth-1)
	})
}

func (w *writer) value(depth int) string {
	if depth <= 0 || w.rand.IntN(5) == 0 {
		return w.atom()
	}
	part := func() string { return w.value(depth - 1) }
	switch w.rand.IntN(11) {
	case 0:
		return "(" + part() + " + " + part() + " - " + part() + " * -" + w.pick(w.values) + ")"
	case 1:
		return "add(rhs=" + part() + ", lhs=" + part() + ")"
	case 2, 3:
		return "if (" + w.truth(depth-1) + ") " + w.block(depth-1) + " else " + w.block(depth-1)
	case 4:
		a, b := w.fresh(), w.fresh()
		return "match ((" + part() + ", " + part() + ")) { (0, _) => " + part() + ", (" + a + ", " + b + ") => " + w.with(depth, a, b) + " }"
	case 5:
		a := w.fresh()
		return "match (Some(" + part() + ")) { Some(" + a + ") => " + w.with(depth, a) + ", None => " + part() + " }"
	case 6:
		return "(" + part() + ", " + part() + ").1"
	case 7:
		s, e := w.fresh(), w.fresh()
		return "foldl(fn(" + s + ", " + e + ") { " + w.with(depth, s, e) + " }, [" + part() + ", " + part() + "], " + part() + ")"
	case 8:
		if len(w.functions) > 0 {
			return w.pick(w.functions) + "(" + part() + ")"
		}
	case 9:
		return "[" + part() + "][" + part() + "]"
	}
	return w.block(depth - 1)
}

func (w *writer) with(depth int, names ...string) string {
	return w.scoped(func() string {
		w.values = append(w.values, names...)
		return w.value(depth - 1)
	})
}

func (w *writer) atom() string {
	switch w.rand.IntN(4) {
	case 0:
		return fmt.Sprint(w.rand.IntN(10))
	case 1:
		return w.sharedUse()
	}
	return w.pick(w.values)
}

func (w *writer) truth(depth int) string {
	if depth > 0 && w.rand.IntN(2) == 0 {
		return "(" + w.truth(depth-1) + ") " + w.pick([]string{"&&", "||"}) + " !(" + w.truth(depth-1) + ")"
	}
	return w.value(depth-1) + " < " + w.value(depth-1)
}
