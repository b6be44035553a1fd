package complexity_test

import "fmt"

// expr is an expression of a type.
func (a *adversary) expr(t string, scope []local, fuel int) string {
	if fuel <= 0 {
		return a.leaf(t, scope)
	}
	if a.IntN(3) == 0 {
		if c := a.call(t, scope, fuel); c != "" {
			return c
		}
	}
	if f := adversaryForms[a.IntN(len(adversaryForms))]; f != nil {
		if text := f(a, t, scope, fuel); text != "" {
			return text
		}
	}
	return a.build(t, scope, fuel)
}

// build is an expression that only values of the type have.
func (a *adversary) build(t string, scope []local, fuel int) string {
	e := func(t string) string { return a.expr(t, scope, fuel-1) }
	switch t {
	case intList:
		return a.pick("Cons("+e(intType)+", "+e(intList)+")", "@app("+e(intList)+", "+e(intList)+")", "@upto("+e(intType)+")",
			a.closure(scope, fuel, "@over(fn(%z: int32) -> int32 { %s }, "+e(intList)+")", intType, local{"%z", intType, false}),
			a.closure(scope, fuel, "@keep(fn(%z: int32) -> bool { %s }, "+e(intList)+")", boolType, local{"%z", intType, false}),
			a.closure(scope, fuel, "@times(fn(%z: List[int32]) -> List[int32] { %s }, "+e(intType)+", "+e(intList)+")", intList, local{"%z", intList, false}),
			a.closure(scope, fuel, "@into(fn(%s0: List[int32], %z: int32) -> List[int32] { %s }, "+e(intList)+", "+e(intList)+")", intList, local{"%z", intType, false}, local{"%s0", intList, false}),
			e(pair)+".0", a.leaf(intList, scope), a.leaf(intList, scope))
	case lists:
		return a.pick("Cons("+e(intList)+", "+e(lists)+")",
			a.closure(scope, fuel, "@over(fn(%z: int32) -> List[int32] { %s }, "+e(intList)+")", intList, local{"%z", intType, false}),
			"Cons("+a.leaf(intList, scope)+", "+a.leaf(lists, scope)+")")
	case bin:
		v := a.name()
		return a.pick("Node("+e(bin)+", "+a.leaf(intType, scope)+", "+e(bin)+")", "{ let "+v+" = "+e(bin)+"; Node("+v+", 1, "+v+") }",
			a.closure(scope, fuel, "@times(fn(%z: Bin) -> Bin { %s }, "+e(intType)+", "+e(bin)+")", bin, local{"%z", bin, false}))
	case pair:
		v := a.name()
		return a.pick("("+e(intList)+", "+e(intList)+")", "@halves("+e(intList)+")", "{ let "+v+" = "+e(intList)+"; ("+v+", "+v+") }")
	case counted:
		return "(" + e(intType) + ", " + e(intList) + ")"
	case duo:
		v := a.name()
		return a.pick("Duo("+e(intList)+", "+e(intList)+")", "{ let "+v+" = "+e(pair)+"; Duo("+v+".1, "+v+".0) }")
	case log:
		return "Log(" + e(intType) + ", " + e(duo) + ")"
	case optional:
		return "Some(" + e(counted) + ")"
	case boolType:
		return a.condition(scope, fuel)
	case intType:
		return a.pick("@len("+e(intList)+")", "@nodes("+e(bin)+")", e(counted)+".0", e(intType)+a.pick(" + ", " - ", " * ", " / ")+a.leaf(t, scope), a.leaf(t, scope))
	}
	return e(t) + a.pick(" + ", " - ", " * ", " / ") + a.leaf(t, scope)
}

// closure puts a body over some more variables into a text. The variables get names of
// their own.
func (a *adversary) closure(scope []local, fuel int, text, out string, vars ...local) string {
	inner := scope[:len(scope):len(scope)]
	for _, v := range vars {
		fresh := a.name()
		text = replaced(text, v.name, fresh)
		inner = append(inner, local{fresh, v.typ, a.IntN(3) == 0})
	}
	return replaced(text, "%s", a.expr(out, inner, fuel-2))
}

