package lawcheck

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/interp/sample"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A harness is the function of a call as a definition that can be run: of the
// variables that it captures and of its arguments.
type harness struct {
	program  *interp.Program
	name     string
	captured []capture
	elem     types.Type
	values   sample.Domain // what arguments are drawn from
	seed     [32]byte
}

// A capture is a parameter around the call that the function uses. Its value is
// drawn as those of the elements are.
type capture struct {
	name string
	typ  types.Type
}

// A closure gathers what a function's text needs around it.
type closure struct {
	*checker
	seen     map[*typecheck.Object]bool
	named    map[string]*typecheck.Object
	params   []capture
	bindings []syntax.NodeID // `let`s that the text needs
	symbols  []string        // shape variables
	broken   bool            // something cannot be given to it
}

// harness makes the definition; init is what represents its first argument,
// NoNode where that is drawn. It is nil where the function cannot be run by
// itself.
func (c *checker) harness(call, f, init syntax.NodeID, elem types.Type) *harness {
	k := &closure{checker: c, seen: map[*typecheck.Object]bool{}, named: map[string]*typecheck.Object{}}
	k.gather(f)
	k.types(elem)
	if k.broken || len(k.params) > 0 && c.conditional(call) {
		return nil
	}
	values, ok := c.footprint(f, k.bindings).domain(elem)
	if !ok {
		return nil
	}
	h := &harness{captured: k.params, elem: elem, values: values, name: "@trial"}
	if strings.Contains(c.item.Text, h.name) || strings.Contains(c.item.Text, "%trial_") {
		return nil
	}
	text := k.definition(h.name, f, init, elem)
	h.seed = sample.Seed(text)
	if h.program = c.compile(text); h.program == nil {
		return nil
	}
	return h
}

// gather notes the variables that an expression captures.
func (k *closure) gather(root syntax.NodeID) {
	within := k.item.Span(root)
	k.item.Walk(root, func(n syntax.NodeID) bool {
		o := k.object(n)
		switch kind := k.item.Kind(n); {
		case kind == syntax.Meta:
			k.broken = true // the definition is in a text without sections
		case kind != syntax.Local && kind != syntax.Name:
		case o == nil:
			k.broken = kind == syntax.Local // names in attributes represent nothing
		case o.Kind != typecheck.LocalObject:
		case !inside(within, k.item.Span(o.Node)) && !k.seen[o]:
			k.seen[o] = true
			k.capture(o)
		}
		return !k.broken
	})
}

func inside(outer, inner syntax.Span) bool {
	return outer.Start <= inner.Start && inner.End <= outer.End
}

func (c *checker) object(n syntax.NodeID) *typecheck.Object {
	if int(n) >= len(c.info.Objects) {
		return nil
	}
	return c.info.Objects[n]
}

// capture notes a variable: a parameter is drawn, a `let` repeated.
func (k *closure) capture(o *typecheck.Object) {
	switch binder := k.binder(o); {
	case binder == syntax.NoNode || !k.sole(binder, o):
		k.broken = true
	case k.item.Kind(binder) == syntax.Param:
		t := k.info.Types[o.Node]
		if t == nil {
			k.broken = true
			return
		}
		k.params = append(k.params, capture{o.Name, t})
		k.types(t)
	case !slices.Contains(k.bindings, binder):
		k.bindings = append(k.bindings, binder)
		k.gather(k.item.Let(binder).Value)
	}
}

// sole reports whether the names that come with a variable denote nothing else
// in the closure.
func (k *closure) sole(binder syntax.NodeID, o *typecheck.Object) bool {
	names := []*typecheck.Object{o}
	if k.item.Kind(binder) == syntax.Let {
		k.item.Walk(k.item.Let(binder).Pattern, func(n syntax.NodeID) bool {
			if bound := k.object(n); bound != nil && bound.Kind == typecheck.LocalObject {
				names = append(names, bound)
			}
			return true
		})
	}
	for _, one := range names {
		if other := k.named[one.Name]; other != nil && other != one {
			return false
		}
		k.named[one.Name] = one
	}
	return true
}

