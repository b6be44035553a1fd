package fill

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// What one run of the probe may take.
const (
	runSteps  = 200_000
	runDepth  = 2_000
	runMemory = 1 << 29
	mostHits  = 500 // of holes, in one run
)

// A probe is a program with a call into the search in the place of each hole: `fill.hole_0(%x, %y)`, whose
// arguments are the variables in scope. So the checker types the hole and the variables, and the
// interpreter gives their values, without either knowing of the search. A hole that is a function becomes
// one in the body of a function literal.
type probe struct {
	base     *typecheck.Module // of the file as it is written: what it sees
	path     string
	text     string
	holes    []Hole
	texts    []string          // of the holes of attributes
	typed    map[string]*probe // by the types of open sites; nil where the checker refuses them
	source   *sourcefile.Source
	ops      op.Table
	located  *typecheck.Module // whose types the sites have
	module   *typecheck.Module // with the expressions of evaluation comments
	program  *interp.Program
	sites    []*site
	examples []example
	defined  int  // definitions that were added
	whole    bool // holes that are functions are no bodies of literals
	// annotations are the types of the parameters of function literals, by the index of the hole; "" for none.
	annotations map[int][]string
}

// A site is a hole of an expression, as the probe has it.
type site struct {
	index     int
	hole      Hole
	item      int           // that it is in
	node      syntax.NodeID // the call into the search
	wanted    types.Type    // that the checker finds for the call
	header    string        // of a function literal, before its body; "" where the hole is no function
	annotated string        // the header with the types of annotations
	function  *types.Func   // of the literal
	params    []string
	vars      []variable
	ins       []types.Type // of vars
	open      bool         // the program does not say which type it has
	ascribed  string       // the type that it is given; "" for none
	direct    bool         // the first one that a comment reaches is the result of what it calls
	fill      filler
}

// A filler gives the value of a hole for those of the variables in scope.
type filler func(env []value.Value) (value.Value, error)

// An example is an evaluation comment with its value.
type example struct {
	item int
	want value.Value
	near value.Tolerance
}

// errUnknown is the fault of a hole whose value is not known.
var errUnknown = errors.New("the value of a hole is not known (fill)")

// errNoProbe is the error for a program that does not check once calls are in the place of its holes.
var errNoProbe = errors.New("the program cannot be run with its holes left open")

// newProbe makes the probe of a text. texts are in the place of holes of attributes. whole reports whether
// holes that are functions are filled with functions, not by their bodies.
func newProbe(base *typecheck.Module, path, text string, holes []Hole, texts []string, whole bool) (*probe, error) {
	p := &probe{base: base, path: path, text: text, holes: holes, texts: texts, whole: whole}
	return p, p.ready()
}

// ready finds the sites of a probe, builds it and reads its examples.
func (p *probe) ready() error {
	p.typed = map[string]*probe{}
	for i, h := range p.holes {
		if !h.attribute {
			p.sites = append(p.sites, &site{index: i, hole: h})
		}
	}
	if err := p.build(); err != nil {
		return err
	}
	return p.prepare()
}

// build makes the text of a probe and its types. It takes up to three rounds: the first finds the
// variables in scope, the second gives the calls their arguments and finds types, the third types holes
// that turned out to be functions.
func (p *probe) build() error {
	p.ops = make(op.Table, len(p.base.Ops())+len(p.sites))
	for name, o := range p.base.Ops() {
		p.ops[name] = o
	}
	fills := slices.Clone(p.texts)
	for round := range 3 {
		for _, s := range p.sites {
			fills[s.index] = s.call()
			p.ops[probeName(s.index)] = s.operator()
		}
		p.source = sourcefile.New(p.path, p.path, Substitute(p.text, p.holes, fills))
		again, err := p.locate(round)
		if err != nil {
			return err
		}
		if !again {
			break
		}
	}
	return nil
}

// as is the probe in which sites whose type the program leaves open have the types of some terms; nil
// where the checker refuses them. A probe without open sites is its own.
func (p *probe) as(kinds []*kind) *probe {
	var key strings.Builder
	for i, s := range p.sites {
		if s.open && i < len(kinds) {
			fmt.Fprintf(&key, "%d %s;", i, kinds[i].key)
		}
	}
	if key.Len() == 0 {
		return p
	}
	typed, known := p.typed[key.String()]
	if !known {
		typed = p.ascribe(kinds)
		p.typed[key.String()] = typed
	}
	return typed
}

