package ranking

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A step leads from a function to one that it may call.
type step struct {
	kind     stepKind
	from, to function
	node     syntax.NodeID // the call, or the name that is passed
	callee   string        // as it is written
	at       *outline      // of from
	toward   *outline      // of to, once the group is judged
	args     []*thing      // nil where they are not known
	where    *conditions
	text     string // all of it: two steps of one text are equal
}

type stepKind uint8

const (
	called      stepKind = iota // a call
	passed                      // a function is passed to something that ends, and may call it meanwhile
	passedPlain                 // the same, and the function takes and gives no functions itself
	leaves                      // a function is passed to where it may be called later
	given                       // a call of a function that is a parameter; it leads nowhere
	wild                        // a call of any other function that is not known; it leads nowhere
)

// Steps gives for each definition the calls of the definitions that it is
// recursive with, its own and theirs.
var Steps = &analysis.Analyzer{
	Name:     "steps",
	Doc:      "finds the calls in recursion, and what gets smaller in them",
	Requires: []*analysis.Analyzer{Parts, Lent},
	Facts:    &analysis.Facts{Least: &group{}, Unknown: &group{unknown: true}},
	Run:      runSteps,
}

// A group is the steps of definitions that call each other.
type group struct {
	steps   map[string]*step // by text
	order   []*step
	unknown bool
	judge   sync.Once
	judged  map[function]finding
}

// maxSteps is how many calls of a group are looked at.
const maxSteps = 1500

// Equal makes a group a fact.
func (g *group) Equal(f analysis.Fact) bool {
	other := f.(*group)
	if g.unknown != other.unknown || len(g.steps) != len(other.steps) {
		return false
	}
	for text := range g.steps {
		if other.steps[text] == nil {
			return false
		}
	}
	return true
}

func (g *group) add(s *step) {
	if g.steps == nil {
		g.steps = map[string]*step{}
	}
	if g.steps[s.text] == nil {
		g.steps[s.text] = s
		g.order = append(g.order, s)
	}
	g.unknown = g.unknown || len(g.order) > maxSteps
}

func runSteps(pass *analysis.Pass) any {
	w := pass.Result(Parts).(*walk)
	if w == nil {
		return nil
	}
	g := &group{}
	b := &stepper{walk: w, pass: pass, group: g}
	for v := range graph.Value(w.Len()) {
		b.value(v)
	}
	for _, o := range pass.Info.Objects {
		if o == nil || o.Kind != typecheck.DefObject || o.Item == pass.Item || !pass.Recursive(o) {
			continue
		}
		other := pass.Fact(pass.Analyzer, o).(*group)
		g.unknown = g.unknown || other.unknown
		for _, s := range other.order {
			g.add(s)
		}
	}
	if g.unknown {
		g = &group{unknown: true}
	}
	pass.ExportFact(g)
	return nil
}

type stepper struct {
	*walk
	pass  *analysis.Pass
	group *group
}

func (b *stepper) value(v graph.Value) {
	switch b.Kind(v) {
	case graph.Call:
		if callee := b.Operands(v)[0].Value; callee != graph.None {
			b.call(v, callee)
		}
	case graph.Name, graph.Function, graph.Self:
		if to, ok := b.target(v); ok {
			for _, u := range b.Uses(v) {
				b.use(v, to, u)
			}
		}
	}
}

// target is the function that a value is, if it is one of the group.
func (b *stepper) target(v graph.Value) (function, bool) {
	switch b.Kind(v) {
	case graph.Name:
		o := b.Info.Object(b.Node(v))
		if o == nil || o.Kind != typecheck.DefObject || !b.pass.Recursive(o) {
			return function{}, false
		}
		return function{o.Item, graph.Body}, true
	case graph.Function:
		return function{b.item, b.Operands(v)[0].Block}, true
	case graph.Self:
		o := b.Info.Object(b.Node(v))
		if f := b.At(o.Node); f != graph.None && b.Kind(f) == graph.Function {
			return function{b.item, b.Operands(f)[0].Block}, true
		}
	}
	return function{}, false
}

func (b *stepper) call(v, callee graph.Value) {
	if to, ok := b.target(callee); ok {
		args := make([]*thing, len(b.Operands(v))-1)
		for i := range args {
			args[i] = b.operand(v, i+1)
		}
		b.step(called, v, b.Operands(v)[0].Node, to, args)
		return
	}
	if kind := b.Kind(callee); kind != graph.Name && kind != graph.Function {
		s := wild
		if kind == graph.Parameter {
			s = given
		}
		b.step(s, v, b.Operands(v)[0].Node, function{}, nil)
	}
}

