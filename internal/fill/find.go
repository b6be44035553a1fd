package fill

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/frequency"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Match is a call that has the type of a question.
type Match struct {
	Name  string `json:"name"` // of the operator, definition or constructor
	Call  string `json:"call"` // of the inputs %a, %b, …
	Type  string `json:"type"` // of its result
	Doc   string `json:"doc,omitempty"`
	cost  float64
	loose bool // an extent of the result is known in the question alone
}

// A Question is the type of a function that is looked for, in the syntax of types, with the program whose
// definitions are searched besides the operators and the prelude.
type Question struct {
	Text     string // `(Tensor[(n, m), float32]) -> Tensor[(m, n), float32]`
	Snapshot *workspace.Snapshot
	Path     string // of a program whose definitions are searched, too; "" for none
}

// Find lists calls of one operator, definition or constructor that take all inputs of a question, in
// whatever order, and give its result; the best first. Extents and types that nothing declares are
// variables: a call must have the type for all of them.
//
// The question becomes a file with a definition of its type whose body is a hole, so that names, imports
// and errors are the checker's. Operators are typed by their relations (byRelation), with the attributes
// that types in the question suggest; all else, and operators with attributes that networks write, by the
// checker (byChecker).
func Find(ctx context.Context, q Question) ([]Match, error) {
	inputs, output, err := splitQuestion(q.Text)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(filepath.Dir(q.Path), questionFile)
	head := ""
	if q.Path != "" {
		head = fmt.Sprintf("import %q\n", filepath.Base(q.Path))
	}
	open := func(free []string) (*typecheck.Module, string, error) {
		text := head + questionText(inputs, output, free)
		m, err := q.Snapshot.With(map[string]string{path: text}).Module(path)
		return m, text, err
	}
	// First without free names: what the checker does not know of the question's names is free.
	base, _, err := open(nil)
	if err != nil {
		return nil, err
	}
	free := freeNames(base)
	base, text, err := open(free)
	if err != nil {
		return nil, err
	}
	// Free types in FractalTensors become tensors, and the question is read again.
	if names := elementNames(base, free); len(names) > 0 {
		for _, name := range names {
			word := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
			for i := range inputs {
				inputs[i] = word.ReplaceAllString(inputs[i], elementType(name))
			}
			output = word.ReplaceAllString(output, elementType(name))
		}
		if base, text, err = open(free); err != nil {
			return nil, err
		}
	}
	if _, d, found := firstError(base, ""); found {
		return nil, fmt.Errorf("the question %s: %s", q.Text, d.Message)
	}
	p, err := newProbe(base, path, text, Holes(base.File()), []string{""}, true)
	if err != nil {
		return nil, err
	}
	f := &finder{ctx: ctx, library: newLibrary(p, p.sites[0], nil, 1), seen: map[string]bool{}}
	f.sequences = strings.Contains(q.Text, "FractalTensor[")
	f.byRelation()
	f.byChecker()
	found := f.best()
	for i := range found {
		for _, name := range free {
			found[i].Type = strings.ReplaceAll(found[i].Type, elementType(name), name)
		}
	}
	return found, ctx.Err()
}

// best is the best call of each name, the best name first. Where some result is known to be the wanted
// one, those that may be it are left out.
func (f *finder) best() (found []Match) {
	sort.SliceStable(f.found, func(i, j int) bool {
		return cmp.Or(cmp.Compare(f.found[i].cost, f.found[j].cost), strings.Compare(f.found[i].Call, f.found[j].Call)) < 0
	})
	exact := slices.ContainsFunc(f.found, func(m Match) bool { return !m.loose })
	names := map[string]bool{}
	for _, m := range f.found {
		if !names[m.Name] && !(exact && m.loose) {
			names[m.Name] = true
			found = append(found, m)
		}
	}
	return found
}

// A finder goes through what may be called.
type finder struct {
	*library
	ctx   context.Context
	found []Match
	seen  map[string]bool // calls

	sequences bool // the question has FractalTensors
}

