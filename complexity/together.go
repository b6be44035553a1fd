package complexity

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/measure"

	"github.com/fraccheck/fraccheck/complexity/linear"

	"github.com/fraccheck/fraccheck/complexity/amortize"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Calls that are passed the same data may share it out: of two filters by opposite
// conditions each gives as many elements as there are, and both together no more. So they
// are looked at together, as one body that goes through the one and then through the
// other on the same path: there the data is taken apart once, and a condition that the
// first has found to hold holds for the second. Calls inside that do not lead back are
// gone through as well (unfold.go). Calls that do, of the same bodies on the same data
// again, are a call of the two together, whose results have the bound that is looked for:
// an induction over what both runs do, which is less in these calls.
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
	var joint []call
	for _, calls := range a.sharers(p) {
		for _, some := range subsets(calls) {
			if c, ok := a.together(p, some); ok && len(joint) < maxTogether && !known(joint, c) {
				joint = append(joint, c)
			}
		}
	}
	p.calls = append(p.calls, joint...)
}

func known(all []call, c call) bool {
	return slices.ContainsFunc(all, func(o call) bool {
		return o.callee == c.callee && slices.EqualFunc(o.out, c.out, linear.Form.Equal)
	})
}

// sharers are calls that are passed the same data, by the data.
func (a *Analysis) sharers(p *path) [][]call {
	var shared []value
	var groups [][]call
	for _, c := range p.calls {
		if c.as == nil || !c.callee.ends || ownerOf(c.callee).extents > 0 || ownerOf(c.callee).result == nil || !measure.HasMeasures(ownerOf(c.callee).result) {
			continue
		}
		for _, v := range passedData(c.asked().args) {
			at := slices.IndexFunc(shared, func(o value) bool { return p.same(o, v) })
			if at < 0 {
				shared, groups = append(shared, v), append(groups, []call{c})
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
func subsets(calls []call) (all [][]call) {
	for mask := range 1 << len(calls) {
		var some []call
		for i, c := range calls {
			if mask>>i&1 == 1 {
				some = append(some, c)
			}
		}
		if len(some) > 1 {
			all = append(all, some)
		}
	}
	slices.SortStableFunc(all, func(a, b []call) int { return len(a) - len(b) })
	return all
}

// together is a call of some bodies together; false where nothing is found of them.
func (a *Analysis) together(p *path, calls []call) (call, bool) {
	w := &walk{Analysis: a, in: ownerOf(p.of), shared: &sharing{p: p}}
	result := &types.Tuple{}
	in := a.newInstance(instance{result: result})
	var form strings.Builder
	joint := call{at: graph.None, free: true}
	form.WriteString("together")
	for _, c := range calls {
		in.joint = append(in.joint, c)
		result.Elems = append(result.Elems, ownerOf(c.callee).result)
		joint.out = append(joint.out, w.adtSizes(c)...)
		form.WriteByte(';')
		w.form(p, c.asked().function(), &form, &joint.args)
		for _, arg := range c.asked().args {
			form.WriteByte(',')
			w.form(p, arg, &form, &joint.args)
		}
	}
	in.key = form.String()
	known := a.instances[in.key]
	switch in.sizes = a.sumsOf(in.result); {
	case known != nil:
		joint.callee = known.body
	case form.Len() > maxForm || len(a.joining) == maxJointDepth || partsOf(in.sizes) != len(joint.out) || in.hasTooMany():
		return joint, false
	default:
		joint.callee = in.body
		a.lookTogether(in, p)
	}
	return joint, !joint.callee.done || len(joint.callee.sizes) > 0
}

// function is what is called: a definition or a function literal.
func (in *instance) function() value {
	if in.literal != nil {
		return in.literal
	}
	return &global{in.object}
}

// adtSizes are the sizes of what a call gave without integers, as those of bodies together
// are.
func (w *walk) adtSizes(c call) (sizes []linear.Form) {
	_, marks := givenSizes(ownerOf(c.callee))
	for i, s := range c.out {
		if !slices.Contains(marks, i) {
			sizes = append(sizes, s)
		}
	}
	return sizes
}

// givenSizes counts the sizes of an instance's result, and tells which are integers.
func givenSizes(in *instance) (n int, integers []int) {
	w := &walk{Analysis: in.home, in: in, results: in.home.follows(in)}
	scratch := in.home.newPath(in)
	var sizes []linear.Form
	w.sizesLike(scratch, w.unknown(scratch, in.result, false), in.result, &sizes)
	return len(sizes), w.integers
}

// lookTogether goes through bodies together, and bounds what they give.
func (a *Analysis) lookTogether(in *instance, from *path) {
	a.instances[in.key], a.signed[in.key] = in, true
	under := len(a.stack)
	a.joining = append(a.joining, in)
	a.walkTogether(in, from)
	if !a.unwind(under) {
		in.lose(Loss{Reason: NotFollowed})
	}
	if in.loss == nil {
		a.boundTogether(in)
	}
	a.joining = a.joining[:len(a.joining)-1]
	if in.loss != nil {
		in.sizes = nil
	}
	in.done, in.ends, in.unit, in.paths, in.failed = true, true, true, nil, nil
	in.outcomes, in.ended = nil, nil
}

func (a *Analysis) boundTogether(in *instance) {
	for _, o := range in.outcomes {
		if o.loss != nil {
			in.sizes = nil
			return
		}
		a.join(o.path)
		o.given, o.integers = resultSizes(o, in)
	}
	in.leave()
	in.learn(true)
	boundSizes([]*body{in.body})
	in.sizes = slices.DeleteFunc(in.sizes, func(s amount) bool { return s.bound == nil })
	for m := range in.bounds {
		in.bounds[m] = a.ofPolynomial(&amortize.Polynomial{})
	}
}

// sumsOf are the amounts that are bounded of bodies together: for each type that is counted,
// all that they give of it.
func (a *Analysis) sumsOf(t types.Type) (all []amount) {
	at := map[string]int{}
	n := 0
	for _, adt := range measure.Outermost(t) {
		if measure.Loose(adt) {
			continue
		}
		list, _ := a.Measures(adt)
		for _, m := range list {
			i, met := at[m]
			if !met {
				i = len(all)
				at[m], all = i, append(all, amount{})
			}
			all[i].parts = append(all[i].parts, n)
			n++
		}
	}
	return all
}

// partsOf counts the sizes in some amounts.
func partsOf(all []amount) (n int) {
	for _, s := range all {
		n += len(s.parts)
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
		own = append(own, w.renewedAll(p, c.asked(), &in.most))
		loops = loops && c.callee.loops
	}
	in.arity, w.shared = p.Symbols(), nil
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
			in.lose(Loss{Reason: TooManyPaths})
		}
		if in.loss != nil {
			return
		}
	}
	in.outcomes = open
}

// half is one of the bodies that are looked at together, gone through or called.
func (w *walk) half(p *path, c call, own passed, unfolded bool) []outcome {
	if unfolded || !c.callee.loops {
		return w.unfold(p, c.asked(), own)
	}
	g, _ := w.bodyOf(c.asked())
	caller := &walk{Analysis: w.Analysis, in: w.in, graph: g, item: g.Info.Item}
	return []outcome{{p, caller.enter(p, graph.None, w.newInstance(instance{object: c.asked().object, literal: own.literal, chosen: c.asked().chosen}), own.args)}}
}
