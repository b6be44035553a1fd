package network

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/assume"
	"github.com/fraccheck/fraccheck/internal/digraph"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Trees gives the typed tree of a definition and the file that it stands in; nil for one
// that has errors, or no body.
type Trees func(*typecheck.Object) (*typecheck.Info, *syntax.File)

// An analysis works out one report.
type analysis struct {
	check     Trees
	assumed   *assume.Set
	names     map[string]*symbolic.Symbol // of the shape variables that are met, where something is assumed
	instances map[*typecheck.Object][]*instance
	shaped    int   // how many instances were made for shapes of calls
	root      int32 // the unit that the report is about
	units     []unit
	sites     [][]site // by unit: where it is called
	order     []int32  // units, callees before callers
}

// A unit is a block of an instance: what is evaluated together.
type unit struct {
	in     *instance
	block  graph.Block
	layers []layer
	totals [evaluated]Figure
	peak   Peak

	times [evaluated]types.Dim // how often it is evaluated where the metric counts it
	oneOf [evaluated]bool
}

// A layer is a value that costs something by itself.
type layer struct {
	value graph.Value
	own   [evaluated]Figure
}

// A site is a call.
type site struct {
	in   *instance
	call graph.Value
}

func newAnalysis(check Trees, assumed *assume.Set) *analysis {
	return &analysis{check: check, assumed: assumed, names: map[string]*symbolic.Symbol{}, instances: map[*typecheck.Object][]*instance{}}
}

// Of reports on a definition, where extents are as assumed; nil where there is no typed tree
// of it.
func Of(o *typecheck.Object, check Trees, assumed *assume.Set) *Report {
	a := newAnalysis(check, assumed)
	root := a.instance(o, nil)
	if root.unit == noUnit {
		return nil
	}
	return a.report(root.unit)
}

// OfExpression reports on a top-level expression; where that is a function literal, on a
// call of it.
func OfExpression(info *typecheck.Info, file *syntax.File, check Trees, assumed *assume.Set) *Report {
	a := newAnalysis(check, assumed)
	in := a.add(info, file, nil)
	root := in.units
	if v := in.result(graph.Body); v != graph.None && in.graph.Kind(v) == graph.Function && len(in.placed[graph.Body]) == 1 {
		root += int32(in.graph.Operands(v)[0].Block)
	}
	return a.report(root)
}

func (a *analysis) report(root int32) *Report {
	a.root = root
	entry := &a.units[root]
	entry.in.entry, entry.in.at = true, entry.block
	digraph.NewSearch(a.successors, a.visit).From(root)
	r := &Report{analysis: a}
	copy(r.Totals[:], a.units[root].totals[:])
	for m := range evaluated {
		a.countTimes(m, root)
	}
	a.weigh(r)
	r.Peak = a.rootPeak(r)
	for _, f := range r.figures() {
		if decided := types.DimOf(a.inReport().Expr(f.Size.Expr())); !decided.Loose() {
			f.Size = decided
		}
	}
	return r
}

// isRoot reports whether a block is the one that the report is about: its parameters are the network's.
func (a *analysis) isRoot(in *instance, b graph.Block) bool { return in.entry && b == in.at }

// successors are the units that a unit's values evaluate.
func (a *analysis) successors(u int32) []int32 {
	var found []int32
	in, b := a.units[u].in, a.units[u].block
	for _, v := range in.compound[b] {
		a.eachInner(in, v, func(inner int32, _ role) {
			if inner != noUnit {
				found = append(found, inner)
			}
		})
	}
	return found
}

// A role is what a unit is to the value that evaluates it.
type role uint8

const (
	called   role = iota // once
	branched             // or another one instead
	repeated             // nobody knows how often
)

