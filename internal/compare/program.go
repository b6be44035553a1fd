package compare

import (
	"fmt"
	"hash/maphash"
	"strconv"
	"strings"
	"unsafe"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/model/pairing"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/metadata"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/definition"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/typecheck/literal"
)

// programFlow makes a graph of the first of a program's entry points, with the definitions
// that it calls in place of the calls. That of a model is the program that represents it, under
// the names of its nodes.
func (f modelFile) programFlow() (*flow, error) {
	file, err := f.snapshot.File(f.path)
	if err != nil {
		return nil, err
	}
	points := definition.EntryPoints(file)
	if len(points) == 0 {
		return nil, fmt.Errorf("%s has no definition and no top-level expression", file.Source.Name)
	}
	info := workspace.SoundItem(file.Module, points[0])
	if info == nil {
		return nil, fmt.Errorf("%s has errors: models are compared once `fraccheck check` accepts them", file.Source.Name)
	}
	b := &programBuilder{
		file: file, out: &pairing.Graph{}, open: map[*typecheck.Info]bool{}, arrays: map[int]*value.Array{},
		tuples: map[*part]pairing.Operand{}, watchpoints: map[evaluate.Watchpoint]int{},
	}
	b.constants = f.programConstants(file.Source)
	b.names = b.nodeNames()
	results, err := b.item(info, nil, "")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Source.Name, err)
	}
	for i, r := range results.parts() {
		o := b.operand(r)
		name := "result " + strconv.Itoa(i)
		if m := file.Source.Model; m != nil && i < len(m.Outputs) {
			name = m.Outputs[i].Name
		}
		b.out.Outputs = append(b.out.Outputs, pairing.Output{Name: name, Operand: o})
	}
	array := func(i int) (*value.Array, error) { return b.arrays[i], nil }
	run := func() (*watched, error) { return f.watchedProgram(points[0], b) }
	return &flow{main: b.out, array: array, costs: func() nodeCosts { return nil }, inputs: func() []types.Type { return nil }, run: run, close: func() {}}, nil
}

// programConstants are the values of `meta[…][i]` in a program.
func (f modelFile) programConstants(source *workspace.Source) metadata.Source {
	if source.Model != nil {
		return sourcefile.ModelConstants(source.Model)
	}
	if name, ok := source.ConstantsFile(); ok {
		return sourcefile.FileConstants(f.files, source.Path, name)
	}
	return func(string, int) (*value.Array, error) { return nil, nil }
}

// A programBuilder makes the graph of a program.
type programBuilder struct {
	file        *workspace.File
	out         *pairing.Graph
	constants   metadata.Source
	open        map[*typecheck.Info]bool // definitions that are being entered
	arrays      map[int]*value.Array     // of constants, by index
	names       func(offset int32) string
	entered     int                         // calls
	tuples      map[*part]pairing.Operand   // nodes of tuples, by their first part
	ports       []model.Port                // the inputs
	watchpoints map[evaluate.Watchpoint]int // the nodes whose values a run shows, by their places
}

// nodeNames names what is at a byte of an item: the node of a model, or the place.
func (b *programBuilder) nodeNames() func(int32) string {
	m := b.file.Source.Model
	return func(offset int32) string {
		if m != nil {
			if at := m.NodeAt(offset); at >= 0 {
				return m.Nodes[at].Name
			}
		}
		start, _ := workspace.Place{Source: b.file.Source, Span: syntax.Span{Start: offset, End: offset}}.Range()
		return fmt.Sprintf("%d:%d", start.Line, start.Column)
	}
}

// A part is a value: an operand, or several of a tuple.
type part struct {
	pairing.Operand
	tuple []part // nil for what is no tuple that is known in parts
}

// parts are the values of a tuple, or the value itself.
func (p part) parts() []part {
	if p.tuple != nil {
		return p.tuple
	}
	return []part{p}
}

// mostFlow bounds the nodes, and the calls, of a program with its definitions in place of calls.
const mostFlow = 1 << 18

