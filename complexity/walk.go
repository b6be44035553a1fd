package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// maxPaths is how many ways through one body are followed.
const maxPaths = 256

// maxUnknowns is how many parts of tuples of which nothing is known are distinguished.
const maxUnknowns = 1 << 16

// The walk is an abstract interpretation without joins: a path forks at every decision, and
// is followed to the end of its body. For a path P, a value v of the graph, and P ⊢ v ⇓ Q₁ … Qₙ
// for "working out v on P gives the paths Qᵢ", the invariant is
//
//	a run that satisfies P satisfies, after v has been worked out, exactly one Qᵢ, or it
//	has ended in a fault,
//
// and satisfying means: the naturals for the symbols satisfy P.Set, every value in P.values
// stands for the value of the run, and P.Costs with what P.Calls cost is what the run has
// cost. What the walk does not know how to follow is lost: P.Lose says that P has no bound,
// and the path goes on only to find what else there is. Paths are up to 256; joining them
// would be cheaper, and would forget which sizes go together, from which bounds come.

// A walk goes through one body with sizes in place of values.
type walk struct {
	unknowns int // parts of tuples, see maxUnknowns
	// params are the variables of the definition, and variables what they stand for; nil
	// where the body is no definition.
	params    []types.Param
	variables *measure.Bindings
	*Analysis
	in    *instance
	graph *graph.Graph
	item  *syntax.Item
	tries int // see maxTries
	gone  int // ways that have been gone through in the branches around
	depth int // of the bodies around this one that it is unfolded in
	// shared are values that are to be the same in a body if they are the same now; nil
	// where each is another one.
	shared *sharing
	// results says that integers have sizes, as those in results have; integers are
	// the numbers of these.
	results  bool
	integers []int
	// tags says that results of types that are not recursive have a tag; marks are the
	// numbers of these.
	tags  bool
	marks []int
	// frames says that functions have the sizes of their families.
	frames bool

	inBindings map[syntax.NodeID]bool // see mayBeUnread
	extents    extents                // of the definition
	translated map[types.Type]types.Type
}

// An outcome is a path that has been followed to the end of a block, and what the
// block gives on it.
type outcome struct {
	*path
	result value
}

// block follows all ways through a block.
func (w *walk) block(p *path, b graph.Block) []outcome {
	open := []*path{p}
	for _, v := range w.graph.Written(b) {
		if w.skipped(v) {
			continue
		}
		if open = w.step(open, v); w.in.Loss != nil {
			return nil
		}
	}
	result := w.graph.At(w.graph.Blocks()[b].Node)
	done := make([]outcome, len(open))
	for i, p := range open {
		done[i] = outcome{p, w.at(p, result)}
	}
	return done
}

// step works out a value on all paths. Where there get to be too many, the whole
// instance has no bound: what is left out may be what costs most.
func (w *walk) step(open []*path, v graph.Value) []*path {
	var next []*path
	for _, p := range open {
		w.Analysis.Spend(16)
		next = append(next, w.value(p, v)...)
		if w.in.Loss == nil && w.gone+len(next) > maxPaths {
			w.in.Lose(w.loss(solving.TooManyPaths, w.graph.Node(v)))
		}
		if w.in.Loss == nil && p.Symbols() > solving.MaxSymbols {
			w.in.Lose(w.loss(solving.TooLarge, w.graph.Node(v)))
		}
		if w.in.Loss != nil {
			return nil
		}
	}
	return next
}

// skipped are the values that a pattern has bound already, and those that stand
// for nothing until they are used.
func (w *walk) skipped(v graph.Value) bool {
	switch w.graph.Kind(v) {
	case graph.Parameter, graph.Free, graph.Field:
		return true
	}
	return false
}

// at is what a path knows of a value.
func (w *walk) at(p *path, v graph.Value) value {
	if v == graph.None {
		return absent
	}
	if known, ok := p.values[v]; ok {
		return known
	}
	if w.later(v) {
		p.Lose(w.loss(solving.NotFollowed, w.graph.Node(v)))
	}
	known := w.unknown(p, w.typeOf(v), false)
	p.values[v] = known
	return known
}

// later reports whether a value has to be worked out, but has not been: a graph
// binding that is used above its place, or where another branch wrote it. The walk
// would not count it again.
func (w *walk) later(v graph.Value) bool {
	switch w.graph.Kind(v) {
	case graph.Literal, graph.Name, graph.Self, graph.Function:
		return false
	}
	return !w.skipped(v)
}

// A step works out a value on a path; it may go on in several ways.
type step func(w *walk, p *path, v graph.Value) []*path

