package onnx

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx/schema"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Read makes the program of a model. What is wrong with the model is among the findings of
// the program, which represents the rest. ext opens the files of weights outside the model;
// nil refuses them. With given inputs the program is one for them alone; nil is for all.
func Read(m *wire.Model, ext wire.External, table op.Table, given model.Inputs) *model.Program {
	r := &reader{
		Builder: model.NewBuilder(table), model: m, ext: ext, given: given,
		versions: map[string]int64{}, functions: map[functionName]*wire.Function{},
		instances: map[string]instance{}, reads: map[int][]*binding{},
	}
	for _, f := range m.Functions {
		r.functions[functionName{f.Domain, f.Name, f.Overload}] = f
	}
	r.imports(m.Opsets)
	if m.Graph == nil {
		r.report(model.Finding{Code: codes.SyntaxError, Node: -1, Input: -1, Message: "the model has no graph"})
		r.Define("main")
		r.Return()
		return r.Finish()
	}
	if why := tooLarge(m.Graph); why != "" {
		r.report(model.Finding{Code: codes.TooLarge, Node: -1, Input: -1, Message: why})
		r.Define("main")
		r.Return()
		return r.Finish()
	}
	r.main(m.Graph)
	if r.repeated > mostRepeated && !slices.ContainsFunc(r.Program.Findings, func(f model.Finding) bool { return f.Code == codes.TooLarge }) {
		r.report(model.Finding{Code: codes.TooLarge, Node: -1, Input: -1, Message: repeatedText()}) // a branch that is not taken
	}
	return r.Finish()
}

// mostNodes bounds the nodes and the declared values of a graph. It is several times what the
// largest models have that are in use.
const mostNodes = 1 << 18

// tooLarge says why the graph of a model is too large to be read, "" where it is not.
func tooLarge(g *wire.Graph) string {
	for _, list := range []struct {
		count int
		of    string
	}{
		{len(g.Nodes), "nodes"}, {len(g.Initializers) + len(g.Sparse), "initializers"},
		{len(g.Inputs), "inputs"}, {len(g.Outputs), "outputs"}, {len(g.Values), "declared values"},
	} {
		if list.count > mostNodes {
			return fmt.Sprintf("the graph has %d %s; at most %d are read", list.count, list.of, mostNodes)
		}
	}
	return ""
}

// A reader reads one model: graphs from the outside in, nodes in their order.
type reader struct {
	*model.Builder
	model     *wire.Model
	ext       wire.External
	given     model.Inputs
	versions  map[string]int64 // of the operator sets, by domain
	functions map[functionName]*wire.Function
	instances map[string]instance // of functions, by name and types
	made      []string            // the keys of instances, in order
	scope     *scope
	reads     map[int][]*binding // what each node reads
	calls     []functionName     // functions that are being read
	depth     int                // of graphs
	repeated  int                // nodes that were read inside functions and graphs of nodes
	needed    map[string]bool    // extents that a node was said to need, see needs
}

type functionName struct{ domain, name, overload string }

// A scope has the values of a graph by their names.
type scope struct {
	outer  *scope
	values map[string]*binding
	later  map[string]int             // the index of the node of this graph that gives a value
	params map[string]*wire.Attribute // of a function that is being read
}

// A binding is a value of the model.
type binding struct {
	*model.Value
	name   string
	node   int    // that gives it, index in Program.Nodes; -1 for none
	kind   string // how messages call it: `input`, `initializer`
	tensor *wire.Tensor
	read   bool
	failed bool // its node is at fault, which is reported
}

// find returns the binding of a name, nil where there is none.
func (s *scope) find(name string) *binding {
	for ; s != nil; s = s.outer {
		if v := s.values[name]; v != nil {
			return v
		}
	}
	return nil
}

func (r *reader) enter() {
	r.scope = &scope{outer: r.scope, values: map[string]*binding{}, later: map[string]int{}}
	if r.scope.outer != nil {
		r.scope.params = r.scope.outer.params
	}
}

func (r *reader) leave() { r.scope = r.scope.outer }

// report adds a finding with the severity of its code, or another one that it states.
func (r *reader) report(f model.Finding) {
	if f.Severity == codes.Error { // the zero value
		f.Severity = f.Code.DefaultSeverity()
	}
	r.Program.Findings = append(r.Program.Findings, f)
}

// reportError adds a finding as an error, whatever its code is elsewhere: what keeps every run
// from its end is one.
func (r *reader) reportError(f model.Finding) {
	f.Severity = codes.Error
	r.Program.Findings = append(r.Program.Findings, f)
}

// imports notes the versions of the operator sets.
func (r *reader) imports(sets []wire.Opset) {
	clear(r.versions)
	for _, s := range sets {
		r.versions[schema.Canonical(s.Domain)] = s.Version
	}
	if len(sets) == 0 {
		r.versions[""] = 1
	}
}