// An entered item is a definition whose graph is read.
type entered struct {
	*programBuilder
	info   *typecheck.Info
	g      *graph.Graph
	args   []part // of a call; nil for the entry point
	calls  string // that lead to it (evaluate.WithCall)
	wholes map[syntax.NodeID]syntax.NodeID
	values []part // by value of the graph
}

// item adds what an item computes, and gives its result.
func (b *programBuilder) item(info *typecheck.Info, args []part, calls string) (part, error) {
	e := &entered{programBuilder: b, info: info, g: graph.Of(info), args: args, calls: calls, wholes: wholesOf(info.Item)}
	b.entered++
	b.open[info] = true
	defer delete(b.open, info)
	e.values = make([]part, e.g.Len())
	parameter := 0
	for v := range graph.Value(e.g.Len()) {
		if len(b.out.Nodes) > mostFlow || b.entered > mostFlow {
			return part{}, fmt.Errorf("with its definitions in place of calls it has more than %d nodes or calls", mostFlow)
		}
		if e.g.Kind(v) == graph.Parameter && e.g.Block(v) == graph.Body {
			e.values[v] = e.parameter(v, parameter)
			parameter++
			continue
		}
		var err error
		if e.values[v], err = e.value(v); err != nil {
			return part{}, err
		}
	}
	for v := range graph.Value(e.g.Len()) {
		for _, u := range e.g.Uses(v) {
			if u.User == graph.None && u.Position == graph.Result && u.Block == graph.Body {
				return e.values[v], nil
			}
		}
	}
	return part{}, nil
}

// wholesOf are the expressions whose values signs compute, such as the `+` of a sum: the last sign of
// a chain, and the first of those before an operand. Values in the middle of a chain belong to no
// expression.
func wholesOf(item *syntax.Item) map[syntax.NodeID]syntax.NodeID {
	wholes := map[syntax.NodeID]syntax.NodeID{}
	item.Walk(item.Root, func(n syntax.NodeID) bool {
		switch item.Kind(n) {
		case syntax.Binary:
			if chain := item.Binary(n); chain.Links() > 0 {
				sign, _ := chain.Link(chain.Links() - 1)
				wholes[sign] = n
			}
		case syntax.Unary:
			if u := item.Unary(n); len(u.Operators) > 0 {
				wholes[u.Operators[0]] = n
			}
		}
		return true
	})
	return wholes
}

// parameter is a parameter of the item: an argument of the call, or an input.
func (e *entered) parameter(v graph.Value, i int) part {
	if e.args != nil {
		if i < len(e.args) {
			return e.args[i]
		}
		return part{}
	}
	name := strings.TrimPrefix(e.text(v), "%")
	if m := e.file.Source.Model; m != nil && i < len(m.Inputs) {
		name = m.Inputs[i].Name
	}
	e.out.Inputs = append(e.out.Inputs, pairing.Input{Name: name, Type: typeName(e.g.Type(v))})
	e.ports = append(e.ports, model.Port{Name: name, Type: e.g.Type(v)})
	return part{Operand: pairing.Operand{From: pairing.FromInput, At: len(e.out.Inputs) - 1}}
}

func typeName(t types.Type) string {
	if t == nil || types.IsBad(t) {
		return ""
	}
	return types.String(t)
}

func (e *entered) text(v graph.Value) string { return e.info.Item.SourceText(e.g.Node(v)) }

// value adds what a value is.
func (e *entered) value(v graph.Value) (part, error) {
	switch e.g.Kind(v) {
	case graph.Literal:
		return e.literal(v)
	case graph.Tuple:
		parts := make([]part, 0, 2)
		for _, o := range e.g.Operands(v) {
			parts = append(parts, e.of(o.Value))
		}
		return part{tuple: parts}, nil
	case graph.Project:
		whole := e.of(e.g.Operands(v)[0].Value)
		if i := e.g.Index(v); whole.tuple != nil && i >= 0 && i < len(whole.tuple) {
			return whole.tuple[i], nil
		}
		if whole.From == pairing.FromNode && whole.Out == 0 {
			whole.Out = e.g.Index(v) + 1
			return whole, nil
		}
	case graph.Call:
		if r, ok, err := e.call(v); ok || err != nil {
			return r, err
		}
	case graph.Name:
		return part{Operand: e.constantText(e.text(v))}, nil
	case graph.Parameter:
		// of a function literal: what it is depends on the function and the position alone
		return part{Operand: e.constantText("parameter " + strconv.Itoa(int(e.g.Block(v))) + " " + e.text(v))}, nil
	}
	return e.node(v), nil
}