// ascribe makes the probe whose open sites are bound by a `let` with a type.
func (p *probe) ascribe(kinds []*kind) *probe {
	to := &probe{base: p.base, path: p.path, text: p.text, holes: p.holes, texts: p.texts, examples: p.examples}
	for i, s := range p.sites {
		at := &site{index: s.index, hole: s.hole}
		if s.header != "" { // what has the type is the body of the literal
			at.header, at.annotated, at.params, at.vars, at.function = s.header, s.annotated, s.params, s.vars, s.function
		}
		if s.open && i < len(kinds) {
			at.ascribed = types.String(kinds[i].t)
		}
		to.sites = append(to.sites, at)
	}
	if to.build() != nil {
		return nil
	}
	if _, err := to.compile(); err != nil {
		return nil
	}
	return to
}

// call is the text in the place of the hole.
func (s *site) call() string {
	names := make([]string, len(s.vars))
	for i, v := range s.vars {
		names[i] = v.name
	}
	call := probeName(s.index) + "(" + strings.Join(names, ", ") + ")"
	if s.ascribed != "" {
		name := "%" + strings.ReplaceAll(probeName(s.index), ".", "_")
		call = "{ let " + name + ": " + s.ascribed + " = " + call + "; " + name + " }"
	}
	if s.header != "" {
		call = s.annotated + " { " + call + " }"
	}
	return call
}

// operator is the entry of the call: ∀ a… r. fn(a…) -> r, a function of any arguments to any result,
// which is what a hole is to the checker. It is impure, so that nothing moves or shares its calls.
func (s *site) operator() *op.Op {
	signature := &types.Func{}
	param := func(name string) types.Type {
		v := &types.Var{Name: name, Rigid: true}
		signature.Params = append(signature.Params, types.Param{Name: name, Var: v})
		return v
	}
	o := &op.Op{Name: probeName(s.index), Impure: true}
	for i := range s.vars {
		signature.In = append(signature.In, param(fmt.Sprintf("a%d", i)))
		o.Params = append(o.Params, op.Param{Name: fmt.Sprintf("x%d", i)})
	}
	signature.Out = param("r")
	o.Signature = signature
	o.Relation = func(*op.Call) op.Answer { return op.Silent() }
	o.Kernel = func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		if err := m.Charge(1); err != nil {
			return nil, err
		}
		if s.fill == nil {
			return nil, errUnknown
		}
		return s.fill(c.Args)
	}
	return o
}

// locate finds the calls in the probe's text. The first round finds the variables, the second one types;
// again reports whether calls were changed by what was found.
func (p *probe) locate(round int) (again bool, err error) {
	for i, item := range p.source.File.All() {
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			if item.Kind(n) != syntax.Call {
				continue
			}
			name := item.SourceText(item.Call(n).Callee)
			for _, s := range p.sites {
				if name == probeName(s.index) {
					s.item, s.node = i, n
				}
			}
		}
	}
	if round == 0 {
		for _, s := range p.sites {
			if s.node == syntax.NoNode {
				return false, errNoProbe
			}
			if s.header == "" {
				s.vars = variables(p.source.File.Item(s.item), s.node)
			}
		}
		return true, nil
	}
	// Now the calls have arguments: the checker gives the types of holes and variables.
	p.module = p.newModule(p.source.File)
	p.located = p.module
	for _, s := range p.sites {
		result := p.module.Check(s.item)
		for _, d := range result.Diagnostics {
			if d.Severity == codes.Error && d.Code != codes.AmbiguousType {
				return false, fmt.Errorf("%w: %s", errNoProbe, d.Message)
			}
		}
		// A type with variables of inference is open: candidates of several types may fit.
		s.wanted = types.Head(result.Type(s.node))
		s.open = types.IsBad(s.wanted)
		types.Walk(s.wanted, func(t types.Type) bool {
			v, variable := types.Head(t).(*types.Var)
			s.open = s.open || variable && !v.Rigid
			return !s.open
		})
		s.ins = nil
		for _, arg := range p.source.File.Item(s.item).Call(s.node).Args {
			s.ins = append(s.ins, types.Head(result.Type(arg)))
		}
		if f, ok := s.wanted.(*types.Func); ok && s.header == "" && len(f.Params) == 0 && !p.whole {
			s.literal(f, p.annotations[s.index])
			again = true
		}
	}
	return again, nil
}