var stepOf map[graph.Kind]step

func init() {
	stepOf = map[graph.Kind]step{
		graph.Literal: plain((*walk).literal), graph.Name: plain((*walk).name), graph.Self: plain((*walk).self),
		graph.Function: plain((*walk).function), graph.Construct: plain((*walk).construct),
		graph.Tuple: plain((*walk).tuple), graph.List: plain((*walk).list), graph.Project: plain((*walk).project),
		graph.Operation: (*walk).operation, graph.Call: (*walk).call, graph.If: (*walk).branch, graph.Match: (*walk).match,
	}
}

// plain makes a step of what has one result.
func plain(f func(*walk, *path, graph.Value) value) step {
	return func(w *walk, p *path, v graph.Value) []*path {
		p.values[v] = f(w, p, v)
		return []*path{p}
	}
}

func (w *walk) value(p *path, v graph.Value) []*path {
	if _, known := p.values[v]; known {
		return []*path{p}
	}
	if f := stepOf[w.graph.Kind(v)]; f != nil {
		return f(w, p, v)
	}
	p.Lose(w.loss(solving.NotFollowed, w.graph.Node(v)))
	return []*path{p}
}

func (w *walk) operand(p *path, v graph.Value, i int) value {
	operands := w.graph.Operands(v)
	if i >= len(operands) {
		return &opaque{}
	}
	return w.at(p, operands[i].Value)
}

func (w *walk) operands(p *path, v graph.Value) []value {
	operands := w.graph.Operands(v)
	all := make([]value, len(operands))
	for i, o := range operands {
		all[i] = w.at(p, o.Value)
	}
	return all
}

// literal is a number; its sign matters, since sizes are naturals.
func (w *walk) literal(p *path, v graph.Value) value {
	t := w.typeOf(v)
	n := w.graph.Node(v)
	switch w.item.Kind(n) {
	case syntax.Int:
		if k, ok := w.integer(n); ok {
			return numberOf(t, linear.Number(k))
		}
	case syntax.Bool:
		return truth(w.item.SourceText(n) == "True" || w.item.SourceText(n) == "true")
	}
	if !measure.IsScalar(t) {
		return w.unknown(p, t, false)
	}
	text := w.item.SourceText(n) + " " + types.Key(t)
	known := p.again(text, nil)
	if known == nil {
		known = w.unknown(p, t, false)
		p.remember(text, nil, known)
	}
	return known
}

func truth(b bool) *condition {
	if b {
		return &condition{relation: always}
	}
	return &condition{relation: never}
}

// name is a function or a constructor without fields.
func (w *walk) name(p *path, v graph.Value) value {
	o := w.graph.Info.Object(w.graph.Node(v))
	if o == nil {
		if text := w.item.SourceText(w.graph.Node(v)); typecheck.IsBuiltin(text) {
			return &builtin{text}
		}
		return &opaque{of: w.typeOf(v)}
	}
	switch o.Kind {
	case typecheck.ConstructorObject:
		if len(o.Cons.Fields) == 0 {
			return &data{of: w.typeOf(v), empty: true, by: o.Cons}
		}
		return &global{o}
	case typecheck.DefObject:
		return &global{o}
	case typecheck.OperatorObject:
		if entry := w.ops[o.Op]; entry != nil {
			return &operator{entry}
		}
	}
	return &opaque{of: w.typeOf(v)}
}

// typeOf is the type of a value of the body, nil where it depends on variables.
func (w *walk) typeOf(v graph.Value) types.Type {
	if v == graph.None {
		return nil
	}
	return w.closed(w.graph.Type(v))
}

// closed is a type with what the body's own variables stand for in their places; nil
// where it has some of which that is not known: they mean nothing outside of it.
func (w *walk) closed(t types.Type) types.Type {
	if t == nil || measure.Wide(t) {
		return nil
	}
	open, foreign := false, false
	var invented []types.Param
	types.Walk(t, func(part types.Type) bool {
		switch v, isVar := part.(*types.Var); {
		case !isVar:
		case !v.Rigid:
			invented = append(invented, types.Param{Var: v})
		default:
			open = true
			foreign = foreign || !slices.ContainsFunc(w.params, func(p types.Param) bool { return p.Var == v })
		}
		return !foreign
	})
	if foreign {
		return nil
	}
	t = measure.Decide(t, invented)
	if open {
		return w.replaced(t)
	}
	return w.inside(t)
}

// replaced is a type with what the definition's variables stand for; nil where that is
// not known.
func (w *walk) replaced(t types.Type) types.Type {
	t = measure.Narrow(w.variables.Apply(w.params, t))
	if measure.Loose(t) {
		return nil
	}
	return t
}

