package cost

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/ranking"
	trials "github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/assume"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Cost is what calling a definition costs.
type Cost struct {
	workspace.Place     // of the name
	Item            int // of the file
	Name            string
	*complexity.Bound
	// Why is the place of the reason for which there is no bound, if it is
	// anywhere.
	Why *workspace.Place
	// Ends says whether calls end, which may be known without a bound.
	Ends ranking.Verdict

	locate  func(syntax.Place) workspace.Place // where what the bound mentions is in a file
	subject *trials.Subject
	program func() (*treewalk.Program, error)
	info    func(*syntax.Item) *typecheck.Info
	wanted  map[complexity.Metric]bool
}

// Try runs the definition on arguments that are invented, and holds what the runs cost
// against the bounds.
func (c *Cost) Try(o trials.Options) *trials.Trial {
	s := *c.subject
	var err error
	if s.Program, err = c.program(); err != nil {
		return &trials.Trial{Reason: err.Error()}
	}
	return trials.Run(&s, o)
}

// WorstInput searches for the arguments of certain sizes for which a call costs the most.
func (c *Cost) WorstInput(m complexity.Metric, sizes map[string]int64, o trials.Options) (*trials.Worst, error) {
	s := *c.subject
	var err error
	if s.Program, err = c.program(); err != nil {
		return nil, err
	}
	return trials.FindWorst(&s, m, sizes, o)
}

// All bounds the costs of a file's definitions by some metrics, in its order, where sizes are
// as assumed.
func All(s *workspace.Snapshot, path string, assumed *assume.Set, metrics ...complexity.Metric) ([]Cost, error) {
	file, err := s.File(path)
	if err != nil {
		return nil, err
	}
	t := newTries(file, assumed, metrics...)
	var found []Cost
	for i := range file.Source.File.Len() {
		if c := triedCost(s, file, i, t); c != nil {
			found = append(found, *c)
			continue
		}
		c, err := printedCost(s, file, i, assumed, metrics...)
		if err != nil {
			return nil, err
		}
		if c != nil {
			found = append(found, *c)
		}
	}
	return found, nil
}

// ToTry bounds what calling the definition in item i of a file costs, such that it can be
// tried; nil for other items. Nothing of it is kept.
func ToTry(s *workspace.Snapshot, path string, i int, metrics ...complexity.Metric) (*Cost, error) {
	file, err := s.File(path)
	if err != nil {
		return nil, err
	}
	return triedCost(s, file, i, newTries(file, nil, metrics...)), nil
}

// Tries are what the definitions of a file have in common that are tried.
type tries struct {
	analysis *complexity.Analysis
	program  func() (*treewalk.Program, error)
	info     func(*syntax.Item) *typecheck.Info
	wanted   map[complexity.Metric]bool
}

func newTries(file *workspace.File, assumed *assume.Set, metrics ...complexity.Metric) *tries {
	wanted := map[complexity.Metric]bool{}
	for _, m := range metrics {
		wanted[m] = true
	}
	trees := map[*typecheck.Object]*typecheck.Info{} // each is asked for many times
	tree := func(o *typecheck.Object) *typecheck.Info {
		t, known := trees[o]
		if !known {
			t = workspace.SoundTree(file.Module, o)
			trees[o] = t
		}
		return t
	}
	return &tries{
		complexity.New(file.Module.Ops(), tree, metrics...).Assume(assumed),
		sync.OnceValues(func() (*treewalk.Program, error) { return trials.Link(file.Module) }),
		infos(file.Module, tree),
		wanted,
	}
}

// triedCost is the cost of the definition in item i, nil of others.
func triedCost(s *workspace.Snapshot, file *workspace.File, i int, t *tries) *Cost {
	o := file.Module.Object(i)
	if o == nil || o.Kind != typecheck.DefObject {
		return nil
	}
	c := placedCost(s, file, i, o, t.analysis.Of(o))
	if c.Loss != nil {
		c.Ends = ranking.Of(context.Background(), file.Facts, o)
	}
	c.program, c.info, c.wanted = t.program, t.info, t.wanted
	c.subject = &trials.Subject{Object: o, Names: t.analysis.Parameters(o), Bound: c.Bound, Analysis: t.analysis, Item: file.Source.File.Item(i)}
	return c
}

// lossPlace is where a reason stands, in the file itself.
func lossPlace(file *workspace.File, l *complexity.Loss) *workspace.Place {
	if l == nil || l.Item == nil || l.Node == syntax.NoNode {
		return nil
	}
	i := slices.Index(file.Source.File.List(), l.Item)
	if i < 0 {
		return nil
	}
	return &workspace.Place{Source: file.Source, Span: file.Source.Absolute(i, l.Item.Span(l.Node))}
}

// Extents are the places of the sizes that are extents of parameters by themselves.
func (c *Cost) Extents() map[string]contract.Extent {
	found := map[string]contract.Extent{}
	f, ok := types.Head(c.subject.Object.Type).(*types.Func)
	if !ok {
		return nil
	}
	for i, in := range f.In {
		at := 0
		types.Walk(in, func(t types.Type) bool {
			tensor, _ := t.(*types.Tensor)
			if tensor == nil {
				return true
			}
			for _, d := range tensor.Shape {
				if s, alone := d.Expr().Symbol(); alone && found[s.Name] == (contract.Extent{}) && slices.Contains(c.Sizes, s.Name) {
					found[s.Name] = contract.Extent{Parameter: c.subject.Names[i], Index: i, At: at}
				}
				at++
			}
			return true
		})
	}
	return found
}

