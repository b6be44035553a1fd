package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/value"
)

// A dump is what was read as lines, as testdata/dump.py writes what python3-onnx reads.
type dump struct{ lines []string }

func (d *dump) add(format string, args ...any) {
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
}

// shown is a text, or its bytes in hexadecimal where it has others than ASCII's letters.
func shown(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return r < 33 || r > 126 }) {
		return hex.EncodeToString([]byte(s))
	}
	return s
}

func shownAll(list []string) string {
	all := make([]string, len(list))
	for i, s := range list {
		all[i] = shown(s)
	}
	return strings.Join(all, " ")
}

// list spells integers as Python does.
func list(ns []int64) string {
	return "[" + strings.Join(strings.Fields(strings.Trim(fmt.Sprint(ns), "[]")), ", ") + "]"
}

func (d *dump) tensor(path string, t *Tensor) {
	d.add("%s = tensor %s %d %s", path, shown(t.Name), t.Type, list(t.Dims))
	for _, e := range t.External {
		d.add("%s.external %s %s", path, shown(e.Key), shown(e.Value))
	}
	switch t.Type {
	case String:
		all, err := t.Strings()
		if err != nil {
			d.add("error: %v", err)
		}
		d.add("%s.elements %s", path, shownAll(all))
	case Complex64, Complex128:
		if err := t.Check(nil); err != nil {
			d.add("error: %v", err)
		}
		d.add("%s.elements complex", path)
	default:
		if t.Location == InExternal {
			return
		}
		d.elements(path, t)
	}
}

func (d *dump) elements(path string, t *Tensor) {
	a, err := t.Array(nil)
	if err != nil {
		d.add("error: %v", err)
		return
	}
	if t.Type == Bfloat16 { // NumPy has none
		a = a.Convert(value.Float32)
	}
	sum := sha256.Sum256(appendElements(nil, a.Flat()))
	d.add("%s.elements %s", path, hex.EncodeToString(sum[:8]))
}

func (d *dump) sparse(path string, t *SparseTensor) {
	d.add("%s = sparse %s", path, list(t.Dims))
	if t.Values != nil {
		d.tensor(path+".values", t.Values)
	}
	if t.Indices != nil {
		d.tensor(path+".indices", t.Indices)
	}
}

func typeText(t *Type) string {
	if t == nil {
		return "none"
	}
	s := strings.TrimSuffix(t.Kind.String(), " type")
	switch t.Kind {
	case NoType:
		s = "none"
	case TensorType, SparseTensorType:
		s += " " + strconv.Itoa(int(t.Elem))
		if t.HasShape {
			dims := make([]string, len(t.Shape))
			for i, x := range t.Shape {
				dims[i] = map[DimKind]string{DimUnknown: "?", DimValue: strconv.FormatInt(x.Value, 10), DimParam: shown(x.Param)}[x.Kind]
			}
			s += " (" + strings.Join(dims, ", ") + ")"
		}
	case SequenceType, OptionalType:
		s += " of " + typeText(t.Of)
	case MapType:
		s += fmt.Sprintf(" %d of %s", t.Key, typeText(t.Of))
	}
	if t.Denotation != "" {
		s += " as " + shown(t.Denotation)
	}
	return s
}

func (d *dump) values(path string, vs []*ValueInfo) {
	for i, v := range vs {
		d.add("%s[%d] = %s %s %s", path, i, shown(v.Name), shown(v.Doc), typeText(v.Type))
	}
}

