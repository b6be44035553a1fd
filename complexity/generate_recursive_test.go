package complexity_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// An author writes a random recursive program that ends: a definition @main that goes
// down one of its parameters in one of the usual ways (schemes), and the routines that it
// calls. Its result is a random expression over what the recursive calls give, the parts
// that were taken out, and the other parameters, which stay the same or accumulate.
type author struct {
	*rand.Rand
	called []string // routines, in the order of their first calls
	names  int
	calls  int // that the body may still make
	others []other
	out    string
	used   map[string]bool // variables that stand in the body already
}

// An other is a parameter of @main besides the one that it goes down.
type other struct {
	local
	grows bool // it accumulates
}

// A scheme goes down a type. What begins with $ in its body is put in: `$base` is a result
// without recursion, `$if` a condition, `$less` a routine that gives a part of a list,
// `$out` a result. `$rec(…)` is a recursive call, which is bound to a name for the `$out`
// after it: `$mutual` of the other one of two definitions, `$kids` and `$each` of the
// children of a rose tree, `$up` and `$two` with two parameters that the program goes down.
type scheme struct {
	typ    string
	weight int
	body   string
	// parts are the variables of body that $out and $rec see, with their types.
	parts []local
}

var schemes = []scheme{
	{intList, 8, `match (%x) { Nil => $base, Cons(%h, %t) => $rec(%t) $out }`, []local{{"%h", intType, true}, {"%t", intList, true}}},
	{intList, 2, `match (%x) { Nil => $base, Cons(%h, %t) => if ($if) { $rec(%t) $out } else { $rec(%t) $out } }`, []local{{"%h", intType, true}, {"%t", intList, true}}},
	{intList, 2, `match (%x) { Nil => $base, Cons(%h, %t) => { if ($if) { $base } else { $rec(%t) $out } } }`, []local{{"%h", intType, true}, {"%t", intList, true}}},
	{intList, 2, `match (%x) { Nil => $base, Cons(%h, %t) => $rec($less(%h, %t)) $out }`, []local{{"%h", intType, true}}},
	{intList, 1, `match (%x) { Nil => $base, Cons(%h, %t) => if ($if) { $rec(%t) $out } else { $rec($less(%h, %t)) $out } }`, []local{{"%h", intType, true}}},
	{intList, 3, `match (%x) { Nil => $base, Cons(%h, %t) => { let (%a, %b) = @split(%h, %t); $rec(%a) $rec(%b) $out } }`, []local{{"%h", intType, true}}},
	{intList, 2, `match (%x) { Nil => $base, Cons(%h, Nil) => $base, Cons(%h, Cons(%g, %t)) => $rec(%t) $out }`, []local{{"%h", intType, true}, {"%g", intType, true}, {"%t", intList, true}}},
	{intList, 1, `match (%x) { Nil => $base, Cons(%h, Nil) => $base, Cons(%h, Cons(%g, %t)) => { if (%h < %g) { $rec(Cons(%h, %t)) $out } else { $rec(Cons(%g, %t)) $out } } }`, []local{{"%h", intType, true}, {"%g", intType, true}}},
	{intList, 3, `match (%x) { Nil => $base, Cons(%h, Nil) => $base, Cons(%h, _) => { let (%a, %b) = @halves(%x); $rec(%a) $rec(%b) $out } }`, []local{{"%h", intType, true}}},
	{intList, 1, `match (%x) { Nil => $base, Cons(%h, Nil) => $base, Cons(%h, Cons(_, _)) => { let %n = @length(%x) / 2; $rec(@take(%n, %x)) $rec(@drop(%n, %x)) $out } }`, []local{{"%h", intType, true}}},
	{intList, 1, `match (%x) { Nil => $base, Cons(%h, %t) => $rec(@drop(%h, %t)) $out }`, []local{{"%h", intType, true}}},
	{intList, 1, `match (%x) { Nil => $base, Cons(%h, %t) => $rec(%t) $rec(%t) $out }`, []local{{"%h", intType, true}}},
	{intList, 3, `match (%x) { Nil => $base, Cons(%h, %t) => $mutual(%t) $out }`, []local{{"%h", intType, true}, {"%t", intList, true}}},
	{bin, 7, `match (%x) { Leaf => $base, Node(%l, %h, %r) => $rec(%l) $rec(%r) $out }`, []local{{"%h", intType, true}, {"%l", bin, true}, {"%r", bin, true}}},
	{bin, 2, `match (%x) { Leaf => $base, Node(%l, %h, %r) => if ($if) { $rec(%l) $out } else { $rec(%r) $out } }`, []local{{"%h", intType, true}, {"%l", bin, true}, {"%r", bin, true}}},
	{bin, 1, `match (%x) { Leaf => $base, Node(%l, %h, %r) => $rec(%r) $out }`, []local{{"%h", intType, true}, {"%l", bin, true}}},
	{bin, 1, `match (%x) { Leaf => $base, Node(%l, %h, %r) => $rec(@mirror(%r)) $rec(%l) $out }`, []local{{"%h", intType, true}}},
	{bin, 2, `match (%x) { Leaf => $base, Node(%l, %h, %r) => $mutual(%l) $mutual(%r) $out }`, []local{{"%h", intType, true}}},
	{bin, 1, `match (%x) { Leaf => $base, Node(Leaf, %h, %r) => $rec(%r) $out, Node(Node(%a, %g, %b), %h, %r) => { $rec(%a) $rec(%b) $rec(%r) $out } }`, []local{{"%h", intType, true}}},
	{lists, 6, `match (%x) { Nil => $base, Cons(%h, %t) => $rec(%t) $out }`, []local{{"%h", intList, true}, {"%t", lists, true}}},
	{lists, 2, `match (%x) { Nil => $base, Cons(%h, %t) => match (%h) { Nil => { $rec(%t) $out }, Cons(%g, %s) => { $rec(%t) $out } } }`, []local{{"%h", intList, true}}},
	{lists, 1, `match (%x) { Nil => $base, Cons(Nil, %t) => $rec(%t) $out, Cons(Cons(%h, %s), %t) => $rec(Cons(%s, %t)) $out }`, nil},
	{lists, 1, `match (%x) { Nil => $base, Cons(%h, Nil) => $base, Cons(%h, Cons(%g, %t)) => $rec(Cons(@append(%h, %g), %t)) $out }`, []local{{"%h", intList, true}}},
	{rose, 4, `match (%x) { Rose(%h, %k) => $kids(%k) $out }`, []local{{"%h", intType, true}}},
	{rose, 1, `match (%x) { Rose(%h, %k) => $each(%k) $out }`, []local{{"%h", intType, true}}},
	{natural, 5, `match (%x) { Z => $base, S(%k) => $rec(%k) $out }`, []local{{"%k", natural, true}}},
	{natural, 2, `match (%x) { Z => $base, S(Z) => $base, S(S(%k)) => $rec(%k) $out }`, []local{{"%k", natural, true}}},
	{natural, 1, `match (%x) { Z => $base, S(Z) => $base, S(%k) => $rec(@half(%k)) $out }`, []local{{"%k", natural, true}}},
	{natural, 1, `match (%x) { Z => $base, S(%k) => $mutual(%k) $out }`, []local{{"%k", natural, true}}},
	{intType, 5, `if (%x <= 0) { $base } else { $rec(%x - 1) $out }`, []local{{"%x", intType, false}}},
	{intType, 2, `match (%x) { 0 => $base, _ => $rec(%x - 1) $out }`, []local{{"%x", intType, false}}},
	{intType, 2, `if (%x < 2) { $base } else { $rec(%x / 2) $out }`, []local{{"%x", intType, false}}},
	{intType, 1, `if (%x < 2) { $base } else { $rec(%x / 2) $rec(%x - %x / 2) $out }`, []local{{"%x", intType, false}}},
	{intType, 1, `if (%x < 2) { $base } else { $rec(%x - 1) $rec(%x - 2) $out }`, []local{{"%x", intType, false}}},
	{intType, 1, `if (%x <= 0) { $base } else { $mutual(%x - 1) $out }`, []local{{"%x", intType, false}}},
	{span, 3, `if (%i >= %x) { $base } else { $up(%i + 1, %x) $out }`, []local{{"%i", intType, false}}},
	{span, 2, `if (%i >= %x) { $base } else { let %m = %i + (%x - %i) / 2; if ($if) { $up(%m + 1, %x) $out } else { $up(%i, %m) $out } }`, []local{{"%m", intType, false}}},
	{span, 1, `if (%i >= %x) { $base } else { let %m = %i + (%x - %i) / 2; $up(%i, %m) $up(%m + 1, %x) $out }`, []local{{"%m", intType, false}}},
	{twoLists, 2, `match (%x) { Nil => $base, Cons(%h, %t) => match (%y) { Nil => $base, Cons(%g, %s) => $two(%t, %s) $out } }`, []local{{"%h", intType, true}, {"%g", intType, true}}},
	{twoLists, 2, `match (%x) { Nil => $base, Cons(%h, %t) => match (%y) { Nil => $base, Cons(%g, %s) => if (%h < %g) { $two(%t, %y) $out } else { $two(%x, %s) $out } } }`, []local{{"%h", intType, true}, {"%g", intType, true}}},
	{twoLists, 1, `match (%x) { Nil => match (%y) { Nil => $base, Cons(%g, %s) => $two(Nil, %s) $out }, Cons(%h, %t) => $two(%t, %y) $out }`, nil},
	{twoLists, 1, `match (%x) { Nil => $base, Cons(%h, %t) => match (%y) { Nil => $two(%t, %t) $out, Cons(%g, %s) => $two(%x, %s) $out } }`, nil},
}

