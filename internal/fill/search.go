package fill

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
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
}

// ErrNothing is the error for a file without holes.
var ErrNothing = errors.New("the file has no holes")

// ErrNoExamples is the error for a file whose holes nothing but their types speak of.
var ErrNoExamples = errors.New("no evaluation comment says what the holes are to be: write one, such as `@f(1)  # evaluates to 2`, or list candidates by their types with --all")

// ErrPart is the error for a hole that is a part of an attribute's value.
var ErrPart = errors.New("only whole values of attributes are searched: write `?` in place of the list that the hole is in")

// Fill searches until ctx ends. Without evaluation comments nothing decides, and nothing is found.
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
	err = s.run(ctx)
	s.result.Elapsed = time.Since(s.start)
	return &s.result, err
}

type search struct {
	Request
	text   string
	holes  []Hole
	result Result
	start  time.Time
}

// run fills the holes of attributes, and for each choice of these those of expressions.
func (s *search) run(ctx context.Context) error {
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

// accept takes fillings with which the file holds; done reports whether enough were found. Without
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
	for i := range module.Items() {
		for _, d := range append(module.File().Item(i).Errors, module.Check(i).Diagnostics...) {
			if d.Severity == codes.Error {
				return 0, false
			}
		}
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
	p, err := newProbe(base, s.Path, s.text, s.holes, texts)
	if err != nil {
		return false, err
	}
	if len(p.examples) == 0 && s.All == 0 {
		return true, ErrNoExamples
	}
	all := make([]int, len(p.examples))
	for i := range all {
		all[i] = i
	}
	j := &joint{search: s, probe: p, texts: texts}
	for _, at := range p.sites {
		b := newBank(p, at, p.reaches(ctx, at, all), max(s.Workers, 1))
		j.banks = append(j.banks, b)
	}
	found := j.run(ctx)
	for _, b := range j.banks {
		s.result.Candidates += b.tried.Load()
	}
	return found, nil
}

// A joint search goes through the candidates of all sites by their weight together.
type joint struct {
	*search
	probe *probe
	banks []*bank
	texts []string
	fits  map[*term]bool // whether a candidate alone contradicts no example
	w     worker
	hits  int
	depth int
}

// mostWeight ends a search that has no limit of time, after more candidates than are ever tried.
const mostWeight = 60

func (j *joint) run(ctx context.Context) bool {
	j.fits = map[*term]bool{}
	most := j.MostWeight
	if most == 0 {
		most = mostWeight
	}
	searching, cancel := withMost(ctx, searchShare)
	defer cancel()
	for total := len(j.banks); total <= most && searching.Err() == nil; total++ {
		if j.combine(searching, 0, total, nil) {
			return true
		}
	}
	return j.rest(ctx)
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

// rest tries what was deduced for a hole that is the only one and put off, the lightest first.
func (j *joint) rest(ctx context.Context) bool {
	if len(j.banks) != 1 || j.MostWeight > 0 {
		return false
	}
	late := j.banks[0].late
	slices.SortFunc(late, func(a, b *term) int {
		return cmp.Or(a.weight-b.weight, strings.Compare(a.String(), b.String()))
	})
	return slices.ContainsFunc(late, func(t *term) bool { return ctx.Err() == nil && j.try(ctx, []*term{t}) })
}

// combine tries the candidates of the sites from the i-th on that weigh `left` together.
func (j *joint) combine(ctx context.Context, i, left int, chosen []*term) bool {
	if i == len(j.banks) {
		return j.try(ctx, chosen)
	}
	rest := len(j.banks) - i - 1
	least := 1
	if rest == 0 {
		least = left
	}
	for w := least; w <= left-rest && ctx.Err() == nil; w++ {
		for _, t := range j.banks[i].candidates(ctx, w) {
			if ctx.Err() != nil {
				return false
			}
			if rest > 0 || i > 0 {
				ok, known := j.fits[t]
				if !known {
					ok = j.alone(ctx, i, t)
					j.fits[t] = ok
				}
				if !ok {
					continue
				}
			}
			if j.combine(ctx, i+1, left-w, append(chosen, t)) {
				return true
			}
		}
	}
	return false
}

// alone reports whether a candidate contradicts no example that reaches no other hole.
func (j *joint) alone(ctx context.Context, i int, t *term) bool {
	for _, s := range j.probe.sites {
		if s.open {
			return true // what has no type does not run
		}
	}
	j.place(j.probe, i, t)
	defer j.probe.clear()
	return j.passes(ctx, j.probe)
}

// place makes a term the filling of a site.
func (j *joint) place(p *probe, i int, t *term) {
	p.sites[i].fill = func(env []value.Value) (value.Value, error) {
		if j.hits++; j.hits > mostHits || j.depth > 60 {
			return nil, errLimit
		}
		j.depth++
		defer func() { j.depth-- }()
		return t.run(&j.w, env)
	}
}

// passes reports whether each example comes to its value, or to a hole that is open.
func (j *joint) passes(ctx context.Context, p *probe) bool {
	for i, e := range p.examples {
		if ctx.Err() != nil {
			return false
		}
		j.hits, j.depth = 0, 0
		v, err := p.run(ctx, i)
		if isUnknown(err) {
			continue
		}
		if err != nil || !closeTo(v, e.want, e.near) {
			return false
		}
	}
	return true
}

// try runs the probe with candidates, and judges the text with them.
func (j *joint) try(ctx context.Context, chosen []*term) bool {
	kinds := make([]*kind, len(chosen))
	for i, t := range chosen {
		kinds[i] = t.typ
	}
	p := j.probe.as(kinds)
	if p == nil {
		return false
	}
	for i, t := range chosen {
		j.place(p, i, t)
	}
	defer p.clear()
	if !j.passes(ctx, p) {
		return false
	}
	texts := append([]string(nil), j.texts...)
	for i, at := range j.probe.sites {
		texts[at.index] = chosen[i].String()
		if at.header != "" {
			texts[at.index] = at.header + " { " + texts[at.index] + " }"
		}
	}
	return j.accept(ctx, texts)
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
	for sum := 0; sum <= most; sum++ {
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