func (d *dump) attributes(path string, as []*Attribute) {
	for i, a := range as {
		p := path + index(i)
		d.add("%s = %s %d %s %08x %d %s", p, shown(a.Name), a.Type, shown(a.Ref), math.Float32bits(a.F), a.I, shown(a.S))
		if len(a.Floats) > 0 {
			bits := make([]string, len(a.Floats))
			for k, x := range a.Floats {
				bits[k] = fmt.Sprintf("%08x", math.Float32bits(x))
			}
			d.add("%s.floats %s", p, strings.Join(bits, " "))
		}
		if len(a.Ints) > 0 {
			d.add("%s.ints %s", p, list(a.Ints))
		}
		if len(a.Strings) > 0 {
			d.add("%s.strings %s", p, shownAll(a.Strings))
		}
		if a.T != nil {
			d.tensor(p+".t", a.T)
		}
		if a.G != nil {
			d.graph(p+".g", a.G)
		}
		if a.Sparse != nil {
			d.sparse(p+".sparse_tensor", a.Sparse)
		}
		if a.TP != nil {
			d.add("%s.tp %s", p, typeText(a.TP))
		}
		for k, t := range a.Tensors {
			d.tensor(p+".tensors"+index(k), t)
		}
		for k, g := range a.Graphs {
			d.graph(p+".graphs"+index(k), g)
		}
		for k, t := range a.Types {
			d.add("%s.type_protos[%d] %s", p, k, typeText(t))
		}
	}
}

func (d *dump) nodes(path string, ns []*Node) {
	for i, n := range ns {
		p := path + index(i)
		d.add("%s = %s", p, strings.Join([]string{shown(n.Name), shown(n.OpType), shown(n.Domain), shown(n.Doc), shownAll(n.Inputs), shownAll(n.Outputs)}, " | "))
		d.attributes(p+".attribute", n.Attributes)
	}
}

func (d *dump) graph(path string, g *Graph) {
	d.add("%s = %s %s", path, shown(g.Name), shown(g.Doc))
	d.nodes(path+".node", g.Nodes)
	for i, t := range g.Initializers {
		d.tensor(path+".initializer"+index(i), t)
	}
	for i, t := range g.Sparse {
		d.sparse(path+".sparse_initializer"+index(i), t)
	}
	d.values(path+".input", g.Inputs)
	d.values(path+".output", g.Outputs)
	d.values(path+".value_info", g.Values)
}

func (d *dump) opsets(path string, ops []Opset) {
	for _, o := range ops {
		d.add("%s %s %d", path, shown(o.Domain), o.Version)
	}
}

func (d *dump) model(m *Model) {
	d.add("model %d %s %s %s %d %s", m.IRVersion, shown(m.Producer), shown(m.ProducerVersion), shown(m.Domain), m.ModelVersion, shown(m.Doc))
	d.opsets("opset", m.Opsets)
	for _, e := range m.Metadata {
		d.add("metadata %s %s", shown(e.Key), shown(e.Value))
	}
	if m.Graph != nil {
		d.graph("graph", m.Graph)
	}
	for i, f := range m.Functions {
		p := "functions" + index(i)
		d.add("%s = %s", p, strings.Join([]string{shown(f.Name), shown(f.Domain), shown(f.Doc), strings.Join(f.Inputs, " "), strings.Join(f.Outputs, " "), strings.Join(f.Attributes, " ")}, " | "))
		d.opsets(p+".opset", f.Opsets)
		d.nodes(p+".node", f.Nodes)
	}
}

func (d *dump) sequence(path string, q *Sequence) {
	d.add("%s = sequence %s %d", path, shown(q.Name), q.Kind)
	for i, t := range q.Tensors {
		d.tensor(path+index(i), t)
	}
	for i, s := range q.Sequences {
		d.sequence(path+index(i), s)
	}
	for i, o := range q.Optionals {
		d.optional(path+index(i), o)
	}
}

func (d *dump) optional(path string, o *Optional) {
	d.add("%s = optional %s %d", path, shown(o.Name), o.Kind)
	if o.Tensor != nil {
		d.tensor(path+".tensor_value", o.Tensor)
	}
	if o.Sequence != nil {
		d.sequence(path+".sequence_value", o.Sequence)
	}
	if o.Optional != nil {
		d.optional(path+".optional_value", o.Optional)
	}
}
