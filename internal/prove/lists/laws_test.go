package lists

import (
	"strings"
	"testing"
)

// TestLawsFollow proves each law from the definitions and the laws before it, by
// induction, for the lists and states that it names.
func TestLawsFollow(t *testing.T) {
	known := written(definitions)
	for _, l := range written(consequences + partial) {
		laws := map[string][]law{}
		for _, k := range known {
			laws[k.left.name] = append(laws[k.left.name], k)
		}
		p := &prover{laws: laws, lists: []string{"a", "b", "c"}}
		if !p.equal(instance(l.left), instance(l.right)) {
			t.Errorf("%s = %s does not follow", l.left.text, l.right.text)
		}
		known = append(known, l)
	}
}

// instance has variables in the place of those of a law.
func instance(e *expr) *expr {
	names := map[string]*expr{}
	var visit func(e *expr)
	visit = func(e *expr) {
		if e.kind == variable && strings.HasPrefix(e.name, "?") {
			name := e.name[1:]
			if name == "z" || name == "h" || name == "s" || name == "x" {
				name = "z:" + name
			}
			names[e.name] = newExpr(variable, name)
		}
		for _, a := range e.args {
			visit(a)
		}
	}
	visit(e)
	return substitute(e, names)
}

// TestWrongLawsDoNotFollow holds that nothing proves what is false.
func TestWrongLawsDoNotFollow(t *testing.T) {
	for _, l := range written(`
map(f,map(g,a)) = map(\x.g(f(x)),a)
rev(concat(a,b)) = concat(rev(a),rev(b))
concat(a,b) = concat(b,a)
length(filter(p,a)) = length(a)
filter(p,map(f,a)) = map(f,filter(p,a))
foldl(f,z,a) = foldr(\x,s.f(s,x),z,a)
foldl(f,z,concat(a,b)) = foldl(f,z,concat(b,a))
rev(a) = a
first(a) = last(a)
sum(map(f,a)) = f(sum(a))
length(zip(a,b)) = length(a)
concat(a,a) = a
`) {
		p := &prover{laws: table(), lists: []string{"a", "b", "c"}}
		if p.equal(instance(l.left), instance(l.right)) {
			t.Errorf("%s = %s is proved", l.left.text, l.right.text)
		}
	}
}

// TestLawsOfTrees runs both sides of the laws of trees on small trees of symbols.
func TestLawsOfTrees(t *testing.T) {
	leaf := func(name string) *expr { return newExpr(built, "Rose", newExpr(variable, name), newExpr(built, "Nil")) }
	kids := newExpr(built, "Cons", leaf("y"), newExpr(built, "Cons", leaf("z"), newExpr(built, "Nil")))
	for _, tree := range []*expr{leaf("x"), newExpr(built, "Rose", newExpr(variable, "x"), kids)} {
		for _, l := range written(trees) {
			put := map[string]*expr{"a": tree}
			if why := onAllPaths(substitute(instance(l.left), put), substitute(instance(l.right), put), true); why != "" {
				t.Errorf("%s: %s", l.left.text, why)
			}
		}
	}
}
