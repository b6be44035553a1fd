// Package metadata reads the `#[metadata]` section of printed programs: TVM's
// JSON text of the objects that `meta[kind][i]` stands for. It gives the types
// of constants, and the values of scalar ones.
package metadata

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/types"
)

// A Section holds by kind (`relay.Constant`) the entries that `meta[kind][i]`
// stands for.
type Section map[string][]Entry

// An Entry is one object. Of a constant tensor the type is known, and the
// number where it is a scalar.
type Entry struct {
	Type  *types.Tensor // nil where it is no constant, or one that cannot be read
	Value op.Value      // a MetaValue, with the number in List
}

// Entry finds what `meta[kind][i]` stands for.
func (s Section) Entry(kind string, i int) (Entry, bool) {
	if i < 0 || i >= len(s[kind]) {
		return Entry{}, false
	}
	return s[kind][i], true
}

// A graph is TVM's JSON form of objects: nodes that name others by number.
type graph struct {
	Root   int         `json:"root"`
	Nodes  []graphNode `json:"nodes"`
	Arrays []string    `json:"b64ndarrays"`
}

type graphNode struct {
	Attrs map[string]string `json:"attrs"`
	Keys  []string          `json:"keys"`
	Data  json.RawMessage   `json:"data"`
}

// Read reads the JSON text of the section.
func Read(text []byte) (Section, error) {
	var g graph
	if err := json.Unmarshal(text, &g); err != nil {
		return nil, fmt.Errorf("the metadata section cannot be read: %w", err)
	}
	root, err := g.node(g.Root)
	if err != nil {
		return nil, err
	}
	s := Section{}
	for i, ref := range root.refs() {
		list, err := g.node(ref)
		if err != nil || i >= len(root.Keys) {
			return nil, errors.Join(errors.New("the metadata section's map is broken"), err)
		}
		for _, ref := range list.refs() {
			s[root.Keys[i]] = append(s[root.Keys[i]], g.entry(ref))
		}
	}
	return s, nil
}

func (g *graph) node(i int) (*graphNode, error) {
	if i < 0 || i >= len(g.Nodes) {
		return nil, fmt.Errorf("the metadata section has no node %d", i)
	}
	return &g.Nodes[i], nil
}

// refs are the nodes that a map or list names.
func (n *graphNode) refs() []int {
	var refs []int
	if json.Unmarshal(n.Data, &refs) != nil {
		return nil
	}
	return refs
}

// entry reads one object; what is no constant, or none that can be read, is an
// entry of which nothing is known.
func (g *graph) entry(ref int) Entry {
	unknown := Entry{Value: op.Value{Kind: op.MetaValue}}
	n, err := g.node(ref)
	if err != nil {
		return unknown
	}
	i, err := strconv.Atoi(n.Attrs["data"])
	if err != nil || i < 0 || i >= len(g.Arrays) {
		return unknown
	}
	blob, err := base64.StdEncoding.DecodeString(g.Arrays[i])
	if err != nil {
		return unknown
	}
	return readArray(blob)
}

// arrayHeader is how TVM stores an array (runtime/ndarray.h, SaveDLTensor): a
// magic number, a reserved word, device, rank and dtype, then the shape, the
// size of the data in bytes, and the data.
type arrayHeader struct {
	Magic, Reserved uint64
	Device, ID      int32
	Rank            int32
	Code, Bits      uint8
	Lanes           uint16
}

const (
	arrayMagic      = 0xDD5E40F096B4A13F
	arrayHeaderSize = 32
)

func readArray(blob []byte) Entry {
	entry := Entry{Value: op.Value{Kind: op.MetaValue}}
	var h arrayHeader
	if n, err := binary.Decode(blob, binary.LittleEndian, &h); err != nil || n != arrayHeaderSize || h.Magic != arrayMagic {
		return entry
	}
	rest := blob[arrayHeaderSize:]
	if h.Rank < 0 || int64(len(rest)) < 8*int64(h.Rank)+8 {
		return entry
	}
	var shape []types.Dim
	for range h.Rank {
		shape = append(shape, types.Const(int64(binary.LittleEndian.Uint64(rest))))
		rest = rest[8:]
	}
	entry.Type = &types.Tensor{Dtype: h.dtype(), Shape: shape}
	entry.Value.List = h.elements(shape, rest[8:])
	return entry
}

// maxElements bounds the vectors that are read: those that hold a shape.
const maxElements = 64

// elements reads a scalar, or a short vector of integers.
func (h *arrayHeader) elements(shape []types.Dim, data []byte) (list []op.Value) {
	n := int64(1)
	if h.Rank > 0 {
		n, _ = shape[0].Const()
	}
	if h.Rank > 1 || h.Rank == 1 && !h.dtype().IsInteger() || n > maxElements {
		return nil
	}
	size := int(h.Bits+7) / 8
	for i := range int(n) {
		number, ok := h.number(data[min(i*size, len(data)):])
		if !ok {
			return nil
		}
		list = append(list, number)
	}
	return list
}

// classOf lists the dtype codes of DLPack.
var classOf = map[uint8]types.Class{0: types.IntClass, 1: types.UintClass, 2: types.FloatClass, 4: types.BfloatClass}

func (h *arrayHeader) dtype() types.Dtype {
	d := types.Dtype{Class: classOf[h.Code], Bits: uint16(h.Bits), Lanes: h.Lanes}
	if d == types.Uint1 {
		return types.Bool
	}
	return d
}

// number reads one element.
func (h *arrayHeader) number(data []byte) (op.Value, bool) {
	if len(data) < int(h.Bits+7)/8 {
		return op.Value{}, false
	}
	switch d := h.dtype(); d {
	case types.Float32:
		return op.Float(float64(math.Float32frombits(binary.LittleEndian.Uint32(data)))), true
	case types.Float64:
		return op.Float(math.Float64frombits(binary.LittleEndian.Uint64(data))), true
	case types.Int32:
		return op.Int(int64(int32(binary.LittleEndian.Uint32(data)))), true
	case types.Int64:
		return op.Int(int64(binary.LittleEndian.Uint64(data))), true
	}
	return op.Value{}, false
}
