package complexity_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// An adversary writes programs in which bounds go wrong easily: loops between integers
// near the ends of their types, calls of calls, sums that wrap around, shared graph
// bindings, closures that are called again and again, failures in the middle. It does not
// care whether they end.
type adversary struct {
	*rand.Rand
	defs  []sketch
	group int // definitions from here on may call each other
	fresh int
	calls int // that the body may still make
}

// A sketch is the head of a definition.
type sketch struct {
	name string
	in   []string
	out  string
}

// A local is a variable in scope; part is set where it was taken out of a parameter.
type local struct {
	name, typ string
	part      bool
}

const (
	intList  = "List[int32]"
	lists    = "List[List[int32]]"
	bin      = "Bin"
	pair     = "(List[int32], List[int32])"
	counted  = "(int32, List[int32])"
	duo      = "Duo"
	log      = "Log"
	optional = "Optional[(int32, List[int32])]"
	intType  = "int32"
	byteType = "int8"
	uintType = "uint8"
	boolType = "bool"
)

// adversaryTypes are the types of parameters and results, frequent ones repeatedly.
var adversaryTypes = []string{
	intList, intList, intList, intList, intType, intType, intType, bin, bin, lists, pair, counted, duo, log, optional, byteType, uintType, boolType,
}

const adversaryLibrary = `data Bin { Leaf, Node(Bin, int32, Bin) }
data Duo { Duo(List[int32], List[int32]) }
data Log { Log(int32, Duo) }
data Box { Empty, Full(fn(List[int32]) -> List[int32], List[int32]) }
def @len(%x: List[int32]) -> int32 { match (%x) { Nil => 0, Cons(_, %t) => 1 + @len(%t) } }
def @app(%x: List[int32], %y: List[int32]) -> List[int32] { match (%x) { Nil => %y, Cons(%h, %t) => Cons(%h, @app(%t, %y)) } }
def @upto(%n: int32) -> List[int32] { if (%n <= 0) { Nil } else { Cons(%n, @upto(%n - 1)) } }
def @nodes(%t: Bin) -> int32 { match (%t) { Leaf => 0, Node(%l, _, %r) => 1 + @nodes(%l) + @nodes(%r) } }
def @over<a, b>(%f: fn(a) -> b, %x: List[a]) -> List[b] { match (%x) { Nil => Nil, Cons(%h, %t) => Cons(%f(%h), @over(%f, %t)) } }
def @into<a, b>(%f: fn(b, a) -> b, %s: b, %x: List[a]) -> b { match (%x) { Nil => %s, Cons(%h, %t) => @into(%f, %f(%s, %h), %t) } }
def @times<a>(%f: fn(a) -> a, %n: int32, %x: a) -> a { if (%n <= 0) { %x } else { %f(@times(%f, %n - 1, %x)) } }
def @keep(%p: fn(int32) -> bool, %x: List[int32]) -> List[int32] { match (%x) { Nil => Nil, Cons(%h, %t) => if (%p(%h)) { Cons(%h, @keep(%p, %t)) } else { @keep(%p, %t) } } }
def @halves(%x: List[int32]) -> (List[int32], List[int32]) { match (%x) { Nil => (Nil, Nil), Cons(%h, %t) => { let (%a, %b) = @halves(%t); (Cons(%h, %b), %a) } } }
`

func adversarial(r *rand.Rand) string {
	a := &adversary{Rand: r}
	var b strings.Builder
	b.WriteString(adversaryLibrary)
	for range 2 + r.IntN(3) {
		a.group = len(a.defs)
		for range 1 + r.IntN(4)/3 {
			d := sketch{name: fmt.Sprintf("@d%d", len(a.defs)), out: a.some()}
			for range 1 + r.IntN(3) {
				d.in = append(d.in, a.some())
			}
			if r.IntN(3) == 0 { // two integers of one type, to loop between
				t := []string{intType, intType, byteType, uintType}[r.IntN(4)]
				d.in = append(d.in, t, t)
			}
			a.defs = append(a.defs, d)
		}
		for _, d := range a.defs[a.group:] {
			b.WriteString(a.define(d))
		}
	}
	return b.String()
}

func (a *adversary) some() string { return adversaryTypes[a.IntN(len(adversaryTypes))] }

func (a *adversary) name() string {
	a.fresh++
	return fmt.Sprintf("%%v%d", a.fresh)
}

func (a *adversary) define(d sketch) string {
	a.calls = 2 + a.IntN(3)
	var scope []local
	var params []string
	for i, t := range d.in {
		v := local{fmt.Sprintf("%%p%d", i), t, false}
		scope = append(scope, v)
		params = append(params, v.name+": "+t)
	}
	return fmt.Sprintf("def %s(%s) -> %s {\n  %s\n}\n", d.name, strings.Join(params, ", "), d.out, a.body(d, scope))
}