// Programs of span go from one integer up to another one, those of twoLists down two.
const (
	span     = "two integers"
	twoLists = "two lists"
)

// recursiveResults are types of results by the type that a program goes down, the
// likeliest repeatedly.
var recursiveResults = map[string][]string{
	intList: {intType, intList, intList, intList, lists, bin, natural, boolType}, bin: {intType, intList, bin, bin, lists},
	lists: {intType, intList, lists, lists}, rose: {intType, intList, bin}, natural: {intType, natural, natural, intList},
	intType: {intType, intList, intList, natural, bin}, span: {intType, intList, bin}, twoLists: {intType, intList, intList, lists, boolType},
}

// recursive writes the program of a seed.
func recursive(seed uint64) string {
	w := &author{Rand: rand.New(rand.NewPCG(seed, 23)), calls: 2, used: map[string]bool{}}
	s := w.scheme()
	results := recursiveResults[s.typ]
	w.out = results[w.IntN(len(results))]
	for range []int{0, 0, 1, 1, 2}[w.IntN(5)] {
		t := w.pick(intType, intList, intList, w.out)
		w.others = append(w.others, other{local{fmt.Sprintf("%%p%d", len(w.others)), t, false}, w.IntN(2) == 0})
	}
	main := w.mains(s)
	return recursiveData + w.routines(main) + main
}

