package fill

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Request says what is to be filled.
type Request struct {
	Snapshot   *workspace.Snapshot
	Path       string
	Workers    int // goroutines that run kernels
	All        int // how many are looked for; below 1: one
	MostWeight int // of all fillings together; 0 for no limit
}

// A Filling is what was found for a hole.
type Filling struct {
	Hole
	Text string // "" where nothing was found
}

// A Result is what a search came to.
type Result struct {
	Fillings   []Filling  // by hole, in the order of the text
	Found      bool       // all evaluation comments pass with them
	All        [][]string // the texts of what was found, by hole, the first one included
	Examples   int        // evaluation comments
	Candidates int64      // terms that were made
	Elapsed    time.Duration
	Weak       bool // the wanted values say less than the filling does: others of its size pass by chance
}

// ErrNothing is the error for a file without holes.
var ErrNothing = errors.New("the file has no holes")

// ErrNoExamples is the error for a file whose holes nothing but their types speak of.
var ErrNoExamples = errors.New("no evaluation comment says what the holes are to be: write one, such as `@f(1)  # evaluates to 2`, or list candidates by their types with --all")

// ErrPart is the error for a hole that is a part of an attribute's value.
var ErrPart = errors.New("only whole values of attributes are searched: write `?` in place of the list that the hole is in")

// Fill searches until ctx ends. Without evaluation comments nothing decides, and nothing is found. What is
// found makes all comments pass, and nothing else is known of it.
func Fill(ctx context.Context, r Request) (*Result, error) {
	source, err := r.Snapshot.Source(r.Path)
	if err != nil {
		return nil, err
	}
	s := &search{Request: r, text: source.Text(), holes: Holes(source.File), start: time.Now()}
	if len(s.holes) == 0 {
		return nil, ErrNothing
	}
	for _, h := range s.holes {
		if h.part {
			return nil, fmt.Errorf("line %d: %w", h.Line, ErrPart)
		}
		s.result.Fillings = append(s.result.Fillings, Filling{Hole: h})
	}
	if err := s.sound(); err != nil {
		return nil, err
	}
	err = s.search(ctx)
	s.result.Elapsed = time.Since(s.start)
	return &s.result, err
}

// A search fills the holes of a file.
type search struct {
	Request
	text   string // of the file
	holes  []Hole
	result Result // what was found so far
	start  time.Time
	late   []lateFilling
}

// A lateFilling passes in the probe, and is accepted when candidates of its weight are tried.
type lateFilling struct {
	texts  []string
	weight int
}

// sound fails for a file with an error besides its holes: no filling makes its comments pass. A type
// that is not determined may be so by a filling.
func (s *search) sound() error {
	module, err := s.Snapshot.Module(s.Path)
	if err != nil {
		return err
	}
	if i, d, found := firstError(module, codes.AmbiguousType); found {
		line := module.File().Lines().Position(module.File().Start(i) + d.Span.Start).Line
		return fmt.Errorf("line %d: %s; what has errors is not filled", line, d.Message)
	}
	return nil
}

// firstError is the first error of a file, those of a code aside, and the item that it is in.
func firstError(m *typecheck.Module, but codes.Code) (item int, d syntax.Diagnostic, found bool) {
	for i := range m.Items() {
		for _, d := range append(m.File().Item(i).Errors, m.Check(i).Diagnostics...) {
			if d.Severity == codes.Error && d.Code != but {
				return i, d, true
			}
		}
	}
	return 0, d, false
}

// search fills the holes of attributes, and for each choice of these those of expressions.
func (s *search) search(ctx context.Context) error {
	expressions := 0
	for _, h := range s.holes {
		if !h.attribute {
			expressions++
		}
	}
	choices, err := s.attributeTexts()
	if err != nil {
		return err
	}
	return eachChoice(choices, func(texts []string) (bool, error) {
		if ctx.Err() != nil {
			return true, nil
		}
		if expressions == 0 {
			s.result.Candidates++
			return s.accept(ctx, texts), nil
		}
		return s.expressions(ctx, texts)
	})
}

// accept takes fillings with which the file holds; done reports whether enough were found. The whole file
// is opened, checked and tested once more with the texts in it, so a fault of the search (a term that is
// printed wrongly, a probe that differs from the program) loses a filling and gives no wrong one. Without
// evaluation comments, the checker alone decides, and nothing is filled.
func (s *search) accept(ctx context.Context, texts []string) (done bool) {
	snapshot := s.Snapshot.With(map[string]string{s.Path: Substitute(s.text, s.holes, texts)})
	examples, ok := holds(ctx, snapshot, s.Path)
	if !ok {
		return false
	}
	s.result.All = append(s.result.All, texts)
	if s.result.Examples = examples; examples > 0 && !s.result.Found {
		s.result.Found = true
		for i, text := range texts {
			s.result.Fillings[i].Text = text
		}
	}
	return len(s.result.All) >= max(s.All, 1)
}

