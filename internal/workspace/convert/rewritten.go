package convert

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx"
	"github.com/fraccheck/fraccheck/internal/model/onnx/export"
	"github.com/fraccheck/fraccheck/internal/model/onnx/schema"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// ModelFileOf is the file of a model, to be written to another path as it is. Weights outside of
// the file are found by their places in the folder, so that the folder must be the same.
func ModelFileOf(source *workspace.Source, to string) ([]byte, error) {
	file, err := disk.Read(source.Path, disk.Models)
	if err != nil {
		return nil, disk.Cause(err)
	}
	m, err := wire.Decode(file)
	if err != nil || m.Graph == nil {
		return file, err
	}
	for _, t := range m.Graph.Initializers {
		if t.Location == wire.InExternal && filepath.Dir(to) != filepath.Dir(source.Path) {
			return nil, fmt.Errorf("%s has weights in other files of its folder, so that it can be written to that folder alone", source.Name)
		}
	}
	return file, nil
}

// Rewritten is the file of a model to whose program rules were applied. The nodes whose
// statements are as they were stay in the file byte for byte, and so does all else; the others
// are replaced by nodes for the statements that the rules have written. refused is where these
// cannot be expressed.
func Rewritten(ctx context.Context, before, after *typecheck.Module, source *workspace.Source, to string) (file []byte, refused *Refused, err error) {
	file, err = ModelFileOf(source, to)
	if err != nil {
		return nil, nil, err
	}
	m, err := wire.Decode(file)
	if err != nil {
		return nil, nil, err
	}
	c := &changes{source: source, model: m, before: statementsOf(before), after: statementsOf(after)}
	if err := c.find(); err != nil {
		return nil, nil, err
	}
	part, err := c.patch().Part(after, entryName)
	var refusal *export.Refusal
	switch {
	case errors.As(err, &refusal):
		item := after.File().Item(refusal.Item)
		return nil, &Refused{workspace.Place{Source: source}, fmt.Sprintf("`%s`: %s", item.Text[refusal.Span.Start:refusal.Span.End], refusal.Message)}, nil
	case err != nil:
		return nil, nil, err
	}
	splice := &wire.Splice{Drop: c.dropped, Before: c.placed(part.Nodes), Added: part.Initializers}
	if splice.Model, err = c.functions(part); err != nil {
		return nil, nil, err
	}
	changed, err := splice.Apply(file)
	if err != nil {
		return nil, nil, err
	}
	return changed, nil, c.sound(changed, to, after)
}

// statements are the bindings of the definition that represents the graph.
type statements struct {
	texts  map[string]string // by variable, the whole binding
	starts map[string]int32  // by variable, where the binding begins in the file
	result string            // the text of the result
	rest   map[string]string // the texts of the other definitions, by name
}

// statementsOf takes the program of a model apart.
func statementsOf(m *typecheck.Module) *statements {
	s := &statements{texts: map[string]string{}, starts: map[string]int32{}, rest: map[string]string{}}
	for i := range m.Items() {
		o, item := m.Object(i), m.File().Item(i)
		if o == nil {
			continue
		}
		if o.Name != entryName {
			s.rest[o.Name] = item.Text
			continue
		}
		block := item.Block(item.Body())
		for _, n := range block.Statements {
			if item.Kind(n) != syntax.Let {
				continue
			}
			item.Walk(item.Let(n).Pattern, func(p syntax.NodeID) bool {
				if item.Kind(p) == syntax.PatVar {
					local := item.SourceText(p)
					s.texts[local], s.starts[local] = item.SourceText(n), m.File().Start(i)+item.Span(n).Start
				}
				return true
			})
		}
		if block.Result != syntax.NoNode {
			s.result = item.SourceText(block.Result)
		}
	}
	return s
}

// changes are what rules did to the program of a model.
type changes struct {
	source        *workspace.Source
	model         *wire.Model
	before, after *statements
	dropped       map[int]bool // nodes of the graph
	known         map[string]string
	wanted        []export.Want
}

// find works out which nodes of the graph change, and which of their results others need.
func (c *changes) find() error {
	if !maps.Equal(c.before.rest, c.after.rest) {
		return fmt.Errorf("%s: the rules change or add definitions besides the graph, which are not written into a model", c.source.Name)
	}
	if c.before.result != c.after.result {
		return fmt.Errorf("%s: the rules change which values the graph gives, so that the model is not written", c.source.Name)
	}
	program, g := c.source.Model, c.model.Graph
	if g == nil {
		return fmt.Errorf("%s has no graph", c.source.Name)
	}
	c.dropped = map[int]bool{}
	for local, text := range c.before.texts {
		if c.after.texts[local] == text {
			continue
		}
		node := program.NodeAt(c.before.starts[local])
		if node < 0 {
			continue // a constant
		}
		top := program.Nodes[node].Top
		if top == 0 || top > len(g.Nodes) {
			return fmt.Errorf("%s: the rules change a node that is not one of the graph", c.source.Name)
		}
		c.dropped[top-1] = true
	}
	c.variables(program)
	return nil
}