func (w *author) pick(all ...string) string { return all[w.IntN(len(all))] }

func (w *author) scheme() scheme {
	total := 0
	for _, s := range schemes {
		total += s.weight
	}
	at := w.IntN(total)
	for _, s := range schemes {
		if at -= s.weight; at < 0 {
			return s
		}
	}
	return schemes[0]
}

// mains are @main and the definitions that it is mutually recursive with.
func (w *author) mains(s scheme) string {
	text := w.define("@main", s, heads[s.typ])
	switch {
	case strings.Contains(s.body, "$mutual"):
		text += w.define("@also", s, heads[s.typ])
	case strings.Contains(s.body, "$kids"):
		kids := scheme{forest, 1, `match (%x) { Nil => $base, Cons(%h, %t) => $mutual(%h) $kids(%t) $out }`, nil}
		text += w.define("@kids", kids, "%x: List[Rose]")
	}
	return text
}

// heads are the parameters that programs go down.
var heads = map[string]string{
	intList: "%x: List[int32]", bin: "%x: Bin", lists: "%x: List[List[int32]]", rose: "%x: Rose", natural: "%x: Nat", intType: "%x: int32",
	span: "%i: int32, %x: int32", twoLists: "%x: List[int32], %y: List[int32]",
}

func (w *author) define(name string, s scheme, head string) string {
	for _, p := range w.others {
		head += ", " + p.name + ": " + p.typ
	}
	return fmt.Sprintf("def %s(%s) -> %s {\n  %s\n}\n", name, head, w.out, w.fill(name, s))
}

