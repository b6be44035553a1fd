package sharing

import (
	"encoding/binary"
	"hash/maphash"
	"iter"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/scratch"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A numbering gives each value of an item a class: values of one class are equal.
type numbering struct {
	*graph.Graph
	item  *syntax.Item
	pass  *analysis.Pass
	meter *steps.Meter
	does  *effect.Info // once asked for

	*tables
	twice []graph.Value // whose class another one had before
	ifs   int           // how many `if` there are
}

// tables are what a numbering keeps by value. Their buf is used again.
type tables struct {
	class    []int32          // the first value of the class
	constant []bool           // depends on no variable
	next     []graph.Value    // of its class, of operations and calls
	last     []graph.Value    // of a class, by the first
	known    map[uint64]int32 // the first value of a class, by the hash of its key
	objects  map[*typecheck.Object]uint64
}

var usedTables scratch.Pool[tables]

// tablesFor are those for so many values, cleared.
func tablesFor(values int) *tables {
	t := usedTables.Get()
	if t.known == nil {
		t.known, t.objects = map[uint64]int32{}, map[*typecheck.Object]uint64{}
	}
	scratch.Cleared(&t.class, values)
	scratch.Cleared(&t.constant, values)
	scratch.Cleared(&t.next, values)
	scratch.Cleared(&t.last, values)
	return t
}

// done gives the tables back. Large ones are not used again: maps do not get smaller, and
// the rest would be held for nothing.
func (t *tables) done() {
	const large = 256
	if len(t.known) > large || len(t.objects) > large {
		return
	}
	clear(t.known)
	clear(t.objects)
	usedTables.Put(t, cap(t.class))
}

// A key is what two values of a class have in common.
type key struct {
	kind     graph.Kind
	what     string // the operator's symbol, the text of a literal, of attributes
	object   uint64
	operands string // their classes
	index    int
}

// keySeed is that of the hashes of keys, which no program can choose its texts by.
var keySeed = maphash.MakeSeed()

// run gives each value its class. A table of hashes is smaller and quicker than one of keys,
// which counts in items of millions of values; the key of the first value of a class is made
// again where another one has its hash. Should two keys have one hash, the later value is equal
// to no other.
func (n *numbering) run() {
	for v := range graph.Value(n.Len()) {
		n.class[v], n.next[v] = -1, graph.None
	}
	for v := range graph.Value(n.Len()) {
		n.meter.Spend(4)
		n.measure(v)
		k, ok := n.key(v)
		if !ok {
			n.class[v] = int32(v)
			continue
		}
		hash := maphash.Comparable(keySeed, k)
		first, met := n.known[hash]
		if !met {
			n.known[hash] = int32(v)
			first = int32(v)
		} else if same, _ := n.key(graph.Value(first)); same != k {
			n.class[v] = int32(v)
			continue
		}
		if first != int32(v) && !(n.alike(graph.Value(first), v) && n.repeatable(v) && n.repeatable(graph.Value(first))) {
			n.class[v] = int32(v)
			continue
		}
		n.class[v] = first
		if computed[n.Kind(v)] {
			if met {
				n.next[n.last[first]] = v
				n.twice = append(n.twice, v)
			}
			n.last[first] = v
		}
	}
}

// computed are the values that can be computed less often.
var computed = [1 << 8]bool{graph.Operation: true, graph.Call: true}

// members are the values of the class of one that can be computed less often.
func (n *numbering) members(v graph.Value) iter.Seq[graph.Value] {
	return func(yield func(graph.Value) bool) {
		if !computed[n.Kind(v)] {
			return
		}
		for w := graph.Value(n.class[v]); w != graph.None && yield(w); w = n.next[w] {
		}
	}
}

// measure counts the `if`s, and sees whether a value depends on a variable.
func (n *numbering) measure(v graph.Value) {
	if n.Kind(v) == graph.If {
		n.ifs++
	}
	switch n.Kind(v) {
	case graph.Parameter, graph.Free, graph.Self, graph.Read, graph.Field, graph.Function:
		return
	}
	n.constant[v] = true
	for _, o := range n.Operands(v) {
		n.constant[v] = n.constant[v] && (o.Value == graph.None || n.constant[o.Value])
	}
}

// key is what a value is; false of one that is equal to no other.
func (n *numbering) key(v graph.Value) (key, bool) {
	k := key{kind: n.Kind(v)}
	node := n.Node(v)
	switch k.kind {
	case graph.Literal:
		k.what = n.item.SourceText(node)
		return k, n.item.Kind(node) != syntax.Call && n.item.Kind(node) != syntax.Segment && len(k.what) < 64
	case graph.Name:
		o := n.Info.Object(node)
		if o == nil {
			return k, false
		}
		k.object, k.what = n.number(o), n.item.SourceText(node)
		return k, true
	case graph.Project:
		k.index = n.Index(v)
		if k.index < 0 {
			return k, false
		}
	case graph.Tuple, graph.Construct, graph.Operation, graph.Call:
		if !n.written(v, &k) {
			return k, false
		}
	default:
		return k, false
	}
	ok := true
	k.operands, ok = n.operandClasses(v)
	return k, ok
}

// number distinguishes objects; each mention of an operator has an object of its own.
func (n *numbering) number(o *typecheck.Object) uint64 {
	if o.Kind == typecheck.OperatorObject {
		return 0
	}
	if n.objects[o] == 0 {
		n.objects[o] = uint64(len(n.objects) + 1)
	}
	return n.objects[o]
}

// written puts into a key what a call says beside its operands.
func (n *numbering) written(v graph.Value, k *key) bool {
	node := n.Node(v)
	switch n.item.Kind(node) {
	case syntax.Operator, syntax.Index:
		k.what = n.item.Kind(node).String()
		if n.item.Kind(node) == syntax.Operator {
			k.what = n.item.SourceText(node)
		}
		return true
	case syntax.Call:
	case syntax.Tuple:
		return k.kind == graph.Tuple
	default:
		return false
	}
	call := n.item.Call(node)
	callee := n.item.Unparen(call.Callee)
	o := n.Info.Object(callee)
	if o == nil || o.Kind == typecheck.LocalObject {
		return false
	}
	k.object = n.number(o)
	k.what = n.item.SourceText(callee)
	for _, arg := range call.Args {
		if n.item.Kind(arg) != syntax.NamedArg {
			if n.At(arg) == graph.None {
				k.what += "," + n.item.SourceText(arg)
			}
			continue
		}
		if len(n.item.SourceText(arg)) > 256 || n.names(n.item.NamedArg(arg).Value) {
			return false
		}
		k.what += "," + n.item.SourceText(arg)
	}
	return len(k.what) < 1024
}

// names reports whether value is an attribute's value that is not written out.
func (n *numbering) names(value syntax.NodeID) bool {
	found := false
	n.item.Walk(value, func(m syntax.NodeID) bool {
		o := n.Info.Object(m)
		found = found || o != nil && o.Kind == typecheck.LocalObject
		return !found
	})
	return found
}

// operandClasses are the classes of a value's operands, which have theirs.
func (n *numbering) operandClasses(v graph.Value) (string, bool) {
	var buf [4 * 4]byte // for four operands
	b := buf[:0]
	for _, o := range n.Operands(v) {
		class := int32(-1)
		if o.Value != graph.None {
			if class = n.class[o.Value]; class < 0 || o.Block != n.Block(v) {
				return "", false
			}
		} else if o.Node != syntax.NoNode {
			return "", false
		}
		b = binary.LittleEndian.AppendUint32(b, uint32(class))
	}
	return string(b), true
}

// repeatable reports whether v gives the same value each time, and does nothing else. It is asked
// of values that seem to be there twice alone: most items have none, and need no effects.
func (n *numbering) repeatable(v graph.Value) bool {
	if n.Kind(v) == graph.Project || n.Kind(v) == graph.Tuple {
		return true
	}
	own := n.effects().Own(n.Node(v))
	return own.Pure() && own.Total()
}

// effects are what the item's expressions do.
func (n *numbering) effects() *effect.Info {
	if n.does == nil {
		n.does = n.pass.Result(effect.Analyzer).(*effect.Info)
	}
	return n.does
}

// alike reports whether u and v have one type.
func (n *numbering) alike(u, v graph.Value) bool {
	t, s := n.Type(u), n.Type(v)
	return t != nil && s != nil && types.Key(t) == types.Key(s) &&
		len(n.Info.Conversions(n.Node(u))) == 0 && len(n.Info.Conversions(n.Node(v))) == 0
}
