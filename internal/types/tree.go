package types

import (
	"fmt"
	"strings"
)

// A Node is a node of a type's structure tree (figures 2 to 5 of the document
// on primitive types): what is static of it is known before the program runs,
// the rest is data-dependent.
type Node struct {
	Role   string   // what it is to the node above: `element`, `result`
	Name   string   // `FractalTensor`, `float32`, `List[a]`
	Static []string // `shape (3, n)`
	Data   []string // `length`
	Kids   []*Node
	Decl   *Decl // of an algebraic type
}

// Walk goes through a node and all below it, each before those below.
func (n *Node) Walk(visit func(*Node)) {
	visit(n)
	for _, kid := range n.Kids {
		kid.Walk(visit)
	}
}

// maxNodes and maxNodeDepth bound a tree: a small type may be a very large
// one. What is left out is a node `…`.
const (
	maxNodes     = 100
	maxNodeDepth = 12
)

// Tree is the structure tree of a type. The constructors of an algebraic type
// are its children where it is the root.
func Tree(t Type) *Node {
	b := treeBuilder{left: maxNodes}
	return b.node("", t)
}

type treeBuilder struct{ left, depth int }

func (b *treeBuilder) node(role string, t Type) *Node {
	if b.left--; b.left < 0 || b.depth >= maxNodeDepth {
		return &Node{Role: role, Name: "…"}
	}
	b.depth++
	defer func() { b.depth-- }()
	n := &Node{Role: role}
	switch t := Head(t).(type) {
	case *Tensor:
		b.tensor(n, t)
	case *Fractal:
		n.Name, n.Data = "FractalTensor", []string{"length"}
		b.kid(n, "element", t.Elem)
	case *Tuple:
		n.Name, n.Static = "tuple", []string{fmt.Sprintf("size %d", len(t.Elems))}
		for i, e := range t.Elems {
			b.kid(n, fmt.Sprintf(".%d", i), e)
		}
	case *Func:
		b.function(n, t)
	case *Ref:
		n.Name, n.Data = "ref", []string{"content"}
		b.kid(n, "content", t.Elem)
	case *ADT:
		b.adt(n, t)
	case *Var:
		n.Name, n.Static = String(t), []string{"type parameter"}
	case *Extent:
		n.Name, n.Static = t.Dim.String(), []string{"dimension"}
	default:
		n.Name = "_"
	}
	return n
}

// kid adds a child; of those that there is no room for, one `…`.
func (b *treeBuilder) kid(n *Node, role string, t Type) {
	if last := len(n.Kids) - 1; b.left <= 0 && last >= 0 && n.Kids[last].Name == "…" {
		return
	}
	n.Kids = append(n.Kids, b.node(role, t))
}

// tensor splits a shape: `?` is known at run time alone.
func (b *treeBuilder) tensor(n *Node, t *Tensor) {
	if len(t.Shape) == 0 {
		n.Name, n.Static = t.Dtype.String(), []string{fmt.Sprintf("width %d", t.Dtype.Bits)}
		return
	}
	n.Name = "Tensor"
	loose := []string{}
	for i, d := range t.Shape {
		if d.Loose() {
			loose = append(loose, fmt.Sprint(i))
		}
	}
	if len(loose) > 0 {
		n.Data = []string{"extent of axis " + strings.Join(loose, ", ")}
	}
	if len(loose) < len(t.Shape) {
		n.Static = []string{"shape " + ShapeString(t.Shape)}
	} else {
		n.Static = []string{fmt.Sprintf("rank %d", len(t.Shape))}
	}
	b.kid(n, "dtype", Scalar(t.Dtype))
}

func (b *treeBuilder) function(n *Node, t *Func) {
	n.Name, n.Static = "function", []string{fmt.Sprintf("arity %d", len(t.In))}
	for i, in := range t.In {
		b.kid(n, fmt.Sprintf("argument %d", i+1), in)
	}
	b.kid(n, "result", t.Out)
}

// adt shows which constructors a root has: the value determines which one it is.
func (b *treeBuilder) adt(n *Node, t *ADT) {
	n.Name, n.Static, n.Decl = strings.TrimSuffix(String(t), "[]"), []string{"constructors"}, t.Decl
	if t.Decl.Opaque {
		n.Static, n.Data = nil, []string{"content"}
		return
	}
	if len(t.Decl.Constructors) > 1 {
		n.Data = append(n.Data, "choice")
	}
	if t.Decl.recursive() {
		n.Data = append(n.Data, "size")
	}
	if b.depth > 1 {
		return
	}
	for _, k := range t.Decl.Constructors {
		if b.left--; b.left < 0 {
			n.Kids = append(n.Kids, &Node{Name: "…"})
			return
		}
		made := &Node{Name: k.Name, Role: "constructor"}
		for i, field := range t.Fields(k) {
			b.kid(made, fmt.Sprintf(".%d", i), field)
		}
		n.Kids = append(n.Kids, made)
	}
}

// recursive reports whether a value may hold another one of its type, through
// whatever types between.
func (d *Decl) recursive() bool {
	seen, queue := map[*Decl]bool{}, []*Decl{d}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		for _, inner := range next.holds() {
			if inner == d {
				return true
			}
			if !seen[inner] {
				seen[inner] = true
				queue = append(queue, inner)
			}
		}
	}
	return false
}

// holds lists the algebraic types in the fields of a type's constructors.
func (d *Decl) holds() (found []*Decl) {
	for _, k := range d.Constructors {
		for _, field := range k.Fields {
			Walk(field, func(t Type) bool {
				if adt, ok := t.(*ADT); ok {
					found = append(found, adt.Decl)
				}
				return true
			})
		}
	}
	return found
}

// Fields are the types of a constructor's fields in a type.
func (t *ADT) Fields(k *Constructor) []Type {
	s := arguments(t)
	fields := make([]Type, len(k.Fields))
	for i, field := range k.Fields {
		fields[i] = s.Apply(field)
	}
	return fields
}

// arguments puts the arguments of a type in the place of its parameters.
func arguments(t *ADT) *Substitution {
	s := &Substitution{Params: t.Decl.Params, Types: make([]Type, len(t.Args)), Dims: make([]Dim, len(t.Args))}
	for i, arg := range t.Args {
		if extent, ok := Head(arg).(*Extent); ok {
			s.Dims[i] = extent.Dim
		} else {
			s.Types[i] = arg
		}
	}
	return s
}

// Applied is a declared type with its own parameters as arguments.
func (d *Decl) Applied() *ADT {
	t := &ADT{Decl: d, Args: make([]Type, len(d.Params))}
	for i, p := range d.Params {
		t.Args[i] = p.argument()
	}
	return t
}

// String draws a tree, one node a line.
func (n *Node) String() string {
	var b strings.Builder
	n.draw(&b, "")
	return strings.TrimSuffix(b.String(), "\n")
}

func (n *Node) draw(b *strings.Builder, margin string) {
	b.WriteString(n.line() + "\n")
	for i, kid := range n.Kids {
		branch, under := "├─ ", "│  "
		if i == len(n.Kids)-1 {
			branch, under = "└─ ", "   "
		}
		b.WriteString(margin + branch)
		kid.draw(b, margin+under)
	}
}

// line is `element: Tensor · static shape (3, 4)`.
func (n *Node) line() string {
	text := n.Name
	if n.Role != "" {
		text = n.Role + ": " + text
	}
	if len(n.Static) > 0 {
		text += " · static " + strings.Join(n.Static, ", ")
	}
	if len(n.Data) > 0 {
		text += " · data-dependent " + strings.Join(n.Data, ", ")
	}
	return text
}