// main writes the graph of the model as the definition @main.
func (r *reader) main(g *wire.Graph) {
	name := "main"
	r.Define(name, r.about(g)...)
	r.enter()
	defer r.leave()
	r.initializers(g)
	for _, in := range g.Inputs {
		r.input(in)
	}
	r.nodes(g)
	var results []*model.Value
	for _, out := range g.Outputs {
		if v := r.output(out); v.Known() {
			results = append(results, v)
		}
	}
	r.unused(g)
	r.Return(results...)
}

// about describes the model in the comment above its program.
func (r *reader) about(g *wire.Graph) (lines []string) {
	text := "The graph " + strconv.Quote(g.Name)
	if r.model.Producer != "" {
		text += ", made by " + excerptOf(r.model.Producer+" "+r.model.ProducerVersion)
	}
	return append(lines, text+", as a program.")
}

// initializers binds the constants of a graph.
func (r *reader) initializers(g *wire.Graph) {
	for _, t := range g.Initializers {
		if !r.isNew(t.Name, "initializer") {
			continue
		}
		r.bind(t.Name, &binding{Value: r.tensor(t), kind: "initializer", node: -1, tensor: t})
	}
	for _, s := range g.Sparse {
		if s.Values == nil || !r.isNew(s.Values.Name, "initializer") {
			continue
		}
		r.reportError(model.Finding{Code: codes.UnknownOperator, Node: -1, Input: -1, Value: s.Values.Name,
			Message: fmt.Sprintf("the initializer %q is a sparse tensor, which is not read", s.Values.Name)})
		r.bind(s.Values.Name, &binding{Value: r.Unknown(), kind: "initializer", node: -1, failed: true})
	}
}

// isNew reports whether the open graph has no value of a name yet, and reports one that it has.
func (r *reader) isNew(name, kind string) bool {
	before := r.scope.values[name]
	if before == nil {
		return true
	}
	r.report(model.Finding{Code: codes.DuplicateDefinition, Node: -1, Input: -1, Value: name,
		Message: fmt.Sprintf("two values of the graph are called %q: %s and %s", name, r.origin(before), kind)})
	return false
}

// bind gives a value of the graph that is being read its name.
func (r *reader) bind(name string, b *binding) *binding {
	b.name = name
	r.scope.values[name] = b
	if r.depth == 0 {
		r.Represents(b.Value, name)
		return b
	}
	if t, ok := types.Head(b.Type).(*types.Tensor); ok {
		r.ranked(name, len(t.Shape))
	}
	return b
}

// ranked notes the rank of a value of a function, or of a graph inside of a node.
func (r *reader) ranked(name string, rank int) {
	of := model.InnerValue{Value: name}
	if n := len(r.calls); n > 0 {
		of.Domain, of.Function = schema.Canonical(r.calls[n-1].domain), r.calls[n-1].name
	}
	if r.Program.Ranks == nil {
		r.Program.Ranks = map[model.InnerValue]int{}
	}
	if before, known := r.Program.Ranks[of]; known && before != rank {
		rank = model.UnknownRank
	}
	r.Program.Ranks[of] = rank
}

// input binds an input of the model as a parameter. One that has an initializer has that as
// its value.
func (r *reader) input(in *wire.ValueInfo) {
	if before := r.scope.values[in.Name]; before != nil && before.tensor != nil {
		r.claim(before, in, "the type of the input")
		return
	}
	if !r.isNew(in.Name, "input") {
		return
	}
	t := r.typeOf(in.Type, in.Name, true)
	given, isGiven := r.given[in.Name]
	if isGiven {
		t = model.TypeOf(given)
	}
	if t == nil {
		t = types.ErrorType
	}
	if types.IsBad(t) {
		r.report(model.Finding{Code: codes.AmbiguousType, Severity: codes.Info, Node: -1, Input: -1, Value: in.Name,
			Message: fmt.Sprintf("the type of the input %q is not known: %s", in.Name, untyped(in.Type)),
			Notes:   []string{"Nothing is known of what is computed from it."}})
	}
	v := r.Param(in.Name, t)
	if a := value.Dense(given); isGiven && a != nil {
		v.Given(a)
	}
	r.bind(in.Name, &binding{Value: v, kind: "input", node: -1})
	r.Program.Inputs = append(r.Program.Inputs, model.Port{Name: in.Name, Local: v.Local(), Type: t})
	r.typed(in.Name, t)
}

// typed records the type of a value of the model's graph.
func (r *reader) typed(name string, t types.Type) {
	if r.depth > 0 {
		return
	}
	if types.IsBad(t) {
		t = nil
	}
	r.Program.Values = append(r.Program.Values, model.TypedValue{Name: name, Type: t})
}

// output checks the declared type of an output and returns its value. The program has no
// result for one that is not known.
func (r *reader) output(out *wire.ValueInfo) *model.Value {
	b := r.use(out.Name)
	if b == nil {
		r.report(model.Finding{Code: codes.UndefinedName, Node: -1, Input: -1, Value: out.Name,
			Message: fmt.Sprintf("the output %q is given by no node", out.Name)})
		return r.Unknown()
	}
	v := r.claim(b, out, "the output")
	r.Program.Outputs = append(r.Program.Outputs, model.Port{Name: out.Name, Type: v.Type})
	return v
}