// byRelation tries the operators with kernels, with attributes from the types in the question.
func (f *finder) byRelation() {
	f.floats = append(f.floats, 2)
	for _, d := range f.extents {
		if n, ok := d.Const(); ok && !slices.Contains(f.ints, n) {
			f.ints = append(f.ints, n)
		}
	}
	f.library.projections()
	f.library.operators()
	inputs := make([]*kind, len(f.site.ins))
	for i, in := range f.site.ins {
		inputs[i] = f.bank.kindOf(in)
	}
	eachOrder(len(inputs), func(order []int) {
		kinds := make([]*kind, len(inputs))
		args := make([]string, len(inputs))
		for i, from := range order {
			kinds[i], args[i] = inputs[from], f.site.vars[from].name
		}
		for _, form := range f.bank.forms {
			if form.arity != len(inputs) || f.ctx.Err() != nil || form.accept != nil && !accepts(form, kinds) {
				continue
			}
			for _, inst := range f.bank.instances(form, kinds) {
				doc := "A part of a tuple."
				if o := f.probe.ops[form.name]; o != nil {
					doc = o.Doc
				}
				f.match(form.name, inst.print(args), inst.out.t, doc, order, min(inst.extra, 2))
			}
		}
	})
}

func accepts(f *form, kinds []*kind) bool {
	for i, k := range kinds {
		if !f.accept(i, k) {
			return false
		}
	}
	return true
}

// byChecker tries definitions, constructors, and operators with what networks write as their attributes,
// by the checker.
func (f *finder) byChecker() {
	var names []string
	docs := map[string]string{}
	for _, o := range f.probe.module.VisibleValues(0) {
		if o.Kind == typecheck.DefObject && o.Name != "@question" && !isIdentity(o.Type) || o.Kind == typecheck.ConstructorObject {
			names = append(names, o.Name)
			if o.Item != nil && o.Kind == typecheck.DefObject {
				docs[o.Name] = o.Item.Doc()
			}
		}
	}
	for name, o := range f.probe.ops {
		if o.Name == name && o.SameAs == "" && !o.Internal && !o.Compiled && !strings.HasPrefix(name, "fill.") {
			names = append(names, name)
			docs[name] = o.Doc
		}
	}
	sort.Strings(names)
	for _, name := range names {
		o := f.probe.ops[name]
		if o != nil && o.Scheme == nil {
			least, most := o.Arity()
			if n := len(f.site.ins); n < least || most >= 0 && n > most {
				continue
			}
		}
		// Of an operator that byRelation has tried, the call without attributes is known.
		single, pairs := f.settings(o)
		if o == nil || !searched(o) || f.sequences {
			single = append([]setting{{}}, single...)
		}
		eachOrder(len(f.site.ins), func(order []int) {
			matched := false
			for _, attrs := range single {
				matched = f.tryCall(name, docs[name], order, attrs) || matched
			}
			for i := 0; i < len(pairs) && !matched; i++ {
				matched = f.tryCall(name, docs[name], order, pairs[i])
			}
		})
	}
}

// isIdentity reports whether a function has the type ∀t. fn(t) -> t, which every question with one input
// and an output of its type has.
func isIdentity(t types.Type) bool {
	f, ok := types.Head(t).(*types.Func)
	if !ok || len(f.In) != 1 {
		return false
	}
	v, variable := types.Head(f.In[0]).(*types.Var)
	return variable && types.Head(f.Out) == types.Type(v)
}

// A setting is the text of attributes that a call is given, with what counts against it.
type setting struct {
	text  string
	extra int
}

// mostPairs bounds the values of two attributes of an operator that are tried together.
const mostPairs = 300

