package metadata

import (
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// An object is what a node says as a value, and how many numbers and words are in
// it; or why it says none.
type object struct {
	value op.Value
	size  int
	err   error
}

// objects reads nodes as values, each once: nodes may be named from many places.
type objects struct {
	reader *reader
	mutex  sync.Mutex // items are checked from several goroutines
	known  map[int]object
	height []int8 // by node: how many lists are in one another, counting itself
}

// Lists in lists name nodes that were named before, so that a short text could stand
// for a value without end. No attribute comes near these bounds.
const (
	maxListDepth = 8
	maxListSize  = 1 << 14
)

var (
	errTooDeep = errors.New("it is a list that is nested too deeply")
	errTooLong = errors.New("it is a list that is too long")
)

// value reads the object that a field names by number.
func (o *objects) value(number string) (op.Value, error) {
	i, err := strconv.Atoi(number)
	if err != nil {
		return op.Value{}, fmt.Errorf("it is `%s`, and must be the number of a node", number)
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.height == nil {
		o.measure()
	}
	read := o.read(i)
	return read.value, read.err
}

// measure finds how deep lists are. One in which d are nested is found in round d at
// the latest; what is left then is too deep, or names itself.
func (o *objects) measure() {
	o.height = make([]int8, len(o.reader.nodes))
	for i := range o.height {
		if o.reader.nodes[i].Type == "Array" {
			o.height[i] = maxListDepth + 1
		}
	}
	for range maxListDepth {
		for i := range o.height {
			if o.height[i] > 0 {
				o.height[i] = o.above(o.reader.nodes[i].Data)
			}
		}
	}
}

// above is the height of a list of nodes, as far as theirs are known.
func (o *objects) above(refs []int) int8 {
	height := int8(0)
	for _, ref := range refs {
		if ref >= 0 && ref < len(o.height) {
			height = max(height, o.height[ref])
		}
	}
	return min(height, maxListDepth) + 1
}

// class is what the object is called that a field names by number.
func (o *objects) class(number string) (class string, ok bool) {
	i, err := strconv.Atoi(number)
	n := o.reader.node(i)
	if err != nil || n == nil {
		return "", false
	}
	return n.Type, true
}

func (o *objects) read(i int) object {
	if known, ok := o.known[i]; ok {
		return known
	}
	n := o.reader.node(i)
	if n == nil {
		return object{err: fmt.Errorf("it names node %d, and the section has %d, counted from 0", i, len(o.reader.nodes))}
	}
	var read object
	switch {
	case o.height[i] > maxListDepth:
		read.err = errTooDeep
	case n.Type == "Array":
		read = o.list(n)
	default:
		read.value, read.err = o.reader.leaf(n)
		read.size = 1
	}
	o.known[i] = read
	return read
}

func (o *objects) list(n *node) object {
	all := object{value: op.Value{Kind: op.ListValue}, size: 1}
	for _, ref := range n.Data {
		entry := o.read(ref)
		if entry.err != nil {
			return entry
		}
		all.value.List = append(all.value.List, entry.value)
		if all.size += entry.size; all.size > maxListSize {
			return object{err: errTooLong}
		}
	}
	return all
}

// leaf reads an object that is no list; one that is neither number nor word nor
// extent is opaque.
func (r *reader) leaf(n *node) (op.Value, error) {
	if n.Type == "" {
		return op.Value{}, nil
	}
	if parse := leaves[n.Type]; parse != nil {
		return parse(n)
	}
	if constantClass[n.Type] {
		if a, err := r.constant(n); err == nil {
			return op.Value{Kind: op.MetaValue, List: a.elements()}, nil
		}
	}
	return op.Value{Kind: op.MetaValue}, nil
}

// leaves are the objects that represent numbers, words and extents. Those of TVM's
// runtime have a text, the others fields.
var leaves = map[string]func(*node) (op.Value, error){
	"IntImm":           func(n *node) (op.Value, error) { return integer(n.Attrs["value"], n.Attrs["dtype"] == "bool") },
	"FloatImm":         func(n *node) (op.Value, error) { return float(n.Attrs["value"]) },
	"runtime.String":   func(n *node) (op.Value, error) { return op.Text(n.Repr), nil },
	"StringImm":        word,
	"tir.StringImm":    word,
	"StrImm":           word,
	"runtime.BoxInt":   func(n *node) (op.Value, error) { return integer(n.Repr, false) },
	"runtime.BoxFloat": func(n *node) (op.Value, error) { return float(n.Repr) },
	"runtime.BoxBool":  func(n *node) (op.Value, error) { return op.Boolean(n.Repr == "true"), nil },
	"Any":              anyExtent,
	"tir.Any":          anyExtent,
}

func word(n *node) (op.Value, error) { return op.Text(n.Attrs["value"]), nil }

func anyExtent(*node) (op.Value, error) {
	return op.Value{Kind: op.DimValue, Dim: types.Any}, nil
}

func integer(text string, truth bool) (op.Value, error) {
	i, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil:
		return op.Value{}, fmt.Errorf("it is `%s`, and must be an integer", text)
	case truth:
		return op.Boolean(i != 0), nil
	}
	return op.Int(i), nil
}

func float(text string) (op.Value, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return op.Value{}, fmt.Errorf("it is `%s`, and must be a number", text)
	}
	return op.Float(x), nil
}