// variables sorts the values of the graph into those that stay and those that are wanted.
func (c *changes) variables(program *model.Program) {
	g := c.model.Graph
	gone, needed := map[string]bool{}, map[string]bool{}
	for i, n := range g.Nodes {
		if !c.dropped[i] {
			reads(n, needed)
			continue
		}
		for _, out := range n.Outputs {
			gone[out] = true
		}
	}
	for _, out := range g.Outputs {
		needed[out.Name] = true
	}
	c.known = map[string]string{}
	for _, v := range program.Variables {
		_, twice := c.known[v.Local]
		switch {
		case gone[v.Value] && needed[v.Value]:
			c.wanted = append(c.wanted, export.Want{Value: v.Value, Local: v.Local})
		case !gone[v.Value] && !twice && c.before.texts[v.Local] == c.after.texts[v.Local]:
			c.known[v.Local] = v.Value
		}
	}
}

// reads collects the values that a node reads, in its inner graphs too.
func reads(n *wire.Node, names map[string]bool) {
	for _, in := range n.Inputs {
		names[in] = true
	}
	for _, a := range n.Attributes {
		for _, g := range append(slices.Clone(a.Graphs), a.G) {
			if g == nil {
				continue
			}
			for _, inner := range g.Nodes {
				reads(inner, names)
			}
			for _, out := range g.Outputs {
				names[out.Name] = true
			}
		}
	}
}

// patch asks for the nodes that replace those that change.
func (c *changes) patch() *export.Patch {
	p := &export.Patch{Known: c.known, Wanted: c.wanted, Opset: 1}
	for _, s := range c.model.Opsets {
		if schema.Canonical(s.Domain) == "" {
			p.Opset = s.Version
		}
	}
	for _, f := range c.model.Functions {
		if f.Domain == export.LocalDomain {
			p.Functions = append(p.Functions, f.Name)
		}
	}
	names := map[string]bool{}
	collect(c.model.Graph, names)
	p.Taken = slices.Sorted(maps.Keys(names))
	return p
}

// withFunctions is the version of the format since which models have functions of their own.
const withFunctions = 8

// functions are the functions that a part adds to the model, and the operator set that they are.
func (c *changes) functions(part *export.Part) (added wire.Model, err error) {
	if len(part.Functions) == 0 {
		return added, nil
	}
	if c.model.IRVersion < withFunctions {
		return added, fmt.Errorf("%s: version %d of the format has no functions, which groups become; version %d has", c.source.Name, c.model.IRVersion, withFunctions)
	}
	added.Functions = part.Functions
	if !slices.ContainsFunc(c.model.Opsets, func(s wire.Opset) bool { return s.Domain == export.LocalDomain }) {
		added.Opsets = []wire.Opset{{Domain: export.LocalDomain, Version: 1}}
	}
	return added, nil
}

// collect collects the names of all values of a graph and of its inner graphs.
func collect(g *wire.Graph, names map[string]bool) {
	for _, t := range g.Initializers {
		names[t.Name] = true
	}
	for _, in := range g.Inputs {
		names[in.Name] = true
	}
	for _, n := range g.Nodes {
		for _, out := range n.Outputs {
			names[out] = true
		}
		for _, a := range n.Attributes {
			for _, inner := range append(slices.Clone(a.Graphs), a.G) {
				if inner != nil {
					collect(inner, names)
				}
			}
		}
	}
}

// placed gives new nodes their places: before the first node that stays and needs them, or
// after the last one.
func (c *changes) placed(added []*wire.Node) map[int][]*wire.Node {
	g := c.model.Graph
	from := map[string]int{} // the new node that gives a value
	for i, n := range added {
		for _, out := range n.Outputs {
			from[out] = i
		}
	}
	before, done := map[int][]*wire.Node{}, make([]bool, len(added))
	var put func(at, i int)
	put = func(at, i int) {
		if done[i] {
			return
		}
		done[i] = true
		names := map[string]bool{}
		reads(added[i], names)
		for _, name := range slices.Sorted(maps.Keys(names)) {
			if k, is := from[name]; is {
				put(at, k)
			}
		}
		before[at] = append(before[at], added[i])
	}
	for at, n := range g.Nodes {
		if c.dropped[at] {
			continue
		}
		names := map[string]bool{}
		reads(n, names)
		for _, name := range slices.Sorted(maps.Keys(names)) {
			if i, is := from[name]; is {
				put(at, i)
			}
		}
	}
	for i := range added {
		put(len(g.Nodes), i)
	}
	return before
}

// sound reads the model that was made, and fails where it is worse than the one that it was made
// of.
func (c *changes) sound(file []byte, to string, m *typecheck.Module) error {
	changed, err := wire.Decode(file)
	if err != nil {
		return err
	}
	program := onnx.Read(changed, wire.Folder(filepath.Dir(to)), m.Ops(), nil)
	for _, f := range program.Findings {
		if f.Severity == codes.Error {
			return fmt.Errorf("%s: the model that the rules make is not sound, and is not written: %s", c.source.Name, f.Message)
		}
	}
	return nil
}