// use returns the binding of a name that is read.
func (r *reader) use(name string) *binding {
	b := r.scope.find(name)
	if b != nil {
		b.read = true
	}
	return b
}

// claim compares a value with a type that the model declares for it, and returns the value. The declared
// type is no more than a claim: models are edited without it, and exporters write it wrongly. Where it
// says less than is computed, or nothing is computed, it is passed over.
func (r *reader) claim(b *binding, info *wire.ValueInfo, what string) *model.Value {
	claimed := r.typeOf(info.Type, info.Name, false)
	if claimed == nil || b.failed {
		return b.Value
	}
	if !b.Known() {
		return b.Value
	}
	if why := contradiction(b.Type, claimed); why != "" {
		r.report(model.Finding{Code: codes.StaleShape, Node: b.node, Input: -1, Value: b.name,
			Message: fmt.Sprintf("%s `%s` is declared %s, and the nodes compute %s: %s",
				what, b.name, typeText(claimed), typeText(b.Type), why),
			Notes: r.chain(b)})
		return b.Value
	}
	return b.Value
}

// A claim is a type that a graph declares for a value. That of an output of the graph is
// compared where the output is.
type claim struct {
	*wire.ValueInfo
	output bool
}

// nodes reads the nodes of a graph in their order.
func (r *reader) nodes(g *wire.Graph) {
	claims := map[string]claim{}
	for _, info := range g.Outputs {
		claims[info.Name] = claim{info, true}
	}
	for _, info := range g.Values {
		claims[info.Name] = claim{info, false}
	}
	for i, n := range g.Nodes {
		for _, out := range n.Outputs {
			if _, given := r.scope.later[out]; out != "" && !given {
				r.scope.later[out] = i
			}
		}
	}
	for i, n := range g.Nodes {
		r.node(n, i, claims)
	}
}

// mostRepeated bounds the nodes that are read inside functions and graphs of nodes. Where a
// function calls another twice, or a loop is in the body of a loop, which is read twice to
// find the types of its states, nodes are read twice as often with each level.
const mostRepeated = 1 << 17

func repeatedText() string {
	return fmt.Sprintf("functions and graphs inside of nodes have more than %d nodes, counted as often as they are read", mostRepeated)
}

// node reads one node: its inputs, its translation, its outputs.
func (r *reader) node(proto *wire.Node, i int, claims map[string]claim) {
	around := r.Node()
	index := len(r.Program.Nodes)
	at := model.Node{Name: proto.Called(i), Op: proto.OpType}
	if r.depth == 0 {
		at.Top = i + 1
	}
	r.Program.Nodes = append(r.Program.Nodes, at)
	r.Begin(index)
	defer r.Begin(around)
	n := &node{reader: r, proto: proto, index: index, claims: claims}
	ok := n.readInputs(i)
	r.reads[index] = n.sources
	if r.depth > 0 {
		r.repeated++
	}
	var results []*model.Value
	switch {
	case !ok:
	case r.repeated > mostRepeated+1:
		n.broken = true // as one node before says
	case r.repeated > mostRepeated:
		n.Failf(codes.TooLarge, "%s", repeatedText())
	default:
		results = n.recovered()
	}
	n.bindOutputs(results, ok)
}

// unused reports initializers and nodes that nothing reads, of a model without errors.
func (r *reader) unused(g *wire.Graph) {
	for _, f := range r.Program.Findings {
		if f.Severity == codes.Error {
			return // what a faulty node would read seems unused
		}
	}
	outputs := map[string]bool{}
	for _, out := range g.Outputs {
		outputs[out.Name] = true
	}
	for _, t := range g.Initializers {
		if b := r.scope.values[t.Name]; b != nil && !b.read && b.tensor == t {
			r.report(model.Finding{Code: codes.UnusedBinding, Node: -1, Input: -1, Value: t.Name,
				Message: fmt.Sprintf("nothing reads the initializer %q", t.Name)})
		}
	}
	for i, n := range g.Nodes {
		dead := len(n.Outputs) > 0 && !slices.ContainsFunc(n.Outputs, func(out string) bool {
			b := r.scope.values[out]
			return out != "" && (b == nil || b.read || outputs[out])
		})
		if dead {
			r.dead(n, i)
		}
	}
}

// dead reports a node whose results nothing reads.
func (r *reader) dead(n *wire.Node, i int) {
	for _, out := range n.Outputs {
		if b := r.scope.values[out]; out != "" && b != nil {
			r.Keep(b.Value)
			r.report(model.Finding{Code: codes.UnusedBinding, Node: b.node, Input: -1, Value: out,
				Message: fmt.Sprintf("nothing reads what the node %q gives", n.Called(i))})
			return
		}
	}
}