// use is one of a function of the group.
func (b *stepper) use(v graph.Value, to function, u graph.Use) {
	switch {
	case u.User == graph.None && u.Position == graph.Statement:
	case u.User == graph.None:
		b.step(leaves, v, u.Node, to, nil)
	case b.Kind(u.User) == graph.Call && u.Position == 0:
	case b.lends(u.User):
		var args []*thing
		if b.Kind(u.User) == graph.Call {
			args, _ = b.lentTo(b.pass, Lent, u.User, int(u.Position)-1)
		}
		kind := passed
		if plain(b.Type(v)) {
			kind = passedPlain
		}
		b.step(kind, u.User, u.Node, to, args)
	default:
		b.step(leaves, v, u.Node, to, nil)
	}
}

// lends tells of a call that uses the functions that it is given while it runs,
// and keeps none: of an operator, or of a definition outside of the group that
// gives no function back and has no reference to put one in.
func (b *stepper) lends(user graph.Value) bool {
	if b.Kind(user) == graph.Operation {
		return true
	}
	if b.Kind(user) != graph.Call {
		return false
	}
	callee := b.Operands(user)[0].Value
	if callee == graph.None || b.Kind(callee) != graph.Name {
		return false
	}
	o := b.Info.Object(b.Node(callee))
	if o == nil || o.Kind != typecheck.DefObject || b.pass.Recursive(o) || holds(b.Type(user), true) {
		return false
	}
	for _, a := range b.Operands(user)[1:] {
		if a.Value == graph.None || holds(b.Type(a.Value), false) {
			return false
		}
	}
	return true
}

// plain tells of the type of a function that takes no functions and gives none.
func plain(t types.Type) bool {
	if t == nil {
		return false
	}
	f, ok := types.Head(t).(*types.Func)
	return ok && !holds(f.Out, true) && !slices.ContainsFunc(f.In, func(in types.Type) bool { return holds(in, true) })
}

// holds tells whether there may be references in a value of a type, or where
// asked for functions: a type that is not known holds anything. Variables of types
// hold what nobody can call while they are variables.
func holds(t types.Type, functions bool) bool {
	if t == nil {
		return true
	}
	met := map[*types.Decl]bool{}
	todo := []types.Type{t}
	for found := false; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		types.Walk(at, func(part types.Type) bool {
			switch part := types.Head(part).(type) {
			case *types.Ref:
				found = true
			case *types.Func:
				found = found || functions
				return false
			case *types.ADT:
				if !met[part.Decl] {
					met[part.Decl] = true
					for _, k := range part.Decl.Constructors {
						todo = append(todo, k.Fields...)
					}
				}
				found = found || len(part.Decl.Constructors) == 0
			default:
				found = found || types.IsBad(part)
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// step notes one, with what is known where it stands.
func (b *stepper) step(kind stepKind, v graph.Value, callee syntax.NodeID, to function, args []*thing) {
	s := &step{
		kind: kind, from: function{b.item, b.owner[v]}, to: to, node: b.Node(v), callee: b.item.SourceText(callee),
		at: b.outline, args: args, where: b.conditions(v),
	}
	s.text = s.describe()
	b.group.add(s)
}

// describe writes out all of a step that is concluded from.
func (s *step) describe() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%p %d %d %d %p %d %v", s.from.item, s.from.block, s.kind, s.node, s.to.item, s.to.block, *s.where)
	for _, a := range s.args {
		a.describe(&text)
	}
	for _, a := range s.args {
		for _, u := range s.atoms(a) {
			fmt.Fprint(&text, " ", u, s.at.called[u], s.at.ranges[u])
		}
	}
	return text.String()
}

// atoms are those of a thing.
func (s *step) atoms(t *thing) (found []atom) {
	if t.num != nil {
		for _, u := range t.num.Terms {
			found = append(found, u.Of)
		}
	}
	for _, p := range t.parts {
		found = append(found, s.atoms(p)...)
	}
	return found
}

func (t *thing) describe(text *strings.Builder) {
	fmt.Fprintf(text, "(%v%v%v", t.below, t.least, t.never)
	if t.num != nil {
		fmt.Fprint(text, *t.num)
	}
	for _, p := range t.parts {
		p.describe(text)
	}
	text.WriteByte(')')
}
