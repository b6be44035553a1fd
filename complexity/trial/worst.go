package trial

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Worst is the most expensive arguments of certain sizes that were found.
type Worst struct {
	Arguments []string // expressions
	Cost      int64
	Bound     *float64 // at these sizes; nil where there is none
	Runs      int      // that were compared
	Cut       int      // those of them that were broken off: they may cost more
	// Exhaustive is set where these are all arguments of the sizes whose numbers are those that
	// the search tries.
	Exhaustive bool
}

// Limits of a search for the worst input.
const (
	keptWide  = 4096 // candidates of one distance, if these are all
	kept      = 28   // candidates of one distance, of more
	grown     = 360  // arguments that are made of those of one distance, if they are not all
	polished  = 3000 // runs without anything better after which a search ends
	bestSize  = 4096 // the largest size that is searched for
	repairing = 12   // steps of growing and shrinking for each missing size
)

// A candidate is arguments with what they cost.
type candidate struct {
	args     []treewalk.Value
	distance int64 // from the sizes that are wanted, in all
	cost     int64 // less than 0 where the run ends in no value
}

// A hunt is a search for arguments of certain sizes that cost the most. It starts with the
// smallest arguments and adds one constructor or element after the other, of which it keeps those
// that cost most (a beam search). As long as none is left out, the search is exhaustive. Then
// it changes the best ones, and those of the styles of a trial, without changing their sizes.
type hunt struct {
	s      *Subject
	o      Options
	metric complexity.Metric
	*measurer
	*forms
	*rand.Rand
	want   map[string]int64
	most   int64 // of sizes that are not given
	domain []int64
	left   int // steps
	runs   int
	cut    int
	whole  bool // nothing was left out
	met    map[string]bool
}

// FindWorst searches for arguments of exactly some sizes, by the names that bounds have for
// them, that cost the most. Sizes that are not given are at most the largest that is.
func FindWorst(s *Subject, m complexity.Metric, want map[string]int64, o Options) (*Worst, error) {
	f, err := callable(s)
	if err != nil {
		return nil, err
	}
	h, err := newHunt(s, f, m, want, o)
	if err != nil {
		return nil, err
	}
	reserve := h.o.Steps / 2
	h.left -= reserve
	best := h.beam()
	if h.left = max(h.left, 0) + reserve; !h.whole {
		best = h.polish(append(best, h.styled(f)...))
	}
	if len(best) == 0 || best[0].cost < 0 {
		return nil, h.none(best)
	}
	return h.report(best[0])
}

func (h *hunt) none(best []candidate) error {
	if len(best) == 0 {
		return errors.New("no arguments of these sizes were found")
	}
	return errors.New("no arguments of these sizes were found with which a run comes to an end within the limits")
}

func newHunt(s *Subject, f *types.Func, m complexity.Metric, want map[string]int64, o Options) (*hunt, error) {
	made := &forms{
		analysis: s.Analysis, known: map[string]*form{}, reached: map[[2]*form]bool{}, variables: map[*types.Var]types.Dtype{},
	}
	for _, p := range f.Params {
		if p.Sym != nil {
			return nil, fmt.Errorf("it has the extent `%s`: what operators on tensors cost depends on extents alone", p.Name)
		}
		made.variables[p.Var] = types.Int32
	}
	h := &hunt{
		s: s, o: o, metric: m, forms: made, measurer: &measurer{analysis: s.Analysis}, want: want, whole: true,
		domain: []int64{0}, left: o.Steps, met: map[string]bool{}, Rand: rand.New(rand.NewPCG(o.Seed, 1)),
	}
	for i, t := range f.In {
		form, err := made.of(t)
		if err != nil {
			return nil, err
		}
		h.params = append(h.params, parameter{name: s.Names[i], typ: types.Head(t), form: form})
	}
	made.settle()
	for _, x := range made.all {
		if x.kind == functionForm || x.kind == tensorForm {
			return nil, fmt.Errorf("the worst `%s` is not searched for: only numbers, tuples, data and FractalTensors are", x.text)
		}
	}
	return h, h.prepare()
}

