package inspect

import (
	"context"
	"strings"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// How much a node has of what is in it.
const (
	mostChildren = 100 // of one part
	mostNodes    = 400 // in all
	mostLevels   = 6
	textLength   = 60 // characters
)

// Node is a part of the subject as a view asks for it. The error is a *ViewError, or that of the
// context.
func (s *Subject) Node(ctx context.Context, v View) (*Node, error) {
	p, err := s.part(ctx, v.Path)
	if err != nil {
		return nil, err
	}
	b := &builder{subject: s, ctx: ctx, left: mostNodes}
	root := b.node(p)
	if err := b.fill(root, p, v); err != nil {
		return nil, err
	}
	for len(b.todo) > 0 && ctx.Err() == nil {
		next := b.todo[0]
		b.todo = b.todo[1:]
		if err := b.open(next.node, next.part, next.level, 0, mostChildren); err != nil {
			return nil, err
		}
	}
	return root, ctx.Err()
}

// A builder makes a node, the upper levels first.
type builder struct {
	subject *Subject
	ctx     context.Context
	left    int // nodes that there is room for
	todo    []pending
}

// A pending node has no children yet.
type pending struct {
	node  *Node
	part  part
	level int
}

// node is a part without what is in it.
func (b *builder) node(p part) *Node {
	n := &Node{Kind: b.subject.kindOf(b.ctx, p.value), Type: typeText(p), Text: b.subject.short(b.ctx, p.value, textLength)}
	switch v := p.value.(type) {
	case value.Scalar:
		n.Dtype = v.Dtype.String()
	case *value.Array:
		n.Dtype, n.Shape = v.Dtype.String(), v.Shape
	case *value.Data:
		n.Name = v.Name
	}
	b.compare(n, p)
	return n
}

// typeText is the type of a part. A tensor knows its own better than the program does.
func typeText(p part) string {
	switch v := p.value.(type) {
	case value.Scalar:
		return v.Dtype.String()
	case *value.Array:
		return tensorType(v)
	}
	if p.typ == nil {
		return ""
	}
	return types.Text(p.typ)
}

// tensorType is `Tensor[(3, 4), float32]`, and `Tensor[(3), float32]` as all types are spelled:
// without the comma of a tuple.
func tensorType(a *value.Array) string {
	if a.Rank() == 0 {
		return a.Dtype.String()
	}
	return "Tensor[" + strings.Replace(value.ShapeText(a.Shape), ",)", ")", 1) + ", " + a.Dtype.String() + "]"
}

// fill puts into a node what its view asks for.
func (b *builder) fill(n *Node, p part, v View) error {
	if a := windowed(p.value); a != nil {
		at, err := sectionOf(a, v)
		if err != nil {
			return err
		}
		return b.window(n, p, a, at)
	}
	from, count, err := b.section(p, v)
	if err != nil {
		return err
	}
	return b.open(n, p, 1, from, count)
}

// section is which children a view asks for.
func (b *builder) section(p part, v View) (from, count int, err error) {
	length := b.subject.length(b.ctx, p.value)
	count = mostChildren
	if len(v.Offset) > 1 || len(v.Size) > 1 {
		return 0, 0, wrong("of this part `offset` and `size` are one number, not %v and %v", v.Offset, v.Size)
	}
	if len(v.Offset) == 1 {
		from = v.Offset[0]
	}
	if len(v.Size) == 1 {
		count = min(count, v.Size[0])
	}
	if from < 0 || from > length || count < 0 {
		return 0, 0, wrong("there are %d children, and %d from number %d on were asked for", length, count, from)
	}
	return from, count, nil
}

// nestedWindow is how many rows and columns are shown of a tensor within another value.
const nestedWindow = 8

// open gives a node its children, as far as there is room.
func (b *builder) open(n *Node, p part, level, from, count int) error {
	if a := windowed(p.value); a != nil {
		return b.window(n, p, a, section{offset: make([]int, a.Rank()), rows: nestedWindow, columns: nestedWindow})
	}
	length := b.subject.length(b.ctx, p.value)
	if length == 0 && n.Kind != ListKind && n.Kind != FractalKind && n.Kind != TupleKind {
		return nil
	}
	n.Length = &length
	if level > mostLevels || b.left <= 0 {
		return nil
	}
	for i, child := range b.subject.take(b.ctx, p, from, min(count, b.left)) {
		made := b.node(child)
		n.Children = append(n.Children, Child{label(n.Kind, from+i), made})
		b.left--
		b.todo = append(b.todo, pending{made, child, level + 1})
	}
	return nil
}

// compare marks a node that is not as expected. Where its parts do not correspond to those that
// are, what was expected in its place is said.
func (b *builder) compare(n *Node, p part) {
	if b.subject.Expected == nil {
		return
	}
	if p.want == nil {
		n.Differs, n.Expected = true, "nothing"
		return
	}
	difference, err := value.Compare(b.ctx, p.value, p.want, value.Tolerance{})
	if n.Differs = err == nil && difference != ""; !n.Differs {
		return
	}
	if !b.subject.corresponds(b.ctx, p) {
		n.Expected = b.subject.short(b.ctx, p.want, textLength)
	}
}

// corresponds reports whether each part of two values has one that is expected in its place.
func (s *Subject) corresponds(ctx context.Context, p part) bool {
	if a, b := windowed(p.value), windowed(p.want); a != nil && b != nil {
		return a.Dtype == b.Dtype && value.ShapeText(a.Shape) == value.ShapeText(b.Shape)
	}
	return alike(p.value, p.want) && s.length(ctx, p.value) == s.length(ctx, p.want)
}

// number is an element of a tensor, without the suffix of its dtype.
func number(s value.Scalar) string {
	text := value.Digits(s)
	if s.Dtype.IsFloat() {
		if x := s.Float(); x-x != 0 {
			return strings.TrimSuffix(text, "f")
		}
	}
	return text
}