// body takes a parameter apart, or loops between two integers.
func (a *adversary) body(d sketch, scope []local) string {
	if loop := a.loop(d, scope); loop != "" && a.IntN(3) > 0 {
		return loop
	}
	v := scope[a.IntN(len(scope))]
	if isInteger(v.typ) {
		return a.countdown(v, d, scope)
	}
	return a.match(v, d.out, scope, 4)
}

func isInteger(t string) bool { return t == intType || t == byteType || t == uintType }

func suffix(t string) string {
	return map[string]string{byteType: "i8", uintType: "u8"}[t]
}

// number is a literal of a type, sometimes near its end.
func (a *adversary) number(t string) string {
	k := a.IntN(4)
	if a.IntN(6) == 0 {
		switch t {
		case byteType:
			k = 127 - a.IntN(3)
		case uintType:
			k = 255 - a.IntN(3)
		default:
			k = 5 + a.IntN(5)
		}
	}
	return fmt.Sprint(k) + suffix(t)
}

// countdown goes on with an integer that is mostly less.
func (a *adversary) countdown(v local, d sketch, scope []local) string {
	k := a.number(v.typ)
	guard := a.pick("%s <= %s", "%s < %s", "%s == %s", "!(%s > %s)", "%s <= %s || "+v.name+" == "+a.number(v.typ), "%s > %s", "%s != %s", "%s - 1"+suffix(v.typ)+" <= %s")
	less := local{a.name(), v.typ, true}
	step := v.name + a.pick(" - ", " - ", " - ", " / ", " + ", " * ") + a.number(v.typ)
	if a.IntN(6) == 0 {
		step = v.name + " - " + v.name + " / " + a.number(v.typ)
	}
	base, rest := a.leaf(d.out, scope), "let "+less.name+" = "+step+"; "+a.expr(d.out, append(scope[:len(scope):len(scope)], less), 4)
	if strings.HasPrefix(guard, "%s > ") || strings.HasPrefix(guard, "%s != ") {
		base, rest = rest, base
	}
	return fmt.Sprintf("if ("+guard+") { %s } else { %s }", v.name, k, base, rest)
}

// loop goes from one integer to another.
func (a *adversary) loop(d sketch, scope []local) string {
	n := len(scope)
	if n < 2 || !isInteger(scope[n-1].typ) || scope[n-1].typ != scope[n-2].typ {
		return ""
	}
	i, to := scope[n-2], scope[n-1]
	if a.IntN(3) == 0 {
		i, to = to, i
	}
	one := a.number(i.typ)
	cond := i.name + a.pick(" < ", " < ", " <= ", " != ", " > ", " >= ") + to.name
	if a.IntN(4) == 0 {
		cond = i.name + a.pick(" + ", " - ") + one + a.pick(" < ", " <= ") + to.name
	}
	next := a.pick(i.name+" + 1", i.name+" + 1", i.name+" + 2", i.name+" - 1", i.name+" * 2", "("+i.name+" + "+to.name+") / 2", to.name+" - 1", to.name+" - "+i.name, i.name+" / 2")
	if digit := next[len(next)-1]; digit >= '0' && digit <= '9' && next[len(next)-2] == ' ' {
		next += suffix(i.typ)
	} else if strings.HasSuffix(next, "/ 2") {
		next += suffix(i.typ)
	}
	v := local{a.name(), i.typ, true}
	inner := append(scope[:n:n], v)
	return fmt.Sprintf("if (%s) { let %s = %s; %s } else { %s }", cond, v.name, next, a.expr(d.out, inner, 4), a.leaf(d.out, scope))
}

func (a *adversary) pick(texts ...string) string { return texts[a.IntN(len(texts))] }

// patterns are those of a type: with the variables in them.
func (a *adversary) patterns(t string, part bool) (all [][2]any) {
	clause := func(format string, types ...string) {
		var vars []local
		names := make([]any, len(types))
		for i, t := range types {
			if a.IntN(7) == 0 {
				names[i] = "_"
				continue
			}
			v := local{a.name(), t, part}
			vars, names[i] = append(vars, v), v.name
		}
		all = append(all, [2]any{fmt.Sprintf(format, names...), vars})
	}
	switch t {
	case intList:
		clause("Nil")
		if a.IntN(3) == 0 {
			clause("Cons(%s, Nil)", intType)
		}
		if a.IntN(3) == 0 {
			clause("Cons(%s, Cons(%s, %s))", intType, intType, intList)
		}
		clause("Cons(%s, %s)", intType, intList)
	case lists:
		clause("Nil")
		if a.IntN(2) == 0 {
			clause("Cons(Cons(%s, %s), %s)", intType, intList, lists)
		}
		clause("Cons(%s, %s)", intList, lists)
	case bin:
		clause("Leaf")
		if a.IntN(3) == 0 {
			clause("Node(Node(%s, %s, %s), %s, %s)", bin, intType, bin, intType, bin)
		}
		clause("Node(%s, %s, %s)", bin, intType, bin)
	case pair:
		if a.IntN(2) == 0 {
			clause("(Cons(%s, %s), Cons(%s, %s))", intType, intList, intType, intList)
		}
		if a.IntN(2) == 0 {
			clause("(Nil, %s)", intList)
		}
		clause("(%s, %s)", intList, intList)
	case counted:
		clause("(%s, %s)", intType, intList)
	case duo:
		if a.IntN(2) == 0 {
			clause("Duo(Nil, %s)", intList)
		}
		if a.IntN(2) == 0 {
			clause("Duo(Cons(%s, %s), Nil)", intType, intList)
		}
		clause("Duo(%s, %s)", intList, intList)
	case log:
		if a.IntN(2) == 0 {
			clause("Log(0, Duo(%s, %s))", intList, intList)
		}
		clause("Log(%s, %s)", intType, duo)
	case optional:
		clause("None")
		if a.IntN(2) == 0 {
			clause("Some((%s, Nil))", intType)
		}
		clause("Some((%s, %s))", intType, intList)
	}
	return all
}