// prepare checks the sizes that are wanted and works out the numbers to try.
func (h *hunt) prepare() error {
	for i, p := range h.params {
		if p.form.least >= unmade {
			return errNoValue
		}
		h.params[i].value = h.initial(p.form, p.name)
	}
	for _, name := range slices.Sorted(maps.Keys(h.want)) {
		n := h.want[name]
		if _, err := h.size(name); err != nil {
			return fmt.Errorf("the definition has no size `%s`; its sizes are %s", name, quotedList(h.s.Bound.Sizes))
		}
		_, whole := h.find(name)
		if !whole && n > bestSize {
			return fmt.Errorf("`%s` is %d: the search is for sizes up to %d", name, n, bestSize)
		}
		if !whole {
			h.most = max(h.most, n)
		}
	}
	h.most = max(h.most, 2)
	h.domain = h.numbers()
	return nil
}

func quotedList(names []string) (text string) {
	for i, name := range names {
		if i > 0 {
			text += ", "
		}
		text += "`" + name + "`"
	}
	return cmp.Or(text, "none")
}

// mostNumbers is how many integers are tried as elements.
const mostNumbers = 40

// numbers are the integers that elements are: those of the program's text, the sizes and
// their neighbours, and enough others for all to differ.
func (h *hunt) numbers() (all []int64) {
	add := func(n int64) {
		if !slices.Contains(all, n) && len(all) < mostNumbers {
			all = append(all, n)
		}
	}
	for n := range int64(3) {
		add(n)
	}
	for _, n := range h.s.Analysis.Written(h.s.Object) {
		add(n)
		add(n + 1)
		add(n - 1)
	}
	for _, name := range slices.Sorted(maps.Keys(h.want)) {
		if _, whole := h.find(name); whole {
			add(h.want[name])
			add(h.want[name] + 1)
			add(h.want[name] - 1)
		}
	}
	for n := int64(3); n <= min(h.most, mostNumbers/2); n++ {
		add(n)
	}
	return all
}

// candidateOf measures arguments. It is not ok where a size is beyond what is wanted.
func (h *hunt) candidateOf(args []treewalk.Value) (c candidate, ok bool) {
	c = candidate{args: args, cost: -1}
	for i, v := range args {
		h.params[i].value = v
	}
	for name, want := range h.want {
		n, err := h.size(name)
		if err != nil || n > want {
			return c, false
		}
		c.distance += want - n
	}
	for _, name := range h.s.Bound.Sizes {
		if _, given := h.want[name]; given {
			continue
		}
		if n, err := h.size(name); err == nil && n > h.most {
			if _, whole := h.find(name); !whole {
				return c, false
			}
		}
	}
	return c, true
}

// take is a candidate that was not met before, after its run.
func (h *hunt) take(args []treewalk.Value) (c candidate, ok bool) {
	if c, ok = h.candidateOf(args); !ok {
		return c, false
	}
	key := ""
	for _, v := range args {
		text, err := spell(v)
		if err != nil {
			return c, false
		}
		key += text + ";"
	}
	if h.met[key] || h.spent() {
		return c, false
	}
	h.met[key] = true
	h.run(&c)
	return c, true
}

func (h *hunt) spent() bool {
	if h.left <= 0 || h.o.Stop != nil && h.runs%64 == 0 && h.o.Stop() {
		h.left, h.whole = 0, false
	}
	return h.left <= 0
}

func (h *hunt) run(c *candidate) {
	h.runs++
	r := call(h.s, c.args, treewalk.Limits{Steps: min(h.left, h.o.Steps/maxRun), Depth: depth, Stop: h.o.Stop})
	h.left -= r.Steps + 1
	if r.Fault == nil && (r.Uncounted == nil || h.metric == complexity.Tick) {
		c.cost = costOf(h.metric, r.Cost)
	} else if r.Fault != nil && (r.Fault.Kind == treewalk.Limited || r.Fault.Kind == treewalk.Unsupported) {
		h.whole = false // it may be the worst
		h.cut++
	}
}