// literal makes the hole one in the body of a function literal, whose parameters have the types of
// annotations.
func (s *site) literal(f *types.Func, annotations []string) {
	s.function = f
	letters := "abcdefghijklmnopqrstuvwxyz"
	if len(f.In) == 1 {
		letters = "vwxyzabcdefghijklmnopqrstu"
	}
	next := freshNames(s.vars, letters)
	fresh := func() string {
		s.params = append(s.params, next())
		return s.params[len(s.params)-1]
	}
	patterns, typed := make([]string, len(f.In)), make([]string, len(f.In))
	for i, in := range f.In {
		patterns[i] = parameterPattern(in, fresh)
		if typed[i] = patterns[i]; i < len(annotations) && annotations[i] != "" {
			typed[i] += ": " + annotations[i]
		}
	}
	s.header, s.annotated = "fn("+strings.Join(patterns, ", ")+")", "fn("+strings.Join(typed, ", ")+")"
	var own []variable
	for _, name := range s.params {
		own = append(own, variable{name: name})
	}
	s.vars = append(own, s.vars...)
}

// freshNames gives names of variables that none of some has, each once: the 26 letters in order, then
// the letters with numbers.
func freshNames(vars []variable, letters string) func() string {
	taken := map[string]bool{}
	for _, v := range vars {
		taken[v.name] = true
	}
	return func() string {
		for n := 0; ; n++ {
			name := "%" + string(letters[n%26])
			if n >= 26 {
				name += fmt.Sprint(n / 26)
			}
			if !taken[name] {
				taken[name] = true
				return name
			}
		}
	}
}