func (a *adversary) match(v local, out string, scope []local, fuel int) string {
	all := a.patterns(v.typ, true)
	if len(all) == 0 {
		return a.expr(out, scope, fuel)
	}
	if a.IntN(4) == 0 { // another order, in which clauses may hide others
		a.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	word := "match"
	if a.IntN(5) == 0 {
		word = "match?"
		all = all[a.IntN(2):]
	}
	var clauses []string
	for _, c := range all {
		inner := append(scope[:len(scope):len(scope)], c[1].([]local)...)
		clauses = append(clauses, c[0].(string)+" => "+a.expr(out, inner, fuel-1))
	}
	return fmt.Sprintf("%s (%s) { %s }", word, v.name, strings.Join(clauses, ", "))
}

// find is a variable of a type, parts of parameters preferred where asked for; empty
// where there is none.
func (a *adversary) find(t string, scope []local, part bool) string {
	var fit, all []string
	for _, v := range scope {
		if v.typ == t {
			all = append(all, v.name)
			if v.part {
				fit = append(fit, v.name)
			}
		}
	}
	if part && len(fit) > 0 {
		return fit[a.IntN(len(fit))]
	}
	if len(all) == 0 {
		return ""
	}
	return all[a.IntN(len(all))]
}

// leaf is a value without calls.
func (a *adversary) leaf(t string, scope []local) string {
	if v := a.find(t, scope, false); v != "" && a.IntN(4) > 0 {
		return v
	}
	switch t {
	case intList, lists:
		return "Nil"
	case bin:
		return "Leaf"
	case pair:
		return "(" + a.leaf(intList, scope) + ", " + a.leaf(intList, scope) + ")"
	case counted:
		return "(" + a.leaf(intType, scope) + ", " + a.leaf(intList, scope) + ")"
	case duo:
		return "Duo(" + a.leaf(intList, scope) + ", " + a.leaf(intList, scope) + ")"
	case log:
		return "Log(" + a.leaf(intType, scope) + ", " + a.leaf(duo, scope) + ")"
	case optional:
		return a.pick("None", "Some("+a.leaf(counted, scope)+")")
	case boolType:
		return a.pick("True", "False")
	}
	return a.number(t)
}

// call calls a definition that gives a type; empty where there is none.
func (a *adversary) call(t string, scope []local, fuel int) string {
	var fit []int
	for i, d := range a.defs {
		if d.out == t {
			fit = append(fit, i)
			if i >= a.group {
				fit = append(fit, i, i)
			}
		}
	}
	if len(fit) == 0 || a.calls <= 0 {
		return ""
	}
	a.calls--
	i := fit[a.IntN(len(fit))]
	d := a.defs[i]
	var args []string
	for _, t := range d.in {
		arg := ""
		if a.IntN(5) > 0 {
			arg = a.find(t, scope, i >= a.group)
		}
		if arg == "" {
			arg = a.expr(t, scope, fuel-2)
		}
		args = append(args, arg)
	}
	if a.IntN(8) == 0 && len(args) == 1 && d.in[0] == d.out { // f(f(x))
		return fmt.Sprintf("%s(%s(%s))", d.name, d.name, args[0])
	}
	return d.name + "(" + strings.Join(args, ", ") + ")"
}

func (a *adversary) condition(scope []local, fuel int) string {
	t := a.pick(intType, intType, byteType, uintType)
	switch a.IntN(7) {
	case 0:
		if c := a.call(boolType, scope, fuel); c != "" {
			return a.leaf(intType, scope) + a.pick(" < ", " == ") + a.leaf(intType, scope) + a.pick(" && ", " || ") + c
		}
	case 1:
		return "@len(" + a.expr(intList, scope, fuel-2) + ") " + a.pick("<", ">=", "==") + " " + a.leaf(intType, scope)
	case 2:
		return "!(" + a.condition(scope, fuel-1) + ")"
	case 3:
		return a.leaf(boolType, scope)
	}
	return a.leaf(t, scope) + a.pick(" < ", " <= ", " == ", " != ", " > ", " >= ") + a.leaf(t, scope)
}