// settings are what an operator's attributes may be: the values that networks give them, extents of the
// question in place of a number that is 1 by default, and lists of equal numbers where networks or the
// default have one. One attribute is given, or two.
func (f *finder) settings(o *op.Op) (single, pairs []setting) {
	if o == nil {
		return nil, nil
	}
	var by [][]setting
	for _, a := range o.Attrs {
		var values []setting
		texts := frequency.Values(o.Name, a.Name)
		add := func(v op.Value) {
			if !slices.Contains(texts, v.String()) {
				values = append(values, setting{", " + a.Name + "=" + v.String(), 3})
			}
		}
		length := 0
		for _, text := range texts {
			values = append(values, setting{", " + a.Name + "=" + text, 1})
			if length == 0 && strings.HasPrefix(text, "[") && !strings.Contains(text, "[[") {
				length = strings.Count(text, ",") + 1
			}
		}
		if a.Default.Kind == op.ListValue {
			length = len(a.Default.List)
		}
		if a.Type == op.IntsAttr && length > 0 {
			for n := int64(1); n <= 4; n++ {
				add(op.Ints(slices.Repeat([]int64{n}, length)...))
			}
		}
		if a.Default.Kind == op.IntValue && a.Default.Int == 1 {
			for _, n := range f.ints {
				add(op.Int(n))
			}
		}
		single = append(single, values...)
		by = append(by, values)
	}
	for i, first := range by {
		for _, second := range by[i+1:] {
			for _, v := range first {
				for _, w := range second {
					pairs = append(pairs, setting{v.text + w.text, v.extra + w.extra})
				}
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b setting) int { return a.extra - b.extra })
	return single, pairs[:min(len(pairs), mostPairs)]
}

// tryCall matches a call that the checker accepts; it reports whether its result is the wanted one.
func (f *finder) tryCall(name, doc string, order []int, attrs setting) bool {
	ins := make([]types.Type, len(order))
	holes := make([]string, len(order))
	args := make([]string, len(order))
	for i, from := range order {
		ins[i], holes[i], args[i] = f.site.ins[from], fmt.Sprintf("%%a%d", i), f.site.vars[from].name
	}
	call := name + "(" + strings.Join(args, ", ") + attrs.text + ")"
	if f.seen[call] || f.ctx.Err() != nil {
		return false
	}
	if d, ok := f.probe.define(f.site, ins, name+"("+strings.Join(holes, ", ")+attrs.text+")"); ok {
		f.match(name, call, d.out, doc, order, attrs.extra)
	}
	return f.seen[call]
}

// What counts against a match, beside its attributes.
const (
	mostExtraCost = 4 // for attributes
	turnedCost    = 1 // inputs in another order
	numberCost    = 4 // an operator that is meant for numbers, in a question of truth values alone
	idleCost      = 3 // an operator that moves elements gives the type that it gets
	ownedBonus    = 4 // a definition: there are fewer of them, and they have a purpose
)

// match takes a call whose result has the wanted type. Its cost is the weight of the operator, less a
// quarter of the logarithm of how often networks use it (op/frequency), and what counts against it.
func (f *finder) match(name, call string, out types.Type, doc string, order []int, extra int) {
	if f.seen[call] || !couldBe(out, f.wanted) {
		return
	}
	f.seen[call] = true
	m := Match{Name: name, Call: call, Type: types.String(out), Doc: doc, cost: float64(weightOf(name)+min(extra, mostExtraCost)) - math.Log2(float64(1+frequency.Of(name)))/4}
	m.loose = types.Key(out) != types.Key(f.wanted)
	if !slices.IsSorted(order) {
		m.cost += turnedCost
	}
	if strings.HasPrefix(name, "@") {
		m.cost -= ownedBonus
	}
	if !slices.Contains(truthful, name) && f.truths() {
		m.cost += numberCost
	}
	if o := f.probe.ops[name]; o != nil && o.Map == nil && len(f.site.ins) == 1 && types.Key(out) == types.Key(f.site.ins[0]) {
		m.cost += idleCost
	}
	f.found = append(f.found, m)
}

// truthful are the operators that are meant for truth values. Others accept them as the numbers 0 and 1.
var truthful = []string{"all", "any", "logical_and", "logical_not", "logical_or", "logical_xor"}

// truths reports whether all inputs of a question are tensors of truth values.
func (f *finder) truths() bool {
	return !slices.ContainsFunc(f.site.ins, func(t types.Type) bool {
		tensor, ok := t.(*types.Tensor)
		return !ok || tensor.Dtype != types.Bool
	})
}

// weightOf is the weight of what has a name.
func weightOf(name string) int {
	if w := weights[name]; w > 0 {
		return w
	}
	return otherWeight
}

// eachOrder goes through the orders of n inputs, the given one first; of more than three inputs there is
// that one alone.
func eachOrder(n int, visit func(order []int)) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	var permute func(i int)
	permute = func(i int) {
		if i == n {
			visit(slices.Clone(order))
			return
		}
		for k := i; k < n; k++ {
			order[i], order[k] = order[k], order[i]
			permute(i + 1)
			order[i], order[k] = order[k], order[i]
		}
	}
	if n > 3 {
		visit(order)
		return
	}
	permute(0)
}
