package lists

import (
	"strings"
	"sync"
)

// definitions say what functions do to `Nil` and to `Cons`, as the prelude and the
// interpreter have them. foldl, foldr, map and the others stand for the prelude's functions
// and for the operators on FractalTensors, whose operands come in the order used here.
const definitions = `
map(f,Nil()) = Nil()
map(f,Cons(h,t)) = Cons(f(h),map(f,t))
filter(p,Nil()) = Nil()
filter(p,Cons(h,t)) = if(p(h),Cons(h,filter(p,t)),filter(p,t))
concat(Nil(),b) = b
concat(Cons(h,t),b) = Cons(h,concat(t,b))
length(Nil()) = 0
length(Cons(h,t)) = add(1,length(t))
rev(Nil()) = Nil()
rev(Cons(h,t)) = concat(rev(t),Cons(h,Nil()))
foldl(f,z,Nil()) = z
foldl(f,z,Cons(h,t)) = foldl(f,f(z,h),t)
foldr(f,z,Nil()) = z
foldr(f,z,Cons(h,t)) = f(h,foldr(f,z,t))
scanl(f,z,Nil()) = Nil()
scanl(f,z,Cons(h,t)) = Cons(f(z,h),scanl(f,f(z,h),t))
sum(Nil()) = 0
sum(Cons(h,t)) = add(h,sum(t))
flatten(Nil()) = Nil()
flatten(Cons(l,r)) = concat(l,flatten(r))
zip(Nil(),b) = Nil()
zip(a,Nil()) = Nil()
zip(Cons(x,t),Cons(y,u)) = Cons(tuple(x,y),zip(t,u))
pairs(Nil(),Nil()) = Nil()
pairs(Nil(),Cons(y,u)) = fail()
pairs(Cons(x,t),Nil()) = fail()
pairs(Cons(x,t),Cons(y,u)) = Cons(tuple(x,y),pairs(t,u))
last(Nil()) = fail()
last(Cons(h,Nil())) = h
last(Cons(h,Cons(g,t))) = last(Cons(g,t))
first(Nil()) = fail()
first(Cons(h,t)) = h
tail(Nil()) = fail()
tail(Cons(h,t)) = t
tmap(f,Rose(x,k)) = Rose(f(x),map(\t.tmap(f,t),k))
size(Rose(x,k)) = add(1,sum(map(\t.size(t),k)))
`

// consequences follow from the definitions, by induction over the list a. The tests of this
// package prove each one from those before it.
const consequences = `
concat(a,Nil()) = a
concat(concat(a,b),c) = concat(a,concat(b,c))
map(f,concat(a,b)) = concat(map(f,a),map(f,b))
map(f,map(g,a)) = map(\x.f(g(x)),a)
map(\x.x,a) = a
length(concat(a,b)) = add(length(a),length(b))
length(map(f,a)) = length(a)
length(rev(a)) = length(a)
length(scanl(f,z,a)) = length(a)
rev(concat(a,b)) = concat(rev(b),rev(a))
rev(rev(a)) = a
map(f,rev(a)) = rev(map(f,a))
filter(p,concat(a,b)) = concat(filter(p,a),filter(p,b))
filter(p,filter(q,a)) = filter(\x.if(q(x),p(x),False),a)
filter(p,map(f,a)) = map(f,filter(\x.p(f(x)),a))
filter(p,rev(a)) = rev(filter(p,a))
filter(\x.True,a) = a
filter(\x.False,a) = Nil()
foldl(f,z,concat(a,b)) = foldl(f,foldl(f,z,a),b)
foldl(f,z,map(g,a)) = foldl(\s,x.f(s,g(x)),z,a)
foldl(f,z,filter(p,a)) = foldl(\s,x.if(p(x),f(s,x),s),z,a)
foldr(f,z,concat(a,b)) = foldr(f,foldr(f,z,b),a)
foldr(f,z,map(g,a)) = foldr(\x,s.f(g(x),s),z,a)
foldr(f,z,filter(p,a)) = foldr(\x,s.if(p(x),f(x,s),s),z,a)
foldl(f,z,rev(a)) = foldr(\x,s.f(s,x),z,a)
foldr(f,z,rev(a)) = foldl(\s,x.f(x,s),z,a)
foldr(\h,s.Cons(h,s),b,a) = concat(a,b)
foldl(\s,h.Cons(h,s),b,a) = concat(rev(a),b)
scanl(f,z,map(g,a)) = scanl(\s,x.f(s,g(x)),z,a)
sum(concat(a,b)) = add(sum(a),sum(b))
sum(rev(a)) = sum(a)
flatten(concat(a,b)) = concat(flatten(a),flatten(b))
map(f,flatten(a)) = flatten(map(\l.map(f,l),a))
filter(p,flatten(a)) = flatten(map(\l.filter(p,l),a))
`