// replaced puts a text in the place of a name that stands alone.
func replaced(text, name, by string) string {
	for i := 0; i+len(name) <= len(text); i++ {
		if text[i:i+len(name)] == name && (i+len(name) == len(text) || !isNameByte(text[i+len(name)])) {
			text = text[:i] + by + text[i+len(name):]
			i += len(by) - 1
		}
	}
	return text
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// adversaryForms are ways to get a value of any type; empty where they do not fit. Nil is
// the way of the type itself.
var adversaryForms []func(a *adversary, t string, scope []local, fuel int) string

func init() {
	adversaryForms = []func(a *adversary, t string, scope []local, fuel int) string{
		nil, nil, nil, nil, nil,
		func(a *adversary, t string, scope []local, _ int) string { return a.leaf(t, scope) },
		(*adversary).choice, (*adversary).choice,
		(*adversary).caseOf, (*adversary).caseOf,
		(*adversary).bound, (*adversary).bound, (*adversary).bound,
		(*adversary).applied,
		(*adversary).knot,
		(*adversary).stored,
		(*adversary).read,
	}
}

func (a *adversary) choice(t string, scope []local, fuel int) string {
	return fmt.Sprintf("if (%s) { %s } else { %s }", a.condition(scope, fuel-1), a.expr(t, scope, fuel-1), a.expr(t, scope, fuel-1))
}

func (a *adversary) caseOf(t string, scope []local, fuel int) string {
	v := scope[a.IntN(len(scope))]
	if isInteger(v.typ) || v.typ == boolType {
		return ""
	}
	return "{ " + a.match(v, t, scope, fuel-1) + " }"
}

// bound is a value with a name that is used later, or not.
func (a *adversary) bound(t string, scope []local, fuel int) string {
	typ := a.some()
	v := local{a.name(), typ, a.IntN(2) == 0}
	what := a.expr(typ, scope, fuel-1)
	rest := a.expr(t, append(scope[:len(scope):len(scope)], v), fuel-1)
	if a.IntN(3) == 0 {
		return fmt.Sprintf("{ %s = %s; %s }", v.name, what, rest)
	}
	return fmt.Sprintf("{ let %s = %s; %s }", v.name, what, rest)
}

// applied is a local function, called once or twice.
func (a *adversary) applied(t string, scope []local, fuel int) string {
	f, x := a.name(), local{a.name(), a.pick(intList, intType, bin), false}
	body := a.expr(t, append(scope[:len(scope):len(scope)], x), fuel-1)
	call := func() string { return f + "(" + a.expr(x.typ, scope, fuel-2) + ")" }
	rest := call()
	switch a.IntN(4) {
	case 0:
		rest = fmt.Sprintf("{ let %s = %s; %s }", a.name(), call(), call())
	case 1:
		rest = fmt.Sprintf("{ let (%%q, _) = (%s, 1); %%q(%s) }", f, a.expr(x.typ, scope, fuel-2))
	case 2:
		rest = fmt.Sprintf("{ let %%h = fn(%%g: fn(%s) -> %s) -> %s { %%g(%s) }; %%h(%s) }", x.typ, t, t, a.leaf(x.typ, scope), f)
	}
	return fmt.Sprintf("{ let %s = fn(%s: %s) -> %s { %s }; %s }", f, x.name, x.typ, t, body, rest)
}

// knot is a local function that calls itself.
func (a *adversary) knot(t string, scope []local, fuel int) string {
	f, x, r := a.name(), local{a.name(), intList, false}, local{a.name(), t, false}
	tail := local{a.name(), intList, true}
	inner := append(scope[:len(scope):len(scope)], r, tail)
	if a.IntN(2) == 0 {
		x.typ, tail.typ = intType, intType
		inner = append(scope[:len(scope):len(scope)], r, tail)
		return fmt.Sprintf("{ let %s = fn(%s: int32) -> %s { if (%s <= 0) { %s } else { let %s = %s - 1; let %s = %s(%s); %s } }; %s(%s) }",
			f, x.name, t, x.name, a.leaf(t, scope), tail.name, x.name, r.name, f, tail.name, a.expr(t, inner, fuel-2), f, a.expr(intType, scope, fuel-2))
	}
	return fmt.Sprintf("{ let %s = fn(%s: List[int32]) -> %s { match (%s) { Nil => %s, Cons(_, %s) => { let %s = %s(%s); %s } } }; %s(%s) }",
		f, x.name, t, x.name, a.leaf(t, scope), tail.name, r.name, f, tail.name, a.expr(t, inner, fuel-2), f, a.expr(intList, scope, fuel-2))
}

// stored is a function in data.
func (a *adversary) stored(t string, scope []local, fuel int) string {
	if t != intList {
		return ""
	}
	x := local{a.name(), intList, false}
	return fmt.Sprintf("{ match (Full(fn(%s: List[int32]) -> List[int32] { %s }, %s)) { Empty => Nil, Full(%%ff, %%fl) => %%ff(%%fl) } }",
		x.name, a.expr(intList, append(scope[:len(scope):len(scope)], x), fuel-2), a.expr(intList, scope, fuel-2))
}

// read is a value that was written to a reference before.
func (a *adversary) read(t string, scope []local, fuel int) string {
	r := a.name()
	return fmt.Sprintf("{ let %s = ref(%s); let _ = ref_write(%s, %s); ref_read(%s) }", r, a.expr(t, scope, fuel-2), r, a.expr(t, scope, fuel-2), r)
}
