package complexity

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/amortize"
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Theorem (tupling). Let a path call f₁(v₁), …, fₖ(vₖ), where the vᵢ share data x. Let T be
// the body that runs f₁ on v₁, then f₂ on v₂, and so on, and gives all results as a tuple.
// What bounds a sum of sizes of the results of T bounds that sum of the results of the
// calls.
//
// The proof that T has such a bound is an induction over the calls in the runs of all fᵢ
// together: T is unfolded (unfold.go), so that x is taken apart once and a condition that f₁
// has decided is decided in f₂; calls that lead back, of all fᵢ on the same smaller data,
// are a call of T, for which the bound may be assumed. It is the tupling strategy of program
// transformation (A. Pettorossi, "A powerful strategy for deriving efficient programs by
// transformation", 1984), used to prove sizes and not to run.
//
// What made it necessary: a quicksort that filters its list by h < p and by h >= p. Each
// filter gives at most |l| elements, so that by their bounds apart the sort makes two calls
// on lists as long as its own less 1, and costs 2^|l|. Both together give at most |l|.
//
// What is found is noted as one more call on the path: it costs nothing, and gives what
// those calls gave.

// Limits of calls that are looked at together: on a path, one inside the other, and in
// one body.
const (
	maxSharers     = 4
	maxTogether    = 12
	maxJointDepth  = 4
	maxJointPaths  = 64
	maxUnfolded    = 256
	maxUnfoldDepth = 16
)

// A sharing numbers the parts of values by what they are: what is met again has the same
// number.
type sharing struct {
	p    *path
	met  []value
	made map[int]value // what stands for each in a body
}

// number is the number of a value, and whether it had one before; -1 for those that are
// none by themselves, as tuples.
func (s *sharing) number(v value) (at int, before bool) {
	switch v := v.(type) {
	case *number, *opaque:
	case *data:
		if v.empty {
			return -1, false
		}
	default:
		return -1, false
	}
	at = slices.IndexFunc(s.met, func(known value) bool {
		return s.p.same(known, v) && (known.typ() == nil) == (v.typ() == nil) && (v.typ() == nil || types.Key(known.typ()) == types.Key(v.typ()))
	})
	if at >= 0 {
		return at, true
	}
	s.met = append(s.met, v)
	return len(s.met) - 1, false
}

// join looks for calls on a path that share data, and notes what is known of all their
// results together.
func (a *Analysis) join(p *path) {
	a.lookInto(p)
	var joint []solving.Call
	for _, calls := range a.sharers(p) {
		for _, some := range subsets(calls) {
			if c, ok := a.together(p, some); ok && len(joint) < maxTogether && !known(joint, c) {
				joint = append(joint, c)
			}
		}
	}
	p.Calls = append(p.Calls, joint...)
}

func known(all []solving.Call, c solving.Call) bool {
	return slices.ContainsFunc(all, func(o solving.Call) bool {
		return o.Callee == c.Callee && slices.EqualFunc(o.Out, c.Out, linear.Form.Equal)
	})
}

// sharers are calls that are passed the same data, by the data.
func (a *Analysis) sharers(p *path) [][]solving.Call {
	var shared []value
	var groups [][]solving.Call
	for _, c := range p.Calls {
		if c.As == nil || !c.Callee.Ends || ownerOf(c.Callee).extents > 0 || ownerOf(c.Callee).result == nil || !measure.HasMeasures(ownerOf(c.Callee).result) {
			continue
		}
		for _, v := range passedData(asked(c).args) {
			at := slices.IndexFunc(shared, func(o value) bool { return p.same(o, v) })
			if at < 0 {
				shared, groups = append(shared, v), append(groups, []solving.Call{c})
			} else if len(groups[at]) < maxSharers {
				groups[at] = append(groups[at], c)
			}
		}
	}
	return groups
}

// passedData are the data that has sizes among some arguments.
func passedData(args []value) (all []value) {
	for _, v := range args {
		switch v := v.(type) {
		case *data:
			if !v.empty && len(v.sizes) > 0 {
				all = append(all, v)
			}
		case *tuple:
			all = append(all, passedData(v.parts)...)
		}
	}
	return all
}

// subsets are those of two and more, the small ones first: of what bounds the same sizes,
// the last is taken first.
func subsets(calls []solving.Call) (all [][]solving.Call) {
	for mask := range 1 << len(calls) {
		var some []solving.Call
		for i, c := range calls {
			if mask>>i&1 == 1 {
				some = append(some, c)
			}
		}
		if len(some) > 1 {
			all = append(all, some)
		}
	}
	slices.SortStableFunc(all, func(a, b []solving.Call) int { return len(a) - len(b) })
	return all
}

// together is a call of some bodies together; false where nothing is found of them.
func (a *Analysis) together(p *path, calls []solving.Call) (solving.Call, bool) {
	w := &walk{Analysis: a, in: ownerOf(p.Of), shared: &sharing{p: p}}
	result := &types.Tuple{}
	in := a.newInstance(instance{result: result})
	var form strings.Builder
	joint := solving.Call{At: graph.None, Free: true}
	form.WriteString("together")
	for _, c := range calls {
		in.joint = append(in.joint, c)
		result.Elems = append(result.Elems, ownerOf(c.Callee).result)
		joint.Out = append(joint.Out, w.adtSizes(c)...)
		form.WriteByte(';')
		w.form(p, asked(c).function(), &form, &joint.Args)
		for _, arg := range asked(c).args {
			form.WriteByte(',')
			w.form(p, arg, &form, &joint.Args)
		}
	}
	in.key = form.String()
	known := a.instances[in.key]
	switch in.Sizes = a.sumsOf(in.result); {
	case known != nil:
		joint.Callee = known.Body
	case form.Len() > maxForm || len(a.joining) == maxJointDepth || partsOf(in.Sizes) != len(joint.Out) || in.hasTooMany():
		return joint, false
	default:
		joint.Callee = in.Body
		a.lookTogether(in, p)
	}
	return joint, !joint.Callee.Done || len(joint.Callee.Sizes) > 0
}

