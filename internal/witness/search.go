// Package witness searches for arguments of a definition with which its result is not what it
// should be: infinite, NaN, wrapped, or without a correct digit.
//
// A definition and the ranges of its parameters go in, and findings come out, each with
// arguments that were run and show it. Package shadow runs them, and says at which operator
// the trouble begins. Nothing that was not seen is reported.
//
// The search has three parts, within a budget of steps: arguments at the ends of the ranges and
// at numbers that the text has, in the smallest sizes first (plan.go, input.go); others by chance; and
// for each operator that may fail and has not, arguments that come nearer to it by small
// changes, and by halving between two of which the operand has different signs (climb.go).
//
// Read this file first.
package witness

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/shadow"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Finding is an operator that fails, with arguments that show it.
type Finding struct {
	*shadow.Event
	Args []shadow.Value
	// Texts are the arguments as expressions.
	Texts []string
	// Infinite reports that the result is infinite, NaN, a fault or a wrong integer, and no
	// float that differs from the right one.
	Infinite bool
	// Given reports that the arguments are those of Options.Given.
	Given bool
}

// A Refused is a call with an argument outside of the range that its definition declares.
type Refused struct {
	shadow.Site
	Callee *typecheck.Object
	Param  string
	Range  declared.Range
	Number float64
	Args   []shadow.Value
	Texts  []string
}

// Options bound a search.
type Options struct {
	Steps  int64
	Trials int
	// Sites are the operators at which something may go wrong; nil for all.
	Sites map[syntax.NodeID]bool
	// Ranges are ranges by parameter, in the place of those that the item declares.
	Ranges map[string]declared.Range
	// Given are numbers of arguments by parameter, which are tried first.
	Given map[string]*value.Array
	// Elements bounds the numbers in the arguments of one call; 0 for the usual bound.
	Elements int
	// AnyLength keeps findings whose arguments are too long to be written.
	AnyLength bool
}

// A Report is what a search found.
type Report struct {
	Findings []Finding
	Refused  []Refused
	Unknown  error // why nothing could be run; nil where something was
	Runs     int
	// Largest is the greatest magnitude that the exact result of an operator of the definition had.
	Largest map[syntax.NodeID]float64
}

// A search looks at one definition.
type search struct {
	ctx     context.Context
	program *shadow.Program
	object  *typecheck.Object
	params  []parameter
	marks   []float64
	options Options
	left    int64
	trials  int

	found   map[key]*Finding
	lost    map[key]*lostCandidate
	refused map[shadow.Site]*Refused
	goals   map[goalKey]*goal
	order   []goalKey
	largest []float64 // of the result's tensors
	seen    map[syntax.NodeID]float64
	varied  bool // results have different numbers of tensors
	ran     int
	tried   int
	unknown error
	isGiven bool // what is tried are the arguments that are given
}

// A key is an operator and what happens there.
type key struct {
	site    shadow.Site
	trouble shadow.Trouble
}

// A lostCandidate is a finite result that is wrong, which counts where the difference is great
// beside the largest result.
type lostCandidate struct {
	finding    Finding
	difference float64
	tensor     int
}

// Search searches for arguments of a definition.
func Search(ctx context.Context, p *shadow.Program, o *typecheck.Object, options Options) Report {
	s := &search{
		ctx: ctx, program: p, object: o, options: options, left: options.Steps, trials: options.Trials,
		found: map[key]*Finding{}, lost: map[key]*lostCandidate{}, refused: map[shadow.Site]*Refused{}, goals: map[goalKey]*goal{}, seen: map[syntax.NodeID]float64{},
	}
	if !s.parameters() {
		return Report{Unknown: errParameters}
	}
	if len(s.params) == 0 {
		s.run([]shadow.Value{})
		return s.report()
	}
	s.marks = marksIn(o.Item)
	s.given()
	s.sweep()
	if s.unknown == nil {
		s.climb()
	}
	return s.report()
}

var errParameters = errors.New("there are no arguments of its parameters")

// parameters reads the definition's parameters, all of which must have values that can be made.
func (s *search) parameters() bool {
	f, ok := types.Head(s.object.Type).(*types.Func)
	if !ok {
		return false
	}
	for _, p := range f.Params {
		if p.Sym == nil {
			return false
		}
	}
	ranges := s.options.Ranges
	if ranges == nil {
		ranges = declared.Of(s.object.Item)
	}
	item := s.object.Item
	at := 0
	list := item.Def(item.Root).Params
	if list == syntax.NoNode {
		return len(f.In) == 0
	}
	for _, p := range item.Kids(list) {
		if item.Kind(p) != syntax.Param {
			continue
		}
		if at >= len(f.In) {
			return false
		}
		param := parameter{name: strings.TrimPrefix(item.SourceText(item.Param(p).Pattern), "%"), of: f.In[at]}
		if r, ok := ranges[param.name]; ok {
			param.within, param.declared = &r, true
		}
		s.params = append(s.params, param)
		at++
	}
	return at == len(f.In)
}