func (e *entered) of(v graph.Value) part {
	if v == graph.None {
		return part{}
	}
	return e.values[v]
}

// call enters the definition that a call names, unless it is entered already or is not at hand.
func (e *entered) call(v graph.Value) (part, bool, error) {
	operands := e.g.Operands(v)
	callee := operands[0].Value
	if callee == graph.None || e.g.Kind(callee) != graph.Name || e.g.Block(v) != graph.Body {
		return part{}, false, nil
	}
	o := e.info.Object(e.g.Node(callee))
	if o == nil || o.Kind != typecheck.DefObject {
		return part{}, false, nil
	}
	info := workspace.SoundTree(e.file.Module, o)
	if info == nil || e.open[info] {
		return part{}, false, nil
	}
	args := make([]part, 0, len(operands)-1)
	for _, a := range operands[1:] {
		args = append(args, e.of(a.Value))
	}
	r, err := e.item(info, args, evaluate.WithCall(e.calls, e.info.Item, e.g.Node(v)))
	return r, true, err
}

// node adds a value as a node.
func (e *entered) node(v graph.Value) part {
	n := pairing.Node{Name: e.name(v), Op: e.operator(v), Types: []string{typeName(e.g.Type(v))}}
	if a, ok := e.info.Application(e.g.Node(v)); ok && e.g.Kind(v) == graph.Operation {
		for i, x := range a.Attrs.Values {
			n.Attributes = append(n.Attributes, pairing.Attribute{Name: a.Op.Attrs[i].Name, Value: x.String()})
		}
		n.Commutes = len(e.g.Operands(v)) == 2 && a.Op.Laws.Commutative.Exact&op.ClassOf(e.g.Type(v)) != 0
	}
	for i, o := range e.g.Operands(v) {
		operand := e.operand(e.of(o.Value))
		operand.Role = strconv.Itoa(i)
		if o.Block != e.g.Block(v) {
			n.Inner = append(n.Inner, operand)
		} else {
			n.Operands = append(n.Operands, operand)
		}
	}
	e.out.Nodes = append(e.out.Nodes, n)
	if e.g.Blocks()[e.g.Block(v)].Function == graph.Body {
		at := evaluate.Watchpoint{Item: e.info.Item, Node: e.g.Node(v), Calls: e.calls, Part: evaluate.WholeValue}
		if whole, ok := e.wholes[at.Node]; ok {
			at.Node = whole
		}
		e.watchpoints[at] = len(e.out.Nodes) - 1
	}
	return part{Operand: pairing.Operand{From: pairing.FromNode, At: len(e.out.Nodes) - 1}}
}

// name is that of the model's node, or the place in the program.
func (e *entered) name(v graph.Value) string {
	home := e.file.Source
	i, ok := home.Index(e.info.Item)
	if !ok {
		return e.operator(v)
	}
	return e.names(home.Absolute(i, e.info.Item.Span(e.g.Node(v))).Start)
}

// operator is what a value does, in a word.
func (e *entered) operator(v graph.Value) string {
	switch e.g.Kind(v) {
	case graph.Operation:
		if a, ok := e.info.Application(e.g.Node(v)); ok {
			return a.Op.Name
		}
	case graph.Call:
		return "call"
	case graph.Construct:
		return e.info.Item.SourceText(e.info.Item.Call(e.g.Node(v)).Callee)
	case graph.Free, graph.Self, graph.Read:
		return e.text(v)
	case graph.Project, graph.Field:
		return e.g.Kind(v).String() + " " + strconv.Itoa(e.g.Index(v))
	}
	return e.g.Kind(v).String()
}