// partial laws are of functions that have no value of an empty list: both sides have none.
const partial = `
first(map(f,a)) = f(first(a))
last(map(f,a)) = f(last(a))
tail(map(f,a)) = map(f,tail(a))
`

// trees are laws of rose trees, by induction over a tree: that of each of its children.
// The tests run them on small trees.
const trees = `
tmap(f,tmap(g,a)) = tmap(\x.f(g(x)),a)
tmap(\x.x,a) = a
size(tmap(f,a)) = size(a)
`

// written reads a table of laws.
func written(table string) []law {
	var all []law
	for line := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
		left, right, found := strings.Cut(line, " = ")
		if !found {
			continue
		}
		n := &normalizer{steps: 1000}
		l := law{left: canonicalAll(n, parse(left)), right: parse(right)}
		all = append(all, l)
	}
	return all
}

// canonicalAll gives functions in the left side of a law their canonical parameters.
func canonicalAll(n *normalizer, e *expr) *expr {
	if e.kind == lambda {
		return n.canonical(e.params, e.args[0])
	}
	args := make([]*expr, len(e.args))
	for i, a := range e.args {
		args[i] = canonicalAll(n, a)
	}
	if len(args) == 0 {
		return e
	}
	return newExpr(e.kind, e.name, args...)
}

var table = sync.OnceValue(func() map[string][]law {
	laws := map[string][]law{}
	for _, l := range written(definitions + consequences + partial + trees) {
		laws[l.left.name] = append(laws[l.left.name], l)
	}
	return laws
})

// functions are the names that calls have in the tables.
var functions = map[string]bool{}

func init() {
	for line := range strings.SplitSeq(strings.TrimSpace(definitions+trees), "\n") {
		if name, _, found := strings.Cut(line, "("); found {
			functions[name] = true
		}
	}
	functions["add"] = true
}

// A reader reads a law.
type reader struct {
	text  string
	bound []string
}

func parse(text string) *expr {
	r := &reader{text: strings.ReplaceAll(text, " ", "")}
	return r.expr()
}

func (r *reader) word() string {
	i := strings.IndexAny(r.text, `(),.\`)
	if i < 0 {
		i = len(r.text)
	}
	w := r.text[:i]
	r.text = r.text[i:]
	return w
}

func (r *reader) expr() *expr {
	if strings.HasPrefix(r.text, `\`) {
		return r.lambda()
	}
	w := r.word()
	if !strings.HasPrefix(r.text, "(") {
		switch {
		case w == "True" || w == "False" || w[0] >= '0' && w[0] <= '9':
			return newExpr(constant, w)
		}
		return r.name(w)
	}
	r.text = r.text[1:]
	var args []*expr
	for !strings.HasPrefix(r.text, ")") {
		args = append(args, r.expr())
		r.text = strings.TrimPrefix(r.text, ",")
	}
	r.text = r.text[1:]
	switch {
	case w == "if":
		return newExpr(choice, "", args...)
	case w == "fail":
		return newExpr(failure, "")
	case w == "tuple":
		return newExpr(tuple, "", args...)
	case functions[w]:
		return newExpr(call, w, args...)
	case w[0] >= 'A' && w[0] <= 'Z':
		return newExpr(built, w, args...)
	}
	return newExpr(apply, "", append([]*expr{r.name(w)}, args...)...)
}

func (r *reader) name(w string) *expr {
	for _, b := range r.bound {
		if b == w {
			return newExpr(variable, w)
		}
	}
	return newExpr(variable, "?"+w)
}

func (r *reader) lambda() *expr {
	head, rest, _ := strings.Cut(r.text[1:], ".")
	params := strings.Split(head, ",")
	r.text = rest
	r.bound = append(r.bound, params...)
	body := r.expr()
	r.bound = r.bound[:len(r.bound)-len(params)]
	return newLambda(params, body)
}