// holds reports whether a file has no error, and all its evaluation comments pass.
func holds(ctx context.Context, snapshot *workspace.Snapshot, path string) (examples int, ok bool) {
	module, err := snapshot.Module(path)
	if err != nil {
		return 0, false
	}
	if _, _, found := firstError(module, ""); found {
		return 0, false
	}
	p, err := evaluate.Open(snapshot, path)
	if err != nil {
		return 0, false
	}
	comments := p.Comments()
	for i := range comments {
		if ctx.Err() != nil || p.Judge(ctx, i, interp.Options{Threads: 1, MaxSteps: 10 * runSteps, MaxDepth: runDepth}).Verdict != evaluate.Passed {
			return 0, false
		}
	}
	return len(comments), true
}

// expressions searches fillings for the holes that are expressions, with texts for the others.
func (s *search) expressions(ctx context.Context, texts []string) (bool, error) {
	base, err := s.Snapshot.Module(s.Path)
	if err != nil {
		return false, err
	}
	p, err := newProbe(base, s.Path, s.text, s.holes, texts, false)
	if err != nil {
		return false, err
	}
	// Without examples there are no valuations, and candidates of the type are listed by weight.
	if len(p.examples) == 0 && s.All == 0 {
		return true, ErrNoExamples
	}
	// The program's own holes are searched together with those of each sketch.
	probes := p.annotated()
	if len(probes) == 0 {
		probes = []*probe{p}
	}
	var searches []*joint
	for _, q := range probes {
		searches = append(searches, newJoint(ctx, q, s.Workers, func(found []string, _ int) bool { return s.accept(ctx, found) }))
	}
	searches = append(searches, s.sketched(ctx, p, searches[0].banks[0].information)...)
	found := s.run(ctx, searches)
	for _, j := range searches {
		s.result.Weak = s.result.Weak || s.result.Found && j.weak
		for _, b := range j.banks {
			s.result.Candidates += b.tried.Load()
		}
	}
	return found, nil
}

// mostWeight ends a search that has no limit of time, after more candidates than are ever tried.
const mostWeight = 60

// run goes through several searches by weight together: in pass n the candidates of weight n of the
// program's own holes, and of each sketch those of n without the sketch's weight.
func (s *search) run(ctx context.Context, searches []*joint) bool {
	most := s.MostWeight
	if most == 0 {
		most = mostWeight
	}
	searching, cancel := withMost(ctx, searchShare)
	defer cancel()
	for total := 1; total <= most && searching.Err() == nil; total++ {
		if s.acceptLate(ctx, total) {
			return true
		}
		for _, j := range searches {
			if left := total - j.weight; left >= len(j.banks) && j.combine(searching, left, 0, 0, nil) {
				return true
			}
		}
	}
	return s.acceptLate(ctx, math.MaxInt) || searches[0].tryLate(ctx)
}

// acceptLate accepts fillings that were put off and weigh most at most, the lightest first.
func (s *search) acceptLate(ctx context.Context, most int) bool {
	slices.SortStableFunc(s.late, func(a, b lateFilling) int { return a.weight - b.weight })
	for len(s.late) > 0 && s.late[0].weight <= most && ctx.Err() == nil {
		texts := s.late[0].texts
		if s.late = s.late[1:]; s.accept(ctx, texts) {
			return true
		}
	}
	return false
}

// searchShare is the part of the time until a deadline that candidates in the order of their weights
// take. Then those that were deduced and put off are tried.
const searchShare = 0.95

// withMost is a context that ends when a part of the time until ctx's deadline has passed.
func withMost(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Duration(share*float64(time.Until(deadline))))
}

// eachChoice goes through the products of choices, those with the least sum of indices first.
func eachChoice(choices [][]string, try func([]string) (bool, error)) error {
	most := 0
	for _, c := range choices {
		most += max(len(c)-1, 0)
	}
	texts := make([]string, len(choices))
	var each func(i, left int) (bool, error)
	each = func(i, left int) (bool, error) {
		if i == len(choices) {
			if left > 0 {
				return false, nil
			}
			return try(append([]string(nil), texts...))
		}
		for k := 0; k < max(len(choices[i]), 1) && k <= left; k++ {
			if len(choices[i]) > 0 {
				texts[i] = choices[i][k]
			}
			if done, err := each(i+1, left-k); done || err != nil {
				return done, err
			}
		}
		return false, nil
	}
	for sum := 0; sum <= most; sum++ { // of indices
		if done, err := each(0, sum); done || err != nil {
			return err
		}
	}
	return nil
}

// Written is the text of the file with what was found, for the hole of a name or, without one, for all.
func (r *Result) Written(text, name string) string {
	var holes []Hole
	var fills []string
	for _, f := range r.Fillings {
		if f.Text != "" && (name == "" || f.Name == strings.TrimPrefix(name, "?")) {
			holes, fills = append(holes, f.Hole), append(fills, f.Text)
		}
	}
	return Substitute(text, holes, fills)
}