// given tries the arguments that are given, with others for the parameters of which none are.
func (s *search) given() {
	if len(s.options.Given) == 0 {
		return
	}
	first, _ := s.plans()
	p := first[0]
	p.styles = make([]style, len(s.params))
	for i, param := range s.params {
		p.styles[i] = uniform
		if a := s.options.Given[param.name]; a != nil {
			p.fit(param.of, a)
		}
	}
	args, ok := p.arguments(s.params, s.marks)
	for i, param := range s.params {
		if a := s.options.Given[param.name]; ok && a != nil {
			args[i] = shadow.Input(a)
		}
	}
	if ok {
		s.isGiven = true
		s.run(args)
		s.isGiven = false
	}
}

// sweep tries arguments that are chosen without regard to what came of others.
func (s *search) sweep() {
	first, large := s.plans()
	n := len(s.params)
	same := func(p plan, st style) plan {
		p.styles = make([]style, n)
		for i := range p.styles {
			p.styles[i] = st
		}
		return p
	}
	for _, p := range first {
		for _, st := range deterministic {
			s.try(same(p, st))
		}
	}
	if n > 1 {
		for i := 0; i < min(60, 6*n*n); i++ {
			p := same(first[0], 0)
			for k := range p.styles {
				p.styles[k] = deterministic[(i*(7*k+1)+i/len(deterministic)*(k+1)+k*i)%len(deterministic)]
			}
			s.try(p)
		}
	}
	for _, p := range large {
		for _, st := range []style{most, least, ends, uniform} {
			s.try(same(p, st))
		}
	}
	random := []style{uniform, marked, corners, small, nearEnds, most, zero}
	for i := range s.trials {
		p := same(first[i%len(first)], uniform)
		for k := range p.styles {
			p.styles[k] = random[(i+k*(i/len(random)))%len(random)]
		}
		p.seed = uint64(i + 1)
		s.try(p)
	}
}

// try runs arguments of a plan.
func (s *search) try(p plan) {
	if args, ok := p.arguments(s.params, s.marks); ok {
		s.run(args)
	}
}

// What large arguments cost besides the run: each number of them is made, converted and compared. And how
// many runs of a definition with such arguments may fail before it is given up.
const (
	elementSteps = 20
	mostFailed   = 10
)

func elementsIn(args []shadow.Value) (n int) {
	for _, a := range args {
		for _, t := range shadow.Tensors(a) {
			n += t.Program.Len()
		}
	}
	return n
}

// callsWithin bounds the calls within each other of a run.
const callsWithin = 3000

// run evaluates the definition and notes what the result shows; false where nothing came of it.
func (s *search) run(args []shadow.Value) bool {
	if s.left <= 0 || s.ctx.Err() != nil || s.unknown != nil || s.complete() {
		return false
	}
	observer := shadow.Observer{Operation: s.observe(args), Call: s.observeCall(args)}
	limit := s.left
	if !s.isGiven {
		limit = min(limit, max(s.options.Steps/4, 1000))
	}
	r, err := s.program.Run(s.ctx, s.object, args, shadow.Limits{Steps: limit, Depth: callsWithin}, observer)
	s.left -= r.Steps + int64(len(args)) + 1
	if s.options.AnyLength {
		s.left -= elementSteps * int64(elementsIn(args))
		if s.tried++; s.tried > mostFailed && s.ran == 0 {
			s.left = 0 // none will end
		}
	}
	var fault *shadow.Fault
	switch {
	case errors.As(err, &fault):
		if fault.Event != nil {
			s.note(fault.Event, args, math.Inf(1), 0)
		}
		s.ran++
		return true
	case errors.Is(err, shadow.ErrUnknown):
		if s.ran == 0 {
			s.unknown = err
		}
		return false
	case err != nil:
		return false
	}
	s.ran++
	failures, largest := shadow.Failures(r.Value)
	if s.largest != nil && len(largest) != len(s.largest) {
		s.varied = true
	}
	for i, x := range largest {
		if i < len(s.largest) {
			s.largest[i] = max(s.largest[i], x)
		} else {
			s.largest = append(s.largest, x)
		}
	}
	for _, f := range failures {
		s.note(f.Event, args, f.Difference, f.Tensor)
	}
	return true
}