// function is what is called: a definition or a function literal.
func (in *instance) function() value {
	if in.literal != nil {
		return in.literal
	}
	return &global{in.object}
}

// adtSizes are the sizes of what a call gave without integers and tags, as those of bodies together
// are.
func (w *walk) adtSizes(c solving.Call) (sizes []linear.Form) {
	_, marks := givenSizes(ownerOf(c.Callee))
	for i, s := range c.Out {
		if !slices.Contains(marks, i) {
			sizes = append(sizes, s)
		}
	}
	return sizes
}

// givenSizes counts the sizes of an instance's result, and tells which are integers and tags.
func givenSizes(in *instance) (n int, others []int) {
	w := &walk{Analysis: in.home, in: in, results: in.home.follows(in), tags: in.joint == nil, frames: in.framed}
	scratch := in.home.newPath(in)
	var sizes []linear.Form
	w.sizesLike(scratch, w.unknown(scratch, in.result, false), in.result, &sizes)
	return len(sizes), append(w.integers, w.marks...)
}

// lookTogether goes through bodies together, and bounds what they give.
func (a *Analysis) lookTogether(in *instance, from *path) {
	a.instances[in.key], a.following[in.key] = in, unknown
	under := len(a.stack)
	a.joining = append(a.joining, in)
	a.walkTogether(in, from)
	if !a.unwind(under) {
		in.Lose(solving.Loss{Reason: solving.NotFollowed})
	}
	if in.Loss == nil {
		a.boundTogether(in)
	}
	a.joining = a.joining[:len(a.joining)-1]
	if in.Loss != nil {
		in.Sizes = nil
	}
	in.Done, in.Ends, in.Paths, in.Failed = true, true, nil, nil
	in.outcomes, in.ended = nil, nil
}

func (a *Analysis) boundTogether(in *instance) {
	for _, o := range in.outcomes {
		if o.Loss != nil {
			in.Sizes = nil
			return
		}
		a.join(o.path)
		o.Given, o.Integers = resultSizes(o, in)
	}
	in.leave()
	in.Learn(true)
	solving.BoundSizes([]*solving.Body{in.Body})
	in.Sizes = slices.DeleteFunc(in.Sizes, func(s solving.Amount) bool { return s.Bound == nil })
	for m := range in.Bounds {
		in.Bounds[m] = a.OfPolynomial(&amortize.Polynomial{})
	}
}

// sumsOf are the amounts that are bounded of bodies together: for each type that is counted,
// all that they give of it.
func (a *Analysis) sumsOf(t types.Type) (all []solving.Amount) {
	at := map[string]int{}
	n := 0
	for _, adt := range a.outermost(t) {
		if measure.Loose(adt) {
			continue
		}
		list, _ := a.Measures(adt)
		for _, m := range list {
			i, met := at[m]
			if !met {
				i = len(all)
				at[m], all = i, append(all, solving.Amount{})
			}
			all[i].Parts = append(all[i].Parts, n)
			n++
		}
	}
	return all
}

// partsOf counts the sizes in some amounts.
func partsOf(all []solving.Amount) (n int) {
	for _, s := range all {
		n += len(s.Parts)
	}
	return n
}

// walkTogether goes through the bodies one after the other. Where some call themselves
// and others do not, only these are gone through: in them there may be calls that do the
// same as the first.
func (a *Analysis) walkTogether(in *instance, from *path) {
	p := a.newPath(in)
	w := &walk{Analysis: a, in: in, shared: &sharing{p: from, made: map[int]value{}}}
	var own []passed
	loops := true
	for _, c := range in.joint {
		own = append(own, w.renewedAll(p, asked(c), &in.Most))
		loops = loops && c.Callee.Loops
	}
	in.Arity, w.shared = p.Symbols(), nil
	open := []outcome{{p, &tuple{}}}
	for i, c := range in.joint {
		var next []outcome
		for _, o := range open {
			for _, r := range w.half(o.path, c, own[i], loops) {
				parts := append(slices.Clone(o.result.(*tuple).parts), r.result)
				next = append(next, outcome{r.path, &tuple{parts}})
			}
		}
		if open = next; len(open) > maxJointPaths {
			in.Lose(solving.Loss{Reason: solving.TooManyPaths})
		}
		if in.Loss != nil {
			return
		}
	}
	in.outcomes = open
}

// half is one of the bodies that are looked at together, gone through or called.
func (w *walk) half(p *path, c solving.Call, own passed, unfolded bool) []outcome {
	if unfolded || !c.Callee.Loops {
		return w.unfold(p, asked(c), own)
	}
	g, _ := w.bodyOf(asked(c))
	caller := &walk{Analysis: w.Analysis, in: w.in, graph: g, item: g.Info.Item}
	return []outcome{{p, caller.enter(p, graph.None, w.newInstance(instance{object: asked(c).object, literal: own.literal, chosen: asked(c).chosen}), own.args)}}
}