// eachInner gives the units that computing a value evaluates; noUnit for a function
// that is not known.
func (a *analysis) eachInner(in *instance, v graph.Value, do func(unit int32, r role)) {
	switch in.graph.Kind(v) {
	case graph.Call:
		if c := a.callee(in, v); c.unit != noUnit || c.why != "" {
			do(c.unit, called)
		}
	case graph.If, graph.Match:
		for _, o := range in.graph.Operands(v)[1:] {
			if o.Block != in.graph.Block(v) {
				do(in.units+int32(o.Block), branched)
			}
		}
	case graph.Operation:
		for _, o := range in.graph.Operands(v) {
			switch {
			case o.Value == graph.None:
			case o.Block != in.graph.Block(v):
				do(in.units+int32(o.Block), called)
			case isFunction(in.operandType(o)):
				do(a.function(in, o.Value, graph.None).unit, repeated)
			}
		}
	}
}

// evaluatesUnits reports whether eachInner gives something for a value.
func (in *instance) evaluatesUnits(v graph.Value) bool {
	switch in.graph.Kind(v) {
	case graph.Call, graph.If, graph.Match:
		return true
	case graph.Operation:
		return slices.ContainsFunc(in.graph.Operands(v), func(o graph.Operand) bool {
			return o.Value != graph.None && (o.Block != in.graph.Block(v) || isFunction(in.operandType(o)))
		})
	}
	return false
}

func isFunction(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := types.Head(t).(*types.Func)
	return ok
}

// visit works out units that evaluate each other: one alone, or those of a recursion.
func (a *analysis) visit(component []int32) {
	a.order = append(a.order, component...)
	for _, u := range component {
		a.own(&a.units[u])
	}
	recursive := len(component) > 1
	for _, u := range component {
		for m := range evaluated {
			a.units[u].totals[m] = a.total(u, m)
		}
		for _, next := range a.successors(u) {
			recursive = recursive || next == u
		}
	}
	if recursive {
		a.endless(component)
	}
	for _, u := range component {
		a.units[u].peak = a.peak(u, recursive)
	}
}

// endless takes the figures from units of a recursion, unless all of them are 0.
func (a *analysis) endless(component []int32) {
	for m := range evaluated {
		free := true
		for _, u := range component {
			free = free && a.units[u].totals[m].Why == nil && a.units[u].totals[m].Size.IsConst(0)
		}
		if free {
			continue
		}
		for _, u := range component {
			in, b := a.units[u].in, a.units[u].block
			never := unknown(&Reason{itself, in.info.Item, in.graph.Blocks()[b].Node})
			a.units[u].totals[m] = never
			for i := range a.units[u].layers {
				if own := &a.units[u].layers[i].own[m]; !own.Size.IsConst(0) {
					*own = never
				}
			}
		}
	}
}

// total is what one evaluation of a unit costs. Units of its own recursion count as 0.
func (a *analysis) total(u int32, m Metric) Figure {
	in, sum := a.units[u].in, none
	for _, l := range a.units[u].layers {
		sum = sum.plus(l.own[m])
	}
	for _, v := range in.compound[a.units[u].block] {
		sum = sum.plus(a.inner(in, v, m))
	}
	return sum
}

// inner is what a value's units cost: of branches the dearest.
func (a *analysis) inner(in *instance, v graph.Value, m Metric) Figure {
	sum, dearest := none, none
	a.eachInner(in, v, func(u int32, r role) {
		switch {
		case u == noUnit:
			sum = sum.plus(unknown(in.reason(v, a.unknownCallee(in, v))))
		case r == branched:
			dearest = dearest.max(a.units[u].totals[m])
		case r == repeated && !a.units[u].totals[m].Size.IsConst(0):
			sum = sum.plus(unknown(in.reason(v, "how often this calls its function is not known")))
		default:
			sum = sum.plus(a.units[u].totals[m])
		}
	})
	return sum.plus(dearest)
}

func (a *analysis) unknownCallee(in *instance, v graph.Value) string {
	if in.graph.Kind(v) == graph.Call {
		return a.callee(in, v).why
	}
	return unknownFunction
}