func costOf(m complexity.Metric, c treewalk.Cost) int64 {
	return [4]int64{complexity.Work: c.Work, complexity.Tick: c.Tick, complexity.Span: c.Span, complexity.Memory: c.Memory}[m]
}

// beam are the arguments of the wanted sizes, the most expensive first, that grow from the smallest.
func (h *hunt) beam() []candidate {
	levels := map[int64][]candidate{}
	h.smallest(func(args []treewalk.Value) {
		if c, ok := h.take(args); ok {
			levels[c.distance] = append(levels[c.distance], c)
		}
	})
	for len(levels) > 0 && !h.spent() {
		at := slices.Max(slices.Collect(maps.Keys(levels)))
		h.whole = h.whole && (at == 0 || h.few(levels[at]))
		level := h.best(levels[at])
		if delete(levels, at); at == 0 {
			return level
		}
		share := h.left - h.left/int(min(at, 1<<20)) // what is left behind this level
		for args := range h.children(level) {
			if h.left < share {
				h.whole = false
				break
			}
			if c, ok := h.take(args); ok && c.distance < at {
				levels[c.distance] = append(levels[c.distance], c)
			}
		}
	}
	return nil
}

// best are the candidates that are kept of a level: all, or the most expensive and some others.
func (h *hunt) best(level []candidate) []candidate {
	h.Shuffle(len(level), func(i, j int) { level[i], level[j] = level[j], level[i] })
	slices.SortStableFunc(level, func(x, y candidate) int { return cmp.Compare(y.cost, x.cost) })
	if len(level) <= kept || h.whole && len(level) <= keptWide {
		return level
	}
	h.whole = false
	best := slices.Clone(level[:kept])
	for range kept / 4 {
		best = append(best, level[kept+h.IntN(len(level)-kept)])
	}
	return best
}

// styled are the arguments of a trial's styles, brought to the sizes that are wanted.
func (h *hunt) styled(f *types.Func) (found []candidate) {
	for _, st := range stylesOf(h.s, f) {
		in, err := newInput(h.s, f, st, int(min(h.most, bestSize)), h.o.Seed)
		if err != nil {
			continue
		}
		for i, p := range h.params {
			in.args[i] = h.adopt(p.form, p.name, in.args[i])
		}
		if c, ok := h.repair(in.args); ok {
			found = append(found, c)
		}
	}
	return found
}

// polish changes the best candidates at random until nothing better comes of it.
func (h *hunt) polish(pool []candidate) []candidate {
	pool = h.best(pool)
	for since := 0; len(pool) > 0 && since < polished && !h.spent(); since++ {
		at := min(h.IntN(len(pool)), h.IntN(len(pool)))
		args := slices.Clone(pool[at].args)
		for range 1 + h.IntN(3) {
			i := h.IntN(len(args))
			args[i] = h.change(h.params[i].form, args[i])
		}
		c, ok := h.repair(args)
		if !ok || len(pool) >= kept && c.cost < pool[len(pool)-1].cost {
			continue
		}
		if c.cost > pool[0].cost {
			since = 0
		}
		where, _ := slices.BinarySearchFunc(pool, c, func(x, y candidate) int { return cmp.Compare(y.cost, x.cost) })
		pool = slices.Insert(pool, where, c)
		pool = pool[:min(len(pool), kept)]
	}
	return pool
}

// report spells a candidate, and has the bound at its sizes.
func (h *hunt) report(c candidate) (*Worst, error) {
	w := &Worst{Cost: c.cost, Runs: h.runs, Cut: h.cut, Exhaustive: h.whole}
	for i, v := range c.args {
		h.params[i].value = v
		text, err := spell(v)
		if err != nil {
			return nil, err
		}
		w.Arguments = append(w.Arguments, text)
	}
	in := &input{c.args, h.measurer}
	if sizes, err := in.sizes(h.s.Bound); err == nil {
		if most, err := h.s.Bound.At(h.metric, sizes); err == nil {
			w.Bound = &most
		}
	}
	return w, nil
}