// operand is a value that a node reads; a tuple becomes a node, once for all that read it.
func (b *programBuilder) operand(p part) pairing.Operand {
	if p.tuple == nil {
		return p.Operand
	}
	key := unsafe.SliceData(p.tuple)
	if known, ok := b.tuples[key]; ok {
		return known
	}
	n := pairing.Node{Name: "tuple", Op: "tuple"}
	for i, one := range p.tuple {
		o := b.operand(one)
		o.Role = strconv.Itoa(i)
		n.Operands = append(n.Operands, o)
	}
	b.out.Nodes = append(b.out.Nodes, n)
	made := pairing.Operand{From: pairing.FromNode, At: len(b.out.Nodes) - 1}
	if len(p.tuple) > 0 {
		b.tuples[key] = made
	}
	return made
}

// seed makes hashes of constants comparable among the programs that one process reads.
var seed = maphash.MakeSeed()

// constantText adds a constant by its text.
func (b *programBuilder) constantText(text string) pairing.Operand {
	text = strings.Join(strings.Fields(text), " ")
	b.out.Constants = append(b.out.Constants, pairing.Constant{Name: text, Hash: maphash.String(seed, text)})
	return pairing.Operand{From: pairing.FromConstant, At: len(b.out.Constants) - 1}
}

// metaText is a constant of the metadata.
var metaText = lazyregexp.New(`^meta\[([\w.]+)\]\[(\d+)\]$`)

// literal adds a literal: a constant of the metadata by its elements, another one by its text.
func (e *entered) literal(v graph.Value) (part, error) {
	text := e.text(v)
	m := metaText().FindStringSubmatch(strings.Join(strings.Fields(text), ""))
	var a *value.Array
	if m != nil {
		i, err := strconv.Atoi(m[2])
		if err != nil {
			return part{}, err
		}
		if a, err = e.constants(m[1], i); err != nil {
			return part{}, err
		}
	} else {
		a = e.written(v)
	}
	if a == nil {
		return part{Operand: e.constantText(text)}, nil
	}
	h, err := wire.NewTensor("", a).Hash(seed, nil)
	if err != nil {
		return part{}, err
	}
	e.out.Constants = append(e.out.Constants, pairing.Constant{Name: text, Type: a.Dtype.String(), Shape: "(" + strings.Trim(indexText(a.Shape), "[]") + ")", Hash: h})
	at := len(e.out.Constants) - 1
	e.arrays[at] = a
	return part{Operand: pairing.Operand{From: pairing.FromConstant, At: at}}, nil
}

// written is a tensor whose elements are written as numbers; nil for others.
func (e *entered) written(v graph.Value) *value.Array {
	t, ok := types.Head(e.g.Type(v)).(*types.Tensor)
	if !ok {
		return nil
	}
	shape := make([]int, len(t.Shape))
	for i, d := range t.Shape {
		n, known := d.Const()
		if !known || n < 0 || n > mostWritten {
			return nil
		}
		shape[i] = int(n)
	}
	d, ok := model.DtypeOf(t.Dtype)
	if n, err := value.CheckedLen(shape); !ok || err != nil || n > mostWritten {
		return nil
	}
	a, at, item := value.NewArray(d, shape), 0, e.info.Item
	item.Walk(e.g.Node(v), func(n syntax.NodeID) bool {
		kind, text := item.Kind(n), strings.ReplaceAll(item.SourceText(n), " ", "")
		if kind != syntax.Int && kind != syntax.Float {
			return true
		}
		if at++; at > a.Len() {
			return false
		}
		x := value.FromFloat(value.Float64, literal.FloatValue(text).Float)
		if k := literal.IntValue(text); kind == syntax.Int && k.Kind == op.IntValue {
			x = value.FromInt(value.Int64, k.Int)
		}
		value.Store(a.Data, at-1, x.Convert(d))
		return true
	})
	if at != a.Len() {
		return nil
	}
	return a
}

// mostWritten bounds the elements of a tensor that are read from the text.
const mostWritten = 1 << 20