var placeholder = regexp.MustCompile(`\$(base|if|out|less|(rec|mutual|kids|each|up|two)\()`)

// fill writes a body: recursive calls in a row are bound to names, in a block, for the
// result that follows them.
func (w *author) fill(name string, s scheme) string {
	var b strings.Builder
	var results []local
	rest := s.body
	for {
		at := placeholder.FindStringIndex(rest)
		if at == nil {
			return b.String() + rest
		}
		what := rest[at[0]:at[1]]
		b.WriteString(rest[:at[0]])
		rest = rest[at[1]:]
		if call, isCall := strings.CutSuffix(what, "("); isCall {
			end := closing(rest)
			text := w.recursion(name, call, rest[:end], s, results)
			rest = rest[end+1:]
			if len(results) == 0 {
				b.WriteString("{ ")
			}
			result := local{w.name(), w.out, true}
			results = append(results, result)
			fmt.Fprintf(&b, "let %s = %s;", result.name, text)
			continue
		}
		switch what {
		case "$base":
			b.WriteString(w.leaf(w.out, w.scope(nil)))
		case "$if":
			b.WriteString(w.condition(w.scope(s.parts)))
		case "$less":
			b.WriteString(w.call(w.pick("@without", "@below")))
		case "$out":
			b.WriteString(w.result(append(results, w.scope(s.parts)...)) + " }")
			results = nil
		}
	}
}

// closing is where a parenthesis ends that was opened before a text.
func closing(text string) int {
	depth := 1
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return i
		}
	}
	return len(text)
}

// scope are the variables of a body: parts that were taken out, and other parameters.
func (w *author) scope(parts []local) []local {
	all := slices.Clone(parts)
	for _, p := range w.others {
		all = append(all, p.local)
	}
	return all
}

// recursion is a recursive call; others accumulate in it, not from results.
func (w *author) recursion(name, how, arg string, s scheme, results []local) string {
	arg = w.note(arg)
	if before, after, found := strings.Cut(arg, "$less"); found {
		arg = before + w.call(w.pick("@without", "@below")) + after
	}
	var more []string
	for _, p := range w.others {
		next := p.name
		if p.grows {
			next = w.expr(p.typ, w.scope(s.parts), 1, p.name)
		}
		more = append(more, next)
	}
	to := name
	switch how {
	case "$mutual":
		to = map[string]string{"@main": "@also", "@also": "@main", "@kids": "@main"}[name]
	case "$kids":
		to = "@kids"
	case "$each":
		return w.foldKids(arg, more)
	}
	return to + "(" + strings.Join(append([]string{arg}, more...), ", ") + ")"
}

// foldKids goes down the children of a rose tree by a function of the prelude.
func (w *author) foldKids(kids string, more []string) string {
	call := "@main(" + strings.Join(append([]string{"%c"}, more...), ", ") + ")"
	state := local{"%s", w.out, true}
	return fmt.Sprintf("@foldl(fn(%%s: %s, %%c: Rose) -> %s { let %%q = %s; %s }, %s, %s)", w.out, w.out, call,
		w.expr(w.out, []local{state, {"%q", w.out, true}}, 1, "%q"), w.leaf(w.out, nil), kids)
}

func (w *author) name() string {
	w.names++
	return fmt.Sprintf("%%v%d", w.names)
}

// note notes the routines that a text calls.
func (w *author) note(text string) string {
	for _, name := range routineName.FindAllString(text, -1) {
		w.call(name)
	}
	return text
}

var routineName = regexp.MustCompile(`@\w+`)

func (w *author) call(name string) string {
	if !slices.Contains(w.called, name) {
		w.called = append(w.called, name)
	}
	return name
}

