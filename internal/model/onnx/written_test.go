package onnx_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A model of a test is written in lines:
//
//	opset 13
//	in x float32 2,N = 1 2 3 4     an input, with its elements in a run
//	const w float32 2 = 1 2        an initializer
//	y, z = Op(x, , w) axis=1 mode="linear" scales=[1.0, 2.0]
//	out y z
//
// A written is such a model, and the values of its inputs.
type written struct {
	opset  int64
	graph  []byte
	inputs []value.Value
}

// readWritten encodes a model as a file of ONNX.
func readWritten(t *testing.T, text string) (file string, inputs []value.Value) {
	t.Helper()
	w := written{opset: 17}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if err := w.line(strings.TrimSpace(line)); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	var m []byte
	m = number(m, 1, 8)
	m = message(m, 7, w.graph)
	m = message(m, 8, number(nil, 2, uint64(w.opset)))
	return string(m), w.inputs
}

func (w *written) line(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "", "#":
		return nil
	case "opset":
		n, err := strconv.ParseInt(rest, 10, 64)
		w.opset = n
		return err
	case "in":
		name, typ, elements, err := w.tensor(rest)
		if err != nil {
			return err
		}
		w.graph = message(w.graph, 11, message(message(nil, 1, []byte(name)), 2, typ))
		if elements != nil {
			w.inputs = append(w.inputs, elements)
		}
		return nil
	case "const":
		name, _, elements, err := w.tensor(rest)
		if err != nil {
			return err
		}
		w.graph = message(w.graph, 5, wire.AppendTensor(nil, elements, name))
		return nil
	case "out":
		for _, name := range strings.Fields(rest) {
			w.graph = message(w.graph, 12, message(nil, 1, []byte(name)))
		}
		return nil
	}
	return w.node(line)
}

// tensor reads `name dtype extents = elements`; extents are numbers, names, or `-` for none.
func (w *written) tensor(text string) (name string, typ []byte, elements *value.Array, err error) {
	head, list, given := strings.Cut(text, "=")
	fields := strings.Fields(head)
	if len(fields) != 3 {
		return "", nil, nil, fmt.Errorf("a tensor is `name dtype extents`")
	}
	d, ok := value.ParseDtype(fields[1])
	if !ok {
		return "", nil, nil, fmt.Errorf("no dtype %s", fields[1])
	}
	var shape []byte
	var extents []int
	if fields[2] != "-" {
		for _, e := range strings.Split(fields[2], ",") {
			if n, err := strconv.Atoi(e); err == nil {
				shape, extents = message(shape, 1, number(nil, 1, uint64(n))), append(extents, n)
			} else {
				shape, extents = message(shape, 1, message(nil, 2, []byte(e))), append(extents, -1)
			}
		}
	}
	typ = message(nil, 1, message(number(nil, 1, uint64(wire.TypeOfArray(d))), 2, shape))
	if !given {
		return fields[0], typ, nil, nil
	}
	var xs []float64
	for _, f := range strings.Fields(list) {
		x, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return "", nil, nil, err
		}
		xs = append(xs, x)
	}
	known := 1
	for _, n := range extents {
		if n >= 0 {
			known *= max(n, 1)
		}
	}
	for i, n := range extents {
		if n < 0 {
			extents[i] = len(xs) / known
		}
	}
	return fields[0], typ, value.Of(xs, extents...).Convert(d), nil
}

// node reads `outputs = Op(inputs) attributes`.
func (w *written) node(line string) error {
	outputs, call, ok := strings.Cut(line, " = ")
	op, rest, opened := strings.Cut(call, "(")
	inputs, attributes, closed := strings.Cut(rest, ")")
	if !ok || !opened || !closed {
		return fmt.Errorf("a node is `outputs = Op(inputs) attributes`")
	}
	var n []byte
	if strings.TrimSpace(inputs) != "" {
		for _, in := range strings.Split(inputs, ",") {
			n = message(n, 1, []byte(strings.TrimSpace(in)))
		}
	}
	for _, out := range strings.Split(outputs, ",") {
		n = message(n, 2, []byte(strings.TrimSpace(out)))
	}
	n = message(n, 4, []byte(op))
	for attributes = strings.TrimSpace(attributes); attributes != ""; {
		name, text, ok := strings.Cut(attributes, "=")
		if !ok {
			return fmt.Errorf("an attribute is `name=value`")
		}
		end := strings.IndexByte(text, ' ')
		if strings.HasPrefix(text, "[") {
			end = strings.IndexByte(text, ']') + 1
		}
		if end < 0 || end > len(text) {
			end = len(text)
		}
		a, err := attributeOf(name, text[:end])
		if err != nil {
			return err
		}
		n = message(n, 5, a)
		attributes = strings.TrimSpace(text[end:])
	}
	w.graph = message(w.graph, 1, n)
	return nil
}

// attributeOf encodes a number, a string in quotes, or a list of them: floats have a point.
func attributeOf(name, text string) ([]byte, error) {
	a := message(nil, 1, []byte(name))
	list := strings.HasPrefix(text, "[")
	items := strings.Split(strings.Trim(text, "[]"), ",")
	kinds := map[bool][3]uint64{false: {1, 2, 3}, true: {6, 7, 8}}[list] // float, int, string
	fields := map[bool][3]protowire.Number{false: {2, 3, 4}, true: {7, 8, 9}}[list]
	kind := 1
	for _, item := range items {
		item = strings.TrimSpace(item)
		switch {
		case strings.HasPrefix(item, `"`):
			kind = 2
			a = message(a, fields[2], []byte(strings.Trim(item, `"`)))
		case strings.Contains(item, "."):
			kind = 0
			x, err := strconv.ParseFloat(item, 32)
			if err != nil {
				return nil, err
			}
			a = protowire.AppendTag(a, fields[0], protowire.Fixed32Type)
			a = protowire.AppendFixed32(a, math.Float32bits(float32(x)))
		default:
			n, err := strconv.ParseInt(item, 10, 64)
			if err != nil {
				return nil, err
			}
			a = number(a, fields[1], uint64(n))
		}
	}
	return number(a, 20, kinds[kind]), nil
}

func number(b []byte, field protowire.Number, n uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), n)
}

func message(b []byte, field protowire.Number, m []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), m)
}