// PlaceOf is where a reason stands, or what follows it; nil where that is nowhere.
func (c *Cost) PlaceOf(l *complexity.Loss) *workspace.Place {
	if l == nil || l.Item == nil || l.Node == syntax.NoNode {
		return nil
	}
	if p := c.locate(syntax.Place{Item: l.Item, Span: l.Item.Span(l.Node)}); p.Source != nil {
		return &p
	}
	return nil
}

// Steps are the calls from which the leading term of a metric's bound comes
// (Bound.Why), one inside the other; those of the prelude are left out.
func (c *Cost) Steps(m complexity.Metric) []workspace.Related {
	var found []workspace.Related
	for _, step := range c.Bound.Why(m) {
		if p := c.locate(syntax.Place{Item: step.Item, Span: step.Item.Span(step.Node)}); p.Source != nil {
			found = append(found, workspace.Related{Place: p, Message: step.String()})
		}
	}
	return found
}

// Explain notes whether calls end, where there is no bound.
func (c *Cost) Explain(ctx context.Context, s *workspace.Snapshot) {
	file, err := s.File(c.Source.Path)
	if err != nil || c.Bound.Loss == nil || c.Item >= file.Module.Items() {
		return
	}
	if o := file.Module.Object(c.Item); o != nil {
		c.Ends = ranking.Of(ctx, file.Facts, o)
	}
}

// Assumed is what is assumed of the sizes in a file: by texts, and by the file's configuration
// as far as these do not say otherwise.
func Assumed(s *workspace.Snapshot, path string, texts []string) (*assume.Set, error) {
	config, err := s.Config(path)
	if err != nil {
		return nil, err
	}
	var lesser []string
	if config != nil {
		lesser = config.Assume
	}
	if len(texts)+len(lesser) == 0 {
		return nil, nil
	}
	texts, lesser = InProgram(s, path, texts), InProgram(s, path, lesser)
	set, err := assume.Parse(texts, lesser)
	if err != nil || set.Unknown().Loose() {
		return set, err
	}
	source, err := s.Source(path)
	if err != nil || source.Model == nil {
		return set, nil
	}
	for _, name := range source.Model.Fresh { // what the model leaves open is `?` for its author
		lesser = append(lesser, name+"="+set.Unknown().String())
	}
	return assume.Parse(texts, lesser)
}

// InProgram are texts about the size variables of a file. The names that a model has for them
// become those of its program.
func InProgram(s *workspace.Snapshot, path string, texts []string) []string {
	source, err := s.Source(path)
	if err != nil || source.Model == nil || len(source.Model.Renamed) == 0 {
		return texts
	}
	var names []string
	for _, r := range source.Model.Renamed {
		names = append(names, r.Name, r.Symbol())
	}
	words := strings.NewReplacer(names...)
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = words.Replace(text)
	}
	return out
}

// Configured is the cost where sizes are as the file's configuration assumes.
func (c *Cost) Configured(s *workspace.Snapshot) *Cost {
	assumed, err := Assumed(s, c.Source.Path, nil)
	if err != nil || assumed == nil {
		return c
	}
	configured := *c
	configured.Bound = c.Bound.Assume(assumed)
	return &configured
}

// Regression is a finding about the cost of a definition, with the severity that its
// file's configuration says; false where that turns it off, or the file suppresses it.
func Regression(s *workspace.Snapshot, c *Cost, message string, notes []string, steps []workspace.Related) (workspace.Finding, bool) {
	f := workspace.Finding{
		Place: c.Place, Item: c.Item, Code: codes.CostRegression, Severity: codes.CostRegression.DefaultSeverity(),
		Message: message, Notes: notes, Related: steps,
	}
	return s.Reported(f)
}

// Of bounds what calling the definition in item i of a file costs; nil for other
// items. It is kept over edits that reach nothing that the definition does. Where the
// context ends, the bound says so, and is not kept.
func Of(ctx context.Context, s *workspace.Snapshot, path string, i int) (*Cost, error) {
	file, err := s.File(path)
	if err != nil {
		return nil, err
	}
	if i < 0 || i >= file.Module.Items() {
		return nil, nil
	}
	o := file.Module.Object(i)
	if o == nil || o.Kind != typecheck.DefObject {
		return nil, nil
	}
	return placedCost(s, file, i, o, file.Bound(ctx, i)), nil
}

// placedCost is a bound in its place.
func placedCost(s *workspace.Snapshot, file *workspace.File, i int, o *typecheck.Object, b *complexity.Bound) *Cost {
	item := file.Source.File.Item(i)
	c := &Cost{Place: workspace.Place{Source: file.Source, Span: file.Source.Absolute(i, item.Span(item.Declared()))}, Item: i, Name: o.Name, Bound: b}
	c.Why = lossPlace(file, b.Loss)
	c.locate = func(p syntax.Place) workspace.Place { return file.Locate(i, p) }
	return c
}