func (w *walk) function(p *path, v graph.Value) value {
	seen := w.captured(p, v)
	var after []*solving.Moment
	for _, u := range sortedKeys(seen) {
		after = append(after, w.ready(p, u))
	}
	p.ready[v] = p.Then(solving.Moment{}, after...)
	p.Costs[solving.Memory] += words(1 + w.named(v, seen))
	made := light(&closure{w.graph, v, seen, w.typeOf(v), w.extents})
	if c, ok := made.(*closure); ok {
		return w.builtByRecursion(p, c)
	}
	return made
}

// self is the function literal that a recursive one names inside of itself.
func (w *walk) self(p *path, v graph.Value) value {
	for b := w.graph.Block(v); ; b = w.graph.Blocks()[b].Around {
		info := w.graph.Blocks()[b]
		if b == graph.Body {
			return &opaque{of: w.typeOf(v)}
		}
		if info.Recursive {
			if known, ok := p.values[info.Opener]; ok {
				return known
			}
			return &opaque{of: w.typeOf(v)}
		}
	}
}

func (w *walk) tuple(p *path, v graph.Value) value {
	p.ready[v] = p.Then(solving.Moment{}, w.waits(p, v)...)
	parts := w.operands(p, v)
	p.Costs[solving.Memory] += words(len(parts))
	return light(&tuple{parts})
}

func (w *walk) project(p *path, v graph.Value) value {
	w.spend(p, v)
	i := w.graph.Index(v)
	if t, ok := w.operand(p, v, 0).(*tuple); ok && i >= 0 && i < len(t.parts) {
		return t.parts[i]
	}
	return w.unknown(p, w.typeOf(v), false)
}

// construct counts a new constructor.
func (w *walk) construct(p *path, v graph.Value) value {
	o := w.graph.Info.Object(w.callee(w.graph.Node(v)))
	if o == nil || o.Cons == nil {
		p.Lose(w.loss(solving.NotFollowed, w.graph.Node(v)))
		return &opaque{}
	}
	return w.built(p, v, o.Cons, w.operands(p, v))
}

func (w *walk) callee(n syntax.NodeID) syntax.NodeID { return w.item.Unparen(w.item.Call(n).Callee) }

// built is a constructor applied to values.
func (w *walk) built(p *path, v graph.Value, k *types.Constructor, args []value) value {
	w.spend(p, v)
	p.Costs[solving.Memory] += words(fieldWords(len(args)))
	if len(k.Fields) == 0 {
		return &data{of: w.typeOf(v), empty: true, by: k}
	}
	t := w.applied(k, args)
	if v != graph.None && w.graph.Kind(v) == graph.Construct && measure.Loose(t) {
		if own := w.typeOf(v); own != nil {
			t = own
		}
	}
	list, ok := w.Measures(t)
	if !ok {
		return &opaque{of: t}
	}
	d := &data{of: t, sizes: make(map[string]linear.Form, len(list)), loose: measure.Loose(t)}
	own := w.Key(t)
	for _, m := range list {
		sum := linear.Form{}
		if m == own && len(args) > 0 {
			sum.Const = 1
		}
		for _, arg := range args {
			part, ok := w.sizeOf(arg, m)
			if !ok {
				part = p.Symbol()
			}
			sum = sum.Plus(1, part)
		}
		if sum.Large() {
			sum = p.Symbol()
		}
		d.sizes[m] = sum
	}
	w.mark(d, len(args))
	w.hold(d, args)
	if !slices.Contains(list, own) { // what is not recursive is known with its fields, on the path
		p.parted = append(p.parted, parts{d, k, args})
	}
	return w.record(d, args)
}

// words is how many bytes words have.
func words(n int) int64 { return 8 * int64(n) }

// fieldWords is how many words a constructor with so many fields takes: those
// without are made once for all.
func fieldWords(fields int) int {
	if fields == 0 {
		return 0
	}
	return 1 + fields
}

// applied is the type that a constructor gives with some arguments.
func (w *walk) applied(k *types.Constructor, args []value) types.Type {
	found := measure.Bindings{}
	for i, f := range k.Fields {
		if i < len(args) {
			found.Match(f, args[i].typ())
		}
	}
	return measure.Narrow(found.Apply(k.Of.Params, k.Of.Applied()))
}

func (w *walk) loss(r solving.Reason, n syntax.NodeID) solving.Loss {
	return solving.Loss{Reason: r, Item: w.item, Node: n}
}
