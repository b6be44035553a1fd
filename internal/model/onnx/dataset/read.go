package dataset

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Value is an input or an output with its data.
type Value struct {
	Name  string // in the model
	File  string // relative to the test's folder
	Type  *wire.Type
	Value value.Value // tensors without dimensions are Scalars
}

// A Set is the data of one run.
type Set struct {
	Inputs  []Value // of the model's first inputs; the others have initializers, or are left out
	Outputs []Value
}

// A Refusal is why a test is neither passed nor failed: something in it is beyond what the
// language has.
type Refusal struct{ Reason string }

func (r *Refusal) Error() string { return r.Reason }

// Refuse makes a Refusal.
func Refuse(format string, args ...any) error { return &Refusal{fmt.Sprintf(format, args...)} }

// files is how large a file of data may be.
var files = disk.Limit{Kind: "files of test data", Bytes: 1 << 30}

// Read reads a set of data of a test, whose model has the graph.
func (t *Test) Read(set string, g *wire.Graph) (*Set, error) {
	inputs, err := t.readSide(set, "input", g.Inputs)
	if err != nil {
		return nil, err
	}
	outputs, err := t.readSide(set, "output", g.Outputs)
	if err != nil {
		return nil, err
	}
	return &Set{inputs, outputs}, nil
}

// readSide reads the inputs or the outputs, as far as there are files.
func (t *Test) readSide(set, side string, declared []*wire.ValueInfo) ([]Value, error) {
	var values []Value
	for i := 0; ; i++ {
		file := filepath.Join(set, side+"_"+strconv.Itoa(i)+".pb")
		data, err := disk.Read(filepath.Join(t.Dir, file), files)
		if errors.Is(err, fs.ErrNotExist) {
			return values, nil
		}
		name := filepath.ToSlash(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, disk.Cause(err))
		}
		if i >= len(declared) {
			return nil, fmt.Errorf("%s: the model has %d %ss", name, len(declared), side)
		}
		v := Value{Name: declared[i].Name, File: name, Type: declared[i].Type}
		if v.Value, err = read(data, v.Type, side == "input"); err != nil {
			return nil, inFile(name, err)
		}
		values = append(values, v)
	}
}

// inFile names the file of an error.
func inFile(name string, err error) error {
	var r *Refusal
	if errors.As(err, &r) {
		return Refuse("%s: %s", name, r.Reason)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// read reads data as the message that a type makes it.
func read(data []byte, t *wire.Type, isInput bool) (value.Value, error) {
	r := reader{isInput}
	switch {
	case t == nil:
		return nil, Refuse("the model declares no type for it, so that it cannot be known what the file is")
	case t.Kind == wire.TensorType:
		x, err := wire.ReadTensor(data)
		if err != nil {
			return nil, err
		}
		return r.tensor(x, t)
	case t.Kind == wire.SequenceType:
		q, err := wire.ReadSequence(data)
		if err != nil {
			return nil, err
		}
		return r.sequence(q, t)
	case t.Kind == wire.OptionalType:
		o, err := wire.ReadOptional(data)
		if err != nil {
			return nil, err
		}
		return r.optional(o, t)
	}
	return nil, Refuse("it is of %s, which the language does not have", t.Kind)
}

// A reader makes values of messages.
type reader struct{ isInput bool }

// tensor makes a value of a tensor of the elements that the model declares.
func (r reader) tensor(x *wire.Tensor, t *wire.Type) (value.Value, error) {
	bits := r.isInput && t.Elem == wire.Bfloat16 && x.Type == wire.Uint16
	if x.Type != t.Elem && !bits {
		return nil, Refuse("its elements are of %s, and the model declares %s", x.Type, t.Elem)
	}
	if _, ok := x.Type.ArrayDtype(); !ok && x.Type.IsKnown() && x.Type != wire.Undefined {
		return nil, Refuse("its elements are of %s, which the language does not have", x.Type)
	}
	if x.Type.Bits() < 8 {
		return nil, Refuse("its elements are of %s, which the language does not compute with", x.Type)
	}
	a, err := x.Array(nil)
	if err != nil {
		return nil, err
	}
	if bits { // NumPy has no bfloat16, and ONNX's older data have the bits of such inputs
		a = value.Wrap(value.Bfloat16, a.Data, a.Shape)
	}
	return value.Simplest(a), nil
}

// sequence makes a FractalTensor.
func (r reader) sequence(q *wire.Sequence, t *wire.Type) (value.Value, error) {
	if t.Kind != wire.SequenceType || t.Of == nil {
		return nil, Refuse("it is a sequence, and the model declares %s", t.Kind)
	}
	var elements []value.Value
	add := func(v value.Value, err error) error {
		elements = append(elements, v)
		return err
	}
	for _, x := range q.Tensors {
		if err := add(r.tensorElement(x, t.Of)); err != nil {
			return nil, err
		}
	}
	for _, inner := range q.Sequences {
		if err := add(r.sequence(inner, t.Of)); err != nil {
			return nil, err
		}
	}
	if len(q.Sparse)+len(q.Optionals) > 0 {
		return nil, Refuse("it is a sequence of sparse tensors or optional values, which no FractalTensor holds")
	}
	if len(elements) == 0 {
		return &value.Fractal{Elems: empty(t.Of)}, nil
	}
	f, err := value.NewFractal(elements)
	if err != nil {
		return nil, Refuse("%s", err)
	}
	return f, nil
}

// tensorElement is a tensor in a sequence or an optional.
func (r reader) tensorElement(x *wire.Tensor, t *wire.Type) (value.Value, error) {
	if t.Kind != wire.TensorType {
		return nil, Refuse("it has a tensor, where the model declares %s", t.Kind)
	}
	return r.tensor(x, t)
}

// empty is the column of a sequence without elements, of the type that the model declares.
// Extents that it leaves open are 0.
func empty(t *wire.Type) value.Column {
	switch t.Kind {
	case wire.SequenceType:
		inner := empty(&wire.Type{})
		if t.Of != nil {
			inner = empty(t.Of)
		}
		return value.NewRows([]int{0}, inner)
	case wire.TensorType:
		shape := []int{0}
		for _, x := range t.Shape {
			shape = append(shape, int(min(max(x.Value, 0), 1<<31-1)))
		}
		if d, ok := t.Elem.ArrayDtype(); ok {
			return value.NewLeaves(value.NewArray(d, shape))
		}
	}
	return value.NewLeaves(value.Zeros(value.Int32, 0))
}

// optional makes a value of the prelude's `Optional`.
func (r reader) optional(o *wire.Optional, t *wire.Type) (value.Value, error) {
	if t.Kind != wire.OptionalType || t.Of == nil {
		return nil, Refuse("it is an optional value, and the model declares %s", t.Kind)
	}
	var v value.Value
	var err error
	switch {
	case o.Tensor != nil:
		v, err = r.tensorElement(o.Tensor, t.Of)
	case o.Sequence != nil:
		v, err = r.sequence(o.Sequence, t.Of)
	case o.Optional != nil:
		v, err = r.optional(o.Optional, t.Of)
	case o.Sparse != nil:
		err = Refuse("it has a sparse tensor, which the language does not have")
	default:
		return None(), nil
	}
	if err != nil {
		return nil, err
	}
	return Some(v), nil
}

// None is the prelude's `None()`.
func None() value.Value { return &value.Data{Tag: 0, Name: "None"} }

// Some is the prelude's `Some(v)`.
func Some(v value.Value) value.Value {
	return &value.Data{Tag: 1, Name: "Some", Fields: []value.Value{v}}
}