// routines are the definitions that a text calls, and those that they call, each in one of
// its ways.
func (w *author) routines(text string) string {
	w.note(text)
	var b strings.Builder
	for i := 0; i < len(w.called); i++ {
		at := slices.IndexFunc(library, func(r routine) bool { return r.name == w.called[i] && len(r.ways) > 0 })
		if at >= 0 {
			way := library[at].ways[w.IntN(len(library[at].ways))]
			w.note(way)
			b.WriteString("def " + library[at].name + way + "\n")
		}
	}
	return b.String()
}

// result is an expression of the result's type in which all recursive results stand,
// if there is a place for them.
func (w *author) result(scope []local) string {
	w.calls = 1 + w.IntN(2)
	clear(w.used)
	return w.expr(w.out, scope, 2, "")
}

// expr is an expression of a type. Variables that are not used yet are preferred: few
// programs use a list twice. With is one that should stand in it, empty for none.
func (w *author) expr(t string, scope []local, fuel int, with string) string {
	if with != "" && w.IntN(3) > 0 {
		w.used[with] = false
	}
	if fuel <= 0 || w.IntN(6) == 0 {
		return w.leaf(t, scope)
	}
	if w.IntN(3) > 0 && w.calls > 0 {
		if c := w.application(t, scope, fuel); c != "" {
			return c
		}
	}
	part := func(t string) string { return w.expr(t, scope, fuel-1, "") }
	if w.IntN(8) == 0 {
		return "if (" + w.condition(scope) + ") { " + part(t) + " } else { " + w.leaf(t, scope) + " }"
	}
	switch t {
	case intType:
		return "(" + part(intType) + w.pick(" + ", " + ", " - ", " * ") + part(intType) + ")"
	case boolType:
		return w.pick(w.condition(scope), part(boolType)+" && "+w.condition(scope), part(boolType)+" || "+part(boolType))
	case intList:
		return "Cons(" + w.leaf(intType, scope) + ", " + part(intList) + ")"
	case lists:
		return "Cons(" + part(intList) + ", " + part(lists) + ")"
	case bin:
		return "Node(" + part(bin) + ", " + w.leaf(intType, scope) + ", " + part(bin) + ")"
	case natural:
		return "S(" + part(natural) + ")"
	}
	return w.leaf(t, scope)
}

// application is a call of a routine that gives a type; empty where there is none.
func (w *author) application(t string, scope []local, fuel int) string {
	var fit []routine
	for _, r := range library {
		if r.out == t && r.name != "@parts" {
			fit = append(fit, r)
		}
	}
	if len(fit) == 0 {
		return ""
	}
	w.calls--
	r := fit[w.IntN(len(fit))]
	var args []string
	for _, in := range r.in {
		switch in {
		case unary:
			args = append(args, "fn(%k: int32) -> int32 { %k"+w.pick(" + ", " * ")+w.leaf(intType, scope)+" }")
		case test:
			args = append(args, "fn(%k: int32) -> bool { %k"+w.pick(" < ", " > ", " != ")+w.leaf(intType, scope)+" }")
		default:
			args = append(args, w.expr(in, scope, fuel-1, ""))
		}
	}
	return w.call(r.name) + "(" + strings.Join(args, ", ") + ")"
}

// leaf is a variable or a constant.
func (w *author) leaf(t string, scope []local) string {
	var fit []string
	for _, v := range scope {
		if v.typ == t && (t == intType || !w.used[v.name] || w.IntN(25) == 0) {
			fit = append(fit, v.name)
		}
	}
	if len(fit) > 0 && w.IntN(8) > 0 {
		v := fit[0]
		if w.IntN(3) == 0 {
			v = w.pick(fit...)
		}
		w.used[v] = true
		return v
	}
	switch t {
	case intType:
		return fmt.Sprint(w.IntN(4))
	case boolType:
		return w.pick("True", "False")
	case bin:
		return "Leaf"
	case natural:
		return "Z"
	case rose:
		return "Rose(0, Nil)"
	}
	return "Nil"
}

func (w *author) condition(scope []local) string {
	return w.leaf(intType, scope) + w.pick(" < ", " <= ", " == ", " > ") + w.leaf(intType, scope)
}
