package metadata

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
)

// Arrays reads the values of the constants of a section, by kind; an entry that
// is no constant, or none that can be read, is nil.
func Arrays(text []byte) (map[string][]*value.Array, error) {
	var g graph
	if err := json.Unmarshal(text, &g); err != nil {
		return nil, fmt.Errorf("the metadata section cannot be read: %w", err)
	}
	root, err := g.node(g.Root)
	if err != nil {
		return nil, err
	}
	arrays := map[string][]*value.Array{}
	for i, ref := range root.refs() {
		list, err := g.node(ref)
		if err != nil || i >= len(root.Keys) {
			return nil, errors.Join(errors.New("the metadata section's map is broken"), err)
		}
		for _, ref := range list.refs() {
			a, _ := g.array(ref)
			arrays[root.Keys[i]] = append(arrays[root.Keys[i]], a)
		}
	}
	return arrays, nil
}

// array reads the value of a constant; nil where there is none.
func (g *graph) array(ref int) (*value.Array, error) {
	n, err := g.node(ref)
	if err != nil {
		return nil, err
	}
	i, err := strconv.Atoi(n.Attrs["data"])
	if err != nil || i < 0 || i >= len(g.Arrays) {
		return nil, errors.New("this is no constant")
	}
	blob, err := base64.StdEncoding.DecodeString(g.Arrays[i])
	if err != nil {
		return nil, err
	}
	return arrayIn(blob)
}

func arrayIn(blob []byte) (*value.Array, error) {
	var h arrayHeader
	entry := readArray(blob)
	if entry.Type == nil {
		return nil, errors.New("these bytes are no array")
	}
	if _, err := binary.Decode(blob, binary.LittleEndian, &h); err != nil {
		return nil, err
	}
	d, err := op.DtypeValue(h.dtype(), value.Float32)
	if err != nil {
		return nil, err
	}
	data := blob[arrayHeaderSize+8*int(h.Rank)+8:]
	shape := make([]int, h.Rank)
	for i, dim := range entry.Type.Shape {
		n, _ := dim.Const()
		if n < 0 || n > int64(len(data)) {
			return nil, errors.New("the array's shape is broken")
		}
		shape[i] = int(n)
	}
	n, err := value.CheckedLen(shape)
	if err != nil || n*d.Size() != len(data) || int(h.Bits+7)/8 != d.Size() || h.dtype() == types.NoDtype {
		return nil, errors.Join(errors.New("the array's size is not that of its shape"), err)
	}
	a := value.NewArray(d, shape)
	return a, fill(a.Data, data)
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