// parameterPattern takes tuples apart.
func parameterPattern(t types.Type, fresh func() string) string {
	tuple, ok := types.Head(t).(*types.Tuple)
	if !ok || len(tuple.Elems) == 0 {
		return fresh()
	}
	parts := make([]string, len(tuple.Elems))
	for i, elem := range tuple.Elems {
		parts[i] = parameterPattern(elem, fresh)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// newModule is the program of a file with the calls into the search among its operators.
func (p *probe) newModule(file *syntax.File) *typecheck.Module {
	return typecheck.NewModule(typecheck.Config{
		File: file, Imports: p.base.Imports(), Prelude: p.base.Prelude(), Ops: p.ops, Constants: p.base.Constants(),
	})
}

// compile compiles the probe with the expressions of its evaluation comments, which it gives.
func (p *probe) compile() (comments []evaluate.Comment, err error) {
	file := p.source.File
	for _, c := range evaluate.Comments(p.source) {
		if c.Kind != evaluate.GivesValue {
			continue
		}
		if c.Item < 0 {
			c.Item = file.Len()
			file = file.With(syntax.ParseItem(p.source.Text()[c.Expr.Start:c.Expr.End]))
		}
		comments = append(comments, c)
	}
	p.module = p.newModule(file)
	p.program, err = interp.Compile(p.module, nil)
	return comments, err
}

// prepare compiles the probe, and reads the values of its evaluation comments.
func (p *probe) prepare() error {
	comments, err := p.compile()
	if err != nil {
		return err
	}
	file := p.module.File()
	// The values of comments are expressions: they are evaluated as items after the file.
	var wants []*syntax.Item
	for _, c := range comments {
		t := p.module.Check(c.Item).Type(file.Item(c.Item).TopLevel(file.Item(c.Item).Root))
		wants = append(wants, syntax.ParseItem(evaluate.AtType(c.Text, t)))
	}
	expected := p.program.Extend(p.newModule(file.With(wants...)))
	for i, c := range comments {
		want, _, err := expected.Run(context.Background(), interp.Entry{Item: file.Len() + i}, nil, limits)
		if err != nil {
			return fmt.Errorf("the value of an evaluation comment cannot be read: %w", err)
		}
		p.examples = append(p.examples, example{c.Item, want, value.Tolerance{Within: c.Within}})
	}
	p.findDirect()
	return nil
}

// limits are those of one run.
var limits = interp.Options{Threads: 1, Sequential: true, MaxSteps: runSteps, MaxDepth: runDepth, MaxMemory: runMemory}

// partLimits are those of one call in a candidate.
var partLimits = interp.Options{Threads: 1, Sequential: true, MaxSteps: runSteps / 10, MaxDepth: runDepth, MaxMemory: runMemory}

// run evaluates an example with the fillers of the sites.
func (p *probe) run(ctx context.Context, i int) (value.Value, error) {
	v, _, err := p.program.Run(ctx, interp.Entry{Item: p.examples[i].item}, nil, limits)
	return v, err
}

// isUnknown reports whether a run ended at a hole whose value is not known.
func isUnknown(err error) bool {
	return err != nil && strings.Contains(err.Error(), errUnknown.Error())
}

// A definition is a snippet that was added to the probe: a function of the values of terms.
type definition struct {
	program *interp.Program
	name    string
	out     types.Type
}

// define adds a definition with parameters %a0, %a1, … of some types; ok is false where the checker
// refuses its body. Types may hold the parameters of the definition that a site is in, so the new one
// declares them, too, and its result is translated to those of the site (translate).
func (p *probe) define(s *site, ins []types.Type, body string) (d definition, ok bool) {
	p.defined++
	d.name = fmt.Sprintf("@fill_%d", p.defined)
	params := make([]string, len(ins))
	for i, in := range ins {
		params[i] = fmt.Sprintf("%%a%d: %s", i, types.String(in))
	}
	item := syntax.ParseItem(fmt.Sprintf("def %s%s(%s) { %s }", d.name, p.typeParams(s), strings.Join(params, ", "), body))
	if len(item.Errors) > 0 {
		return d, false
	}
	file := p.module.File().With(item)
	m := p.newModule(file)
	n := file.Len() - 1
	for _, found := range m.Check(n).Diagnostics {
		if found.Severity == codes.Error {
			return d, false
		}
	}
	_, t, _ := m.Signature(n)
	f, ok := types.Head(t).(*types.Func)
	if !ok || len(f.Where) > 0 {
		return d, false
	}
	d.out, ok = p.translate(s, f)
	d.program = p.program.Extend(m)
	return d, ok
}

// typeParams is the text of the type parameters of the definition that a site is in.
func (p *probe) typeParams(s *site) string {
	item := p.module.File().Item(s.item)
	if item.Kind(item.Root) != syntax.ItemDef {
		return ""
	}
	return item.SourceText(item.Def(item.Root).TypeParams)
}

// translate is the result of an added definition, in the parameters of the site's definition.
func (p *probe) translate(s *site, f *types.Func) (types.Type, bool) {
	own := map[string]types.Param{}
	if _, t, ok := p.located.Signature(s.item); ok {
		if g, ok := types.Head(t).(*types.Func); ok {
			for _, param := range g.Params {
				own[param.Name] = param
			}
		}
	}
	sub := types.Substitution{}
	for _, param := range f.Params {
		to, ok := own[param.Name]
		if !ok || (to.Sym == nil) != (param.Sym == nil) {
			return nil, false
		}
		sub.Params = append(sub.Params, param)
		if to.Sym != nil {
			sub.Types, sub.Dims = append(sub.Types, nil), append(sub.Dims, types.DimOf(symbolVar(to)))
		} else {
			sub.Types, sub.Dims = append(sub.Types, to.Var), append(sub.Dims, types.Any)
		}
	}
	return types.Head(sub.Apply(f.Out)), true
}

// call runs an added definition on arguments, within partLimits.
func (d definition) call(args []value.Value) (value.Value, error) {
	v, _, err := d.program.Run(context.Background(), interp.Entry{Name: d.name}, args, partLimits)
	if isUnknown(err) {
		return nil, errUnknown
	}
	return v, err
}