// binder is the parameter or `let` that a variable belongs to; NoNode for what
// matches and graph bindings bind.
func (k *closure) binder(o *typecheck.Object) syntax.NodeID {
	for _, n := range slices.Backward(k.item.NodeAt(k.item.Span(o.Node).Start)) {
		switch k.item.Kind(n) {
		case syntax.Param, syntax.Let:
			if inside(k.item.Span(k.item.Pattern(n)), k.item.Span(o.Node)) {
				return n
			}
			return syntax.NoNode
		case syntax.Clause, syntax.Graph, syntax.Block:
			return syntax.NoNode
		}
	}
	return syntax.NoNode
}

// types notes the shape variables of a type; what no value can be drawn for
// breaks the closure.
func (k *closure) types(t types.Type) {
	k.broken = k.broken || !sample.Drawable(t, sample.MostElements)
	types.Walk(t, func(t types.Type) bool {
		if tensor, ok := t.(*types.Tensor); ok {
			for _, d := range tensor.Shape {
				if e, symbolicExtent := d.Symbolic(); symbolicExtent {
					e.Symbols(func(s *symbolic.Symbol) {
						if !slices.Contains(k.symbols, s.Name) {
							k.symbols = append(k.symbols, s.Name)
						}
					})
				}
			}
		}
		return true
	})
}

// conditional reports whether a call is in a branch: what leads there may
// limit the values of variables.
func (c *checker) conditional(call syntax.NodeID) bool {
	for n := syntax.NodeID(1); int(n) < c.item.Len(); n++ {
		switch c.item.Kind(n) {
		case syntax.If, syntax.Match:
			if inside(c.item.Span(n), c.item.Span(call)) {
				return true
			}
		}
	}
	return false
}

// definition writes the function as a definition.
func (k *closure) definition(name string, f, init syntax.NodeID, elem types.Type) string {
	var b strings.Builder
	b.WriteString("def " + name)
	if len(k.symbols) > 0 {
		b.WriteString("<" + strings.Join(k.symbols, ", ") + ">")
	}
	var params []string
	for _, p := range k.params {
		params = append(params, p.name+" : "+types.String(p.typ))
	}
	left := "%trial_left"
	if init == syntax.NoNode {
		params = append(params, left+" : "+types.String(elem))
	} else {
		left = k.item.SourceText(init)
	}
	params = append(params, "%trial_right : "+types.String(elem))
	fmt.Fprintf(&b, "(%s) -> %s {\n", strings.Join(params, ", "), types.String(elem))
	slices.Sort(k.bindings)
	slices.SortFunc(k.bindings, func(a, c syntax.NodeID) int { return cmp.Compare(k.item.Span(a).Start, k.item.Span(c).Start) })
	for _, n := range k.bindings {
		b.WriteString(k.item.SourceText(n) + ";\n")
	}
	callee := k.item.SourceText(f)
	if kind := k.item.Kind(f); kind != syntax.Name && kind != syntax.Global {
		callee = "(" + callee + ")"
	}
	fmt.Fprintf(&b, "%s(%s, %%trial_right)\n}", callee, left)
	return b.String()
}

// compile readies a definition where all that the item's file sees is known; it
// is nil where the text means something else there.
func (c *checker) compile(text string) *interp.Program {
	m := c.pass.Module
	file := syntax.ParseFile("<trial>", text)
	if file.Len() != 1 {
		return nil
	}
	trial := typecheck.NewModule(typecheck.Config{
		File: file, Imports: append([]*typecheck.Module{m}, m.Imports()...), Prelude: m.Prelude(), Ops: m.Ops(),
	})
	r := trial.Check(0)
	if len(file.Item(0).Errors) > 0 || len(r.Diagnostics) > 0 || !c.sees(r.Info) {
		return nil
	}
	p, err := interp.Compile(trial, nil)
	if err != nil {
		return nil
	}
	return p
}

// sees reports whether the names of a trial denote what they represent in the
// item.
func (c *checker) sees(trial *typecheck.Info) bool {
	own := map[*typecheck.Object]bool{}
	for _, o := range c.info.Objects {
		own[o] = true
	}
	for _, o := range trial.Objects {
		if o == nil || o.Item == trial.Item {
			continue
		}
		switch o.Kind {
		case typecheck.DefObject, typecheck.DeclaredObject, typecheck.ConstructorObject, typecheck.TypeObject:
			if !own[o] {
				return false
			}
		}
	}
	return true
}