// complete reports whether all operators that may go wrong were seen to.
func (s *search) complete() bool {
	if s.options.Sites == nil || len(s.lost) > 0 || len(s.found)+len(s.refused) < len(s.options.Sites) {
		return false
	}
	seen := map[syntax.NodeID]bool{}
	for k := range s.found {
		seen[k.site.Node] = k.site.Item == s.object.Item
	}
	for at := range s.refused {
		seen[at.Node] = true
	}
	for n := range s.options.Sites {
		if !seen[n] {
			return false
		}
	}
	return true
}

// note keeps the first arguments that show an event, and those that lose most.
func (s *search) note(e *shadow.Event, args []shadow.Value, difference float64, tensor int) {
	k := key{e.Site, e.Trouble}
	if !e.Cast && !math.IsInf(difference, 0) {
		known := s.lost[k]
		if known != nil && known.difference >= difference {
			return
		}
		if texts, ok := s.spelled(args); ok {
			s.lost[k] = &lostCandidate{Finding{e, args, texts, false, s.isGiven}, difference, tensor}
		}
		return
	}
	if s.found[k] != nil {
		return
	}
	if texts, ok := s.spelled(args); ok {
		s.found[k] = &Finding{e, args, texts, math.IsInf(difference, 0), s.isGiven}
	}
}

// spelled are arguments as expressions; nil for those that are kept though they are too long.
func (s *search) spelled(args []shadow.Value) ([]string, bool) {
	texts, ok := spellAll(args)
	return texts, ok || s.options.AnyLength
}

func spellAll(args []shadow.Value) ([]string, bool) {
	texts := make([]string, len(args))
	for i, a := range args {
		text, ok := Spell(a)
		if !ok {
			return nil, false
		}
		texts[i] = text
	}
	return texts, true
}

// lostShare is the part of the largest result that a result must differ by to count as lost.
const lostShare = 0.1

func (s *search) report() Report {
	r := Report{Unknown: s.unknown, Runs: s.ran, Largest: s.seen}
	for _, f := range s.found {
		r.Findings = append(r.Findings, *f)
	}
	overall := 0.0
	for _, x := range s.largest {
		overall = max(overall, x)
	}
	for k, c := range s.lost {
		bound := overall
		if !s.varied && c.tensor < len(s.largest) {
			bound = s.largest[c.tensor]
		}
		if c.difference > lostShare*bound && s.found[k] == nil && s.found[key{k.site, shadow.Overflow}] == nil {
			r.Findings = append(r.Findings, c.finding)
		}
	}
	slices.SortFunc(r.Findings, func(a, b Finding) int {
		if c := int(a.Span().Start - b.Span().Start); c != 0 || a.Item != b.Item {
			return c
		}
		return int(a.Trouble) - int(b.Trouble)
	})
	for _, f := range s.refused {
		r.Refused = append(r.Refused, *f)
	}
	slices.SortFunc(r.Refused, func(a, b Refused) int { return int(a.Span().Start - b.Span().Start) })
	return r
}

// observeCall notes the calls of definitions with arguments outside of the ranges that these
// declare.
func (s *search) observeCall(args []shadow.Value) func(shadow.Site, *typecheck.Object, []shadow.Value) {
	return func(at shadow.Site, callee *typecheck.Object, given []shadow.Value) {
		if at.Item != s.object.Item || callee == s.object || len(callee.Item.Attributes) == 0 || s.refused[at] != nil {
			return
		}
		if r, outside := Outside(at, callee, given); outside {
			if texts, ok := spellAll(args); ok {
				r.Args, r.Texts = args, texts
				s.refused[at] = &r
			}
		}
	}
}

// Outside finds an argument of a call that is outside of the range which the definition
// declares.
func Outside(at shadow.Site, callee *typecheck.Object, given []shadow.Value) (Refused, bool) {
	ranges := declared.Of(callee.Item)
	for i, name := range declared.Params(callee.Item) {
		r, ok := ranges[name]
		if !ok || i >= len(given) {
			continue
		}
		if x, outside := shadow.Outside(given[i], r.Contains); outside {
			return Refused{Site: at, Callee: callee, Param: name, Range: r, Number: x}, true
		}
	}
	return Refused{}, false
}

// Samples are arguments of a definition in the ranges of its parameters: those in ranges, by
// name, else those of the dtype.
func Samples(o *typecheck.Object, within map[string]declared.Range, most int) (found [][]shadow.Value) {
	if within == nil {
		within = map[string]declared.Range{}
	}
	s := &search{object: o, options: Options{Ranges: within}}
	if !s.parameters() {
		return nil
	}
	s.marks = marksIn(o.Item)
	first, _ := s.plans()
	for i := range most {
		p := first[i%len(first)]
		p.seed = uint64(i)
		for k := range s.params {
			p.styles = append(p.styles[:k:k], style((i+k*(1+i/int(styles)))%int(styles)))
		}
		if args, ok := p.arguments(s.params, s.marks); ok {
			found = append(found, args)
		}
	}
	return found
}
