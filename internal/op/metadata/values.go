package metadata

import (
	"bytes"
	"encoding/binary"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Arrays reads the values of the constants of a section, by kind; an entry that
// is no constant, or none that can be read, is nil. Entries that name one array
// share it.
func Arrays(text []byte) map[string][]*value.Array {
	g, problem := decode(text)
	if problem != nil {
		return nil
	}
	r := newReader(g)
	made := map[*array]*value.Array{}
	all := map[string][]*value.Array{}
	for _, list := range r.lists() {
		for _, ref := range r.refs(list.node, "Array") {
			all[list.kind] = append(all[list.kind], r.value(r.node(ref), made))
		}
	}
	return all
}

// value is the value of a constant; nil where it has none. Those that were made
// before are kept.
func (r *reader) value(n *node, made map[*array]*value.Array) *value.Array {
	if !constantClass[n.Type] {
		return nil
	}
	a, err := r.constant(n)
	if err != nil {
		return nil
	}
	if _, known := made[a]; !known {
		made[a] = a.value()
	}
	return made[a]
}

// value is the array as the interpreter has them; nil for a dtype that it has not.
func (a *array) value() *value.Array {
	d, err := op.DtypeValue(a.dtype(), value.Float32)
	if err != nil || a.elementSize() != d.Size() {
		return nil
	}
	shape := make([]int, len(a.shape))
	for i, n := range a.shape {
		shape[i] = int(n)
	}
	if n, err := value.CheckedLen(shape); err != nil || n*d.Size() != len(a.data) {
		return nil
	}
	v := value.NewArray(d, shape)
	if fill(v.Data, a.data) != nil {
		return nil
	}
	return v
}

// fill reads little-endian numbers; a truth value is a byte.
func fill(into any, data []byte) error {
	if truths, ok := into.([]bool); ok {
		for i := range truths {
			truths[i] = data[i] != 0
		}
		return nil
	}
	return binary.Read(bytes.NewReader(data), binary.LittleEndian, into)
}
